import type { DailyCredits, DayCredits } from '../forecast/daily-credits.ts';
import { addDays, daysBetween, daysOf, earliestDay, latestDay, type Day, type DayRange } from '../kernel/time/day.ts';
import { DaysOfUsers } from './days-of-users.ts';
import type { DoubtfulUse } from './doubtful-use.ts';
import type { LedgerDay, LedgerRow, ModelCredits } from './ledger-day.ts';
import type { Owners } from './row-owner.ts';

/** Daily consumption by user over some months: one number per user and day, so that memory is bounded. */
export interface DailyUse {
  readonly range: DayRange;
  readonly days: readonly Day[];
  /** Every day from here through the end of the range is complete. */
  readonly knownFrom: Day;
  readonly organization: Float64Array;
  readonly users: UseOfUsers;
  /** The organization's by model, as far as the platform named models: a day's may add up to less than the day. */
  readonly models?: ReadonlyMap<string, DayCredits>;
  /** By account, where the platform may count a user's several ids separately. */
  readonly accounts?: UseOfUsers;
  readonly owners?: ReadonlyMap<string, string>;
  readonly doubtful?: readonly DoubtfulUse[];
}

type UseOfUsers = Pick<ReadonlyMap<string, DayCredits>, 'get' | 'values' | typeof Symbol.iterator>;

interface DailyUseBuilder {
  add(day: {
    readonly day: Day;
    readonly rows: readonly LedgerRow[];
    readonly billedCredits?: number;
    readonly models?: readonly ModelCredits[];
  }): void;
  gathered(owners?: Owners): DailyUse;
}

/** Collects the days of a range. `textOf` returns the shared instance of an id, to save memory. */
export function dailyUseBuilder(
  span: { readonly range: DayRange; readonly knownFrom: Day },
  textOf: (userId: string) => string = (userId) => userId,
): DailyUseBuilder {
  const days = daysOf(span.range);
  const { length } = days;
  const organization = new Float64Array(length);
  const users = new DaysOfUsers(length);
  const byModel = new Map<string, Float64Array>();
  return {
    add({ day, rows, billedCredits = 0, models = [] }) {
      const index = daysBetween(span.range.from, day);
      let rowsCredits = 0;
      for (const row of rows) {
        users.add(row.userId, index, row.credits, textOf);
        rowsCredits += row.credits;
      }
      // Rows may add up to slightly less than was billed, and pools pay what was billed.
      organization[index] = Math.max(rowsCredits, billedCredits);
      for (const { model, credits } of models) {
        const ofModel = byModel.get(model) ?? new Float64Array(length);
        ofModel[index] = (ofModel[index] ?? 0) + credits;
        byModel.set(model, ofModel);
      }
    },
    gathered: (owners = nobodys) => ({
      ...span,
      days,
      organization,
      users: ownedBy(owners.users, users, length),
      ...(byModel.size > 0 && { models: byModel }),
      ...(owners.accounts.size < owners.users.size && {
        accounts: ownedBy(owners.accounts, users, length),
        owners: owners.users,
      }),
      ...(owners.doubtful.length > 0 && { doubtful: owners.doubtful }),
    }),
  };
}

const nobodys: Owners = { users: new Map(), accounts: new Map(), doubtful: [] };

function ownedBy(owners: ReadonlyMap<string, string>, users: DaysOfUsers, days: number): DaysOfUsers {
  if (owners.size === 0) {
    return users;
  }
  const owned = new DaysOfUsers(days);
  for (const [userId, credits] of users) {
    const ownerId = owners.get(userId) ?? userId;
    for (let day = 0; day < days; day += 1) {
      owned.add(ownerId, day, credits[day] ?? 0);
    }
  }
  return owned;
}

export interface DaySpan {
  readonly from: number;
  /** Exclusive. */
  readonly end: number;
}

export function spanOf({ range }: DailyUse, within: DayRange): DaySpan {
  const from = Math.max(0, daysBetween(range.from, within.from));
  const end = daysBetween(range.from, earliestDay(within.through, range.through)) + 1;
  return { from, end: Math.max(from, end) };
}

export function addTo(total: Float64Array, credits: DayCredits): void {
  for (let place = 0; place < credits.length; place += 1) {
    total[place] = (total[place] ?? 0) + (credits[place] ?? 0);
  }
}

export function creditsOver(credits: DayCredits | undefined, { from, end }: DaySpan): number {
  let used = 0;
  for (let place = from; place < end; place += 1) {
    used += credits?.[place] ?? 0;
  }
  return used;
}

/** Returns the credits used in the stored days of a range; 0 for an unknown user. */
export function creditsWithin(use: DailyUse, credits: DayCredits | undefined, within: DayRange): number {
  return creditsOver(credits, spanOf(use, within));
}

export function dailyWithin(use: DailyUse, credits: DayCredits | undefined, within: DayRange): readonly number[] {
  const { from, end } = spanOf(use, within);
  return Array.from({ length: end - from }, (_none, index) => credits?.[from + index] ?? 0);
}

export function dailyCreditsOf({ range, knownFrom }: DailyUse, credits: DayCredits | undefined): DailyCredits {
  const offset = daysBetween(range.from, knownFrom);
  return { from: knownFrom, through: range.through, credits: credits?.subarray(offset) ?? new Float64Array(0) };
}

/** The first day from which every day through the end of a range is complete. */
export function knownFromOf(range: DayRange, days: readonly LedgerDay[]): Day {
  const complete = new Set(days.filter(({ status }) => status === 'complete').map(({ day }) => day));
  const gap = daysOf(range).findLast((day) => !complete.has(day));
  return gap === undefined ? range.from : latestDay(range.from, addDays(gap, 1));
}
