import type { CapView } from '../explanation/cap-view.ts';
import { medianOf } from '../forecast/statistics.ts';
import { compareText } from '../kernel/texts/compare-text.ts';
import { addDays, latestDay, type Day } from '../kernel/time/day.ts';
import { creditsOver, spanOf, type DailyUse } from '../ledger/daily-use.ts';
import type { KnownUser } from './person.ts';

export interface IdleTerms {
  readonly idleDays: number;
  /** A limit is large if it leaves at least this; absent: the median use of active users in these days. */
  readonly idleCredits?: number;
}

/** A user without recent use who may use much. Credits are integers, over the platform window. */
export interface IdleUser {
  readonly userId: string;
  readonly email: string;
  readonly limitCredits: number;
  readonly leftCredits: number;
  readonly lastUsedOn?: Day;
  /** The deciding budget: a pool's remaining credits are kept from its other members. */
  readonly binding?: CapView['binding'];
}

/** Returns idle users with large limits, largest first; undefined while the ledger knows fewer days than `idleDays`. */
export function idleUsers(
  views: readonly CapView[],
  { use, users }: { readonly use: DailyUse; readonly users: readonly KnownUser[] },
  { idleDays, idleCredits }: IdleTerms,
): readonly IdleUser[] | undefined {
  const { through } = use.range;
  const from = addDays(through, 1 - idleDays);
  if (latestDay(use.knownFrom, use.range.from) > from) {
    return undefined;
  }
  const span = spanOf(use, { from, through });
  const used = [...use.users.values()].map((credits) => creditsOver(credits, span)).filter((credits) => credits > 0);
  const leastCredits = idleCredits ?? (used.length === 0 ? 0 : medianOf(used));
  const newcomers = new Set(users.filter((user) => joinedOn(user) >= from).map(({ userId }) => userId));
  return views
    .filter(({ userId, status }) => status !== 'exempt' && !newcomers.has(userId))
    .filter(({ userId }) => creditsOver(use.users.get(userId), span) === 0)
    .flatMap((view) => idleUser(view, use, leastCredits))
    .toSorted((a, b) => b.leftCredits - a.leftCredits || compareText(a.userId, b.userId));
}

function idleUser(view: CapView, use: DailyUse, leastCredits: number): readonly IdleUser[] {
  const { userId, email, binding, limitCredits, headroomCredits: leftCredits = 0 } = view;
  if (limitCredits === undefined || leftCredits === 0 || leftCredits < leastCredits) {
    return [];
  }
  const credits = use.users.get(userId);
  const lastUsedOn = use.days.findLast((_day, index) => (credits?.[index] ?? 0) > 0);
  return [
    {
      userId,
      email,
      limitCredits,
      leftCredits,
      lastUsedOn,
      binding,
    },
  ];
}

function joinedOn({ createdAt = '', events = [] }: KnownUser): Day {
  const joined = events.findLast(({ kind }) => kind === 'joined' || kind === 'returned');
  return latestDay(createdAt.slice(0, 10), joined?.at.slice(0, 10) ?? '');
}
