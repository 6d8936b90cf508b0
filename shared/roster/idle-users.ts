import type { CapView } from '../explanation/cap-view.ts';
import { medianOf } from '../forecast/statistics.ts';
import { compareText } from '../kernel/texts/compare-text.ts';
import { addDays, latestDay, type Day } from '../kernel/time/day.ts';
import { creditsOver, spanOf, type DailyUse } from '../ledger/daily-use.ts';
import type { KnownUser } from './person.ts';

/** Which users are idle with a large limit. */
export interface IdleTerms {
  /** Whoever has used nothing for so many days is idle. */
  readonly idleDays: number;
  /** A limit is large that leaves at least so much; absent: as much as the median of those who used anything in these days. */
  readonly idleCredits?: number;
}

/** A user who has used nothing for long, and may use much. Credits are integers, over the platform window. */
export interface IdleUser {
  readonly userId: string;
  readonly email: string;
  readonly limitCredits: number;
  /** What the limit leaves. */
  readonly leftCredits: number;
  /** The last day on which anything was used; absent where none is known. */
  readonly lastUsedOn?: Day;
  /** The budget that decides the limit: of a pool, what is left is kept from its other members. */
  readonly binding?: CapView['binding'];
}

/** Idle users with large limits, the largest first; undefined while the ledger knows fewer days than it takes to be idle. */
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

/** The day on which somebody joined, by the platform or by when the roster first had them; empty where neither is known. */
function joinedOn({ createdAt = '', events = [] }: KnownUser): Day {
  const joined = events.findLast(({ kind }) => kind === 'joined' || kind === 'returned');
  return latestDay(createdAt.slice(0, 10), joined?.at.slice(0, 10) ?? '');
}
