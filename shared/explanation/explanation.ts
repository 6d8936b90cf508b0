import type { Window } from '../budgets/window.ts';
import type { Person } from '../caps/person.ts';
import { poolOverCredits } from '../caps/shares/divide-shares.ts';
import type { Uncappable } from '../caps/uncapped.ts';
import { amountNeeded } from '../forecast/forecast.ts';
import { usualWeekOf } from '../forecast/usual-use.ts';
import type { CapChange } from '../journal/cap-entry.ts';
import { keptWith } from '../kernel/kept-with.ts';
import type { AmountNeeded } from '../kernel/texts/amounts.ts';
import { addDays, type Day } from '../kernel/time/day.ts';
import { creditsWithin, dailyCreditsOf } from '../ledger/daily-use.ts';
import { type CapStatus, capStatusOf, exposureOf } from '../limits/cap-status.ts';
import { holdingOf } from '../limits/limit-holdings.ts';
import type { LimitRecord } from '../limits/limit-record.ts';
import { teamSpans } from '../teams/members-by-day.ts';
import type { FoundPerson } from './find-person.ts';
import { type LayerFact, layerFacts } from './layer-fact.ts';
import {
  type DecidingBudget,
  type Snapshot,
  decidingBudgetOf,
  isExempt,
  isFrozen,
  platformWindowOf,
  windowExposureTerms,
} from './snapshot.ts';

interface EarlierTeam {
  readonly team?: string;
  readonly through: Day;
  readonly credits: number;
}

function earlierTeams(userId: string, window: Window, { assignment, use }: Snapshot): readonly EarlierTeam[] {
  if (assignment.moved?.has(userId) !== true) {
    return [];
  }
  return teamSpans(assignment, userId, window)
    .slice(0, -1)
    .map(({ team, ...days }) => ({
      team,
      through: days.through,
      credits: creditsWithin(use, use.users.get(userId), days),
    }));
}

type Verdict =
  /** limit = used in the platform window + what the deciding budget leaves. */
  | {
      readonly kind: 'limited';
      readonly binding: LayerFact;
      readonly limitCredits: number;
      readonly headroomCredits: number;
      /** Set where the limit is not that sum: raised to the floor, or lowered to the ceiling. */
      readonly bound?: LimitBound;
    }
  | { readonly kind: 'unlimited'; readonly bound?: LimitBound }
  | { readonly kind: 'stays'; readonly reason: 'exempt' | 'no-budget' | 'invalid-budget' | 'unreadable-usage' }
  | { readonly kind: 'uncappable'; readonly reason: Uncappable['reason'] }
  | { readonly kind: 'left'; readonly since: Day | undefined };

interface LimitBound {
  readonly kind: 'floor' | 'ceiling';
  readonly credits: number;
}

export interface Explanation {
  readonly userId: string;
  readonly email?: string;
  readonly name?: string;
  readonly joinedAt?: string;
  readonly today: Day;
  readonly verdict: Verdict;
  readonly layers: readonly LayerFact[];
  readonly platformWindow: Window;
  readonly usedCredits: number;
  readonly earlierTeams: readonly EarlierTeam[];
  readonly exposureCredits?: number;
  readonly record?: LimitRecord;
  readonly status: CapStatus;
  /** What it takes to work as usual; absent where enough remains, and with too few known days. */
  readonly needed?: AmountNeeded;
  /** The plan that waits for approval and holds back the lower limit; absent where none does. */
  readonly heldPlan?: string;
  readonly dataThrough: Day | undefined;
  readonly untrustedDays: Snapshot['untrustedDays'];
  readonly emails: ReadonlyMap<string, string>;
  readonly changes: readonly CapChange[];
}

export function explain(
  found: Exclude<FoundPerson, { kind: 'nobody' }>,
  snapshot: Snapshot,
  changes: readonly CapChange[],
): Explanation {
  const { user } = found;
  const userId = found.kind === 'uncappable' ? found.uncappable.userId : found.user.userId;
  const platformWindow = platformWindowOf(snapshot.usage);
  const usedCredits = usedBy(found, snapshot);
  const record = snapshot.limits.get(userId);
  const holding = holdingOf(user ?? { userId }, snapshot.holdings);
  const exposureCredits = exposureOf(usedCredits, holding, windowExposureTerms(snapshot));
  const email =
    found.kind === 'person' ? found.person.email : (user?.email ?? snapshot.usage.users.get(userId)?.emailKey);
  const name = [user?.firstName, user?.lastName].filter((part) => part !== undefined && part !== '').join(' ');
  const layers = found.kind === 'person' ? layerFacts(found.person, snapshot) : [];
  const verdict = verdictOf(found, snapshot, layers);
  const needed = neededFor(userId, verdict, snapshot);
  return {
    userId,
    email: email?.trim(),
    ...(name !== '' && { name }),
    joinedAt: user?.createdAt,
    today: snapshot.today,
    verdict,
    layers,
    needed,
    platformWindow,
    usedCredits,
    earlierTeams: earlierTeams(userId, platformWindow, snapshot),
    exposureCredits,
    record,
    status:
      found.kind === 'person' && isExempt(found.person, snapshot)
        ? 'exempt'
        : capStatusOf(record, snapshot.runsGoingOn),
    dataThrough: snapshot.dataThrough,
    untrustedDays: snapshot.untrustedDays,
    emails: emailsOf(snapshot),
    changes,
  };
}

export function turnOf(window: Window): Day {
  return addDays(window.through, 1);
}

/** Returns the owners of the deciding budget; without one, the owners of every budget in force. */
export function ownersOf({ verdict, layers }: Explanation): readonly string[] {
  const deciding = verdict.kind === 'limited' ? [verdict.binding] : layers.filter(({ window }) => window !== undefined);
  return [...new Set(deciding.flatMap(({ budget }) => budget.owners))];
}

const emailsOf = keptWith(({ users, limits }: Snapshot): ReadonlyMap<string, string> => {
  const sentTo = [...limits.values()].map(({ userId, email }) => [userId, email] as const);
  const known = users.flatMap(({ userId, email }) => (email === undefined ? [] : [[userId, email.trim()] as const]));
  return new Map([...sentTo, ...known]);
});

/** What a person needs to work as usual, as their explanation has it; undefined where nothing more. */
export function neededBy(found: FoundPerson, snapshot: Snapshot): AmountNeeded | undefined {
  if (found.kind !== 'person') {
    return undefined;
  }
  const { person } = found;
  return neededFor(person.userId, verdictOn(person, snapshot, layerFacts(person, snapshot)), snapshot);
}

function neededFor(userId: string, verdict: Verdict, { today, use }: Snapshot): AmountNeeded | undefined {
  if (verdict.kind !== 'limited' || verdict.binding.window === undefined) {
    return undefined;
  }
  const { budget, usedCredits = 0, topUpCredits = 0, window, outlook } = verdict.binding;
  const amountCredits = budget.amount.kind === 'unlimited' ? Infinity : budget.amount.credits + topUpCredits;
  return amountNeeded(
    {
      overCredits: outlook === undefined ? Math.max(0, usedCredits - amountCredits) : 0,
      poolOverCredits: outlook && poolOverCredits(outlook.pool),
      headroomCredits: verdict.headroomCredits,
      today,
      through: window.through,
    },
    dailyCreditsOf(use, use.users.get(userId)),
    usualWeekOf(dailyCreditsOf(use, use.organization)),
  );
}

function usedBy(found: Exclude<FoundPerson, { kind: 'nobody' }>, { usage }: Snapshot): number {
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
  found: Exclude<FoundPerson, { kind: 'nobody' }>,
  snapshot: Snapshot,
  layers: readonly LayerFact[],
): Verdict {
  switch (found.kind) {
    case 'uncappable':
      return { kind: 'uncappable', reason: found.uncappable.reason };
    case 'left':
      return { kind: 'left', since: found.user.goneSince };
    case 'person':
      return verdictOn(found.person, snapshot, layers);
  }
}

function verdictOn(person: Person, snapshot: Snapshot, layers: readonly LayerFact[]): Verdict {
  if (isExempt(person, snapshot)) {
    return { kind: 'stays', reason: 'exempt' };
  }
  if (isFrozen(person, snapshot)) {
    return { kind: 'stays', reason: 'invalid-budget' };
  }
  if (person.isUnreadable) {
    return { kind: 'stays', reason: 'unreadable-usage' };
  }
  const binding = layers.find(({ idleBecause }) => idleBecause === undefined);
  const decidingBudget = decidingBudgetOf(person, snapshot);
  if (binding !== undefined && decidingBudget !== undefined) {
    return { kind: 'limited', binding, ...limitOf(person, decidingBudget, snapshot) };
  }
  const isUnlimited = layers.some(({ idleBecause }) => idleBecause === 'unlimited');
  if (!isUnlimited) {
    return { kind: 'stays', reason: 'no-budget' };
  }
  const { ceilingCredits: credits } = snapshot;
  return { kind: 'unlimited', bound: credits === undefined ? undefined : { kind: 'ceiling', credits } };
}

/** Like `decideCap`: the ceiling lowers every limit, and the floor raises limits that no pool decides. */
function limitOf(
  person: Person,
  { headroomCredits }: DecidingBudget,
  snapshot: Snapshot,
): { readonly headroomCredits: number; readonly limitCredits: number; readonly bound?: LimitBound } {
  const { floorCredits = 0, ceilingCredits = Infinity, shares } = snapshot;
  const share = shares.byUser.get(person.userId);
  const usedCredits = person.credits.platform ?? 0;
  if (share !== undefined) {
    const { limitCredits } = share;
    const isHeld = Math.max(limitCredits, usedCredits) >= ceilingCredits;
    return { headroomCredits, limitCredits, ...(isHeld && { bound: { kind: 'ceiling', credits: ceilingCredits } }) };
  }
  const dueCredits = usedCredits + headroomCredits;
  const limitCredits = Math.min(Math.max(dueCredits, floorCredits), ceilingCredits);
  const kind = limitCredits < dueCredits ? 'ceiling' : 'floor';
  return {
    headroomCredits: Math.max(0, Math.min(headroomCredits, limitCredits - usedCredits)),
    limitCredits,
    ...(limitCredits !== dueCredits && { bound: { kind, credits: limitCredits } }),
  };
}
