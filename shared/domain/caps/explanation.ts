import type { Window } from '../budgets/window.ts';
import { invariant } from '../invariant.ts';
import type { CapChange } from '../journal/cap-history.ts';
import { addDays, type Day } from '../time/day.ts';
import { capStatusOf, exposureOf, type CapStatus } from './cap-status.ts';
import type { Found } from './find-person.ts';
import { layerFacts, type LayerFact } from './layer-fact.ts';
import { hasInvalidBudget } from './layer.ts';
import type { LimitRecord } from './limit-record.ts';
import type { Person, Uncappable } from './person.ts';
import { binderOf, isExempt, type Standing } from './standing.ts';

/** What the budgets make of somebody's limit. */
export type Verdict =
  /** limit = used in the platform window + what the binding budget leaves. */
  | {
      readonly kind: 'limited';
      readonly binding: LayerFact;
      readonly limitCredits: number;
      readonly headroomCredits: number;
    }
  | { readonly kind: 'unlimited' }
  | { readonly kind: 'stays'; readonly reason: 'exempt' | 'no-budget' | 'invalid-budget' | 'unreadable-usage' }
  | { readonly kind: 'uncappable'; readonly reason: Uncappable['reason'] }
  | { readonly kind: 'left'; readonly since: Day | undefined };

/** Everything that is to be said of one person's cap. Credits are integers. */
export interface Explanation {
  readonly userId: string;
  readonly email?: string;
  readonly name?: string;
  /** ISO instant of joining, when the roster says so. */
  readonly joinedAt?: string;
  readonly today: Day;
  readonly verdict: Verdict;
  readonly layers: readonly LayerFact[];
  readonly platformWindow: Window;
  /** Known use in the platform window. */
  readonly usedCredits: number;
  /** The most that can have been used in it by now; absent when nothing bounds it. */
  readonly exposureCredits?: number;
  readonly record?: LimitRecord;
  readonly status: CapStatus;
  readonly dataThrough: Day | undefined;
  readonly untrustedDays: Standing['untrustedDays'];
  /** The last ones, newest first. */
  readonly changes: readonly CapChange[];
}

/** Puts together what the tables say of one person who was found. */
export function explain(
  found: Exclude<Found, { kind: 'nobody' }>,
  standing: Standing,
  changes: readonly CapChange[],
): Explanation {
  const { user } = found;
  const userId = found.kind === 'uncappable' ? found.uncappable.userId : found.user.userId;
  const platformWindow = standing.usage.windows.find(({ kind }) => kind === 'platform');
  invariant(platformWindow !== undefined, 'the use in the platform window is always known');
  const usedCredits = usedBy(found, standing);
  const record = standing.limits.get(userId);
  const exposureCredits = exposureOf(usedCredits, record);
  const email =
    found.kind === 'person' ? found.person.email : (user?.email ?? standing.usage.users.get(userId)?.emailKey);
  const name = [user?.firstName, user?.lastName].filter((part) => part !== undefined && part !== '').join(' ');
  const layers = found.kind === 'person' ? layerFacts(found.person, standing) : [];
  return {
    userId,
    ...(email !== undefined && { email: email.trim() }),
    ...(name !== '' && { name }),
    ...(user?.createdAt !== undefined && { joinedAt: user.createdAt }),
    today: standing.today,
    verdict: verdictOf(found, standing, layers),
    layers,
    platformWindow,
    usedCredits,
    ...(exposureCredits !== undefined && { exposureCredits }),
    ...(record !== undefined && { record }),
    status:
      found.kind === 'person' && isExempt(found.person, standing)
        ? 'exempt'
        : capStatusOf(record, standing.runsGoingOn),
    dataThrough: standing.dataThrough,
    untrustedDays: standing.untrustedDays,
    changes,
  };
}

/** The first day of the next window: it turns at 00:00 UTC of it. */
export function turnOf(window: Pick<Window, 'through'>): Day {
  return addDays(window.through, 1);
}

/** Who may change the budget that binds; without one, whoever owns any that is in force. */
export function ownersOf({ verdict, layers }: Explanation): readonly string[] {
  const deciding = verdict.kind === 'limited' ? [verdict.binding] : layers.filter(({ window }) => window !== undefined);
  return [...new Set(deciding.flatMap(({ budget }) => budget.owners))];
}

function usedBy(found: Exclude<Found, { kind: 'nobody' }>, { usage }: Standing): number {
  switch (found.kind) {
    case 'person':
      return found.person.credits.platform ?? 0;
    case 'uncappable':
      return found.uncappable.creditsAtStake.platform ?? 0;
    case 'left':
      return usage.users.get(found.user.userId)?.credits.platform ?? 0;
  }
}

function verdictOf(
  found: Exclude<Found, { kind: 'nobody' }>,
  standing: Standing,
  layers: readonly LayerFact[],
): Verdict {
  switch (found.kind) {
    case 'uncappable':
      return { kind: 'uncappable', reason: found.uncappable.reason };
    case 'left':
      return { kind: 'left', since: found.user.goneSince };
    case 'person':
      return verdictOn(found.person, standing, layers);
  }
}

/** The same order of questions as `planCaps` and `decideCap` ask. */
function verdictOn(person: Person, standing: Standing, layers: readonly LayerFact[]): Verdict {
  if (isExempt(person, standing)) {
    return { kind: 'stays', reason: 'exempt' };
  }
  if (hasInvalidBudget(person, standing.binding)) {
    return { kind: 'stays', reason: 'invalid-budget' };
  }
  if (person.isUnreadable) {
    return { kind: 'stays', reason: 'unreadable-usage' };
  }
  const binding = layers.find(({ idleBecause }) => idleBecause === undefined);
  const binder = binderOf(person, standing);
  if (binding !== undefined && binder !== undefined) {
    const { headroomCredits } = binder;
    const share = standing.shares.byUser.get(person.userId);
    const limitCredits = share?.limitCredits ?? (person.credits.platform ?? 0) + headroomCredits;
    return { kind: 'limited', binding, headroomCredits, limitCredits };
  }
  const isUnlimited = layers.some(({ idleBecause }) => idleBecause === 'unlimited');
  return isUnlimited ? { kind: 'unlimited' } : { kind: 'stays', reason: 'no-budget' };
}
