import { isWithin, type Window, type WindowKind } from '../budgets/window.ts';
import { emailKey } from '../roster/email.ts';
import type { Day } from '../time/day.ts';
import type { LedgerRow } from './ledger-day.ts';

/** Credits by window kind; a kind that is not in use is absent. */
export type CreditsByWindow = Readonly<Partial<Record<WindowKind, number>>>;

export interface UserUsage {
  readonly userId: string;
  /** The matching form of the last email that the analytics gave. */
  readonly emailKey: string | undefined;
  readonly credits: CreditsByWindow;
}

/** What was consumed in each window: by everybody, and by each user that the analytics know. */
export interface UsageTotals {
  readonly windows: readonly Window[];
  readonly organization: CreditsByWindow;
  readonly users: ReadonlyMap<string, UserUsage>;
  /** Users of whom some day in a window could not be read. */
  readonly unreadableUserIds: ReadonlySet<string>;
}

export interface UsageDay {
  readonly day: Day;
  readonly rows: readonly LedgerRow[];
  readonly unreadableUserIds: readonly string[];
}

type Tally = Partial<Record<WindowKind, number>>;

/** Adds up ledger days, ascending, one at a time so that they need not be in memory together. */
export async function totalUsage(windows: readonly Window[], days: AsyncIterable<UsageDay>): Promise<UsageTotals> {
  const organization: Tally = {};
  const users = new Map<string, { userId: string; emailKey: string | undefined; credits: Tally }>();
  const unreadableUserIds = new Set<string>();
  for await (const { day, rows, unreadableUserIds: unreadable } of days) {
    const kinds = windows.filter((window) => isWithin(day, window)).map((window) => window.kind);
    for (const row of rows) {
      const user = users.get(row.userId) ?? { userId: row.userId, emailKey: undefined, credits: {} };
      users.set(row.userId, user);
      user.emailKey = row.email === null ? user.emailKey : emailKey(row.email);
      for (const kind of kinds) {
        user.credits[kind] = (user.credits[kind] ?? 0) + row.credits;
        organization[kind] = (organization[kind] ?? 0) + row.credits;
      }
    }
    unreadable.forEach((userId) => unreadableUserIds.add(userId));
  }
  return { windows, organization, users, unreadableUserIds };
}

/** Adds credits of two people who are one. */
export function addCredits(first: CreditsByWindow, second: CreditsByWindow): CreditsByWindow {
  const kinds = new Set([...Object.keys(first), ...Object.keys(second)]) as ReadonlySet<WindowKind>;
  return Object.fromEntries([...kinds].map((kind) => [kind, (first[kind] ?? 0) + (second[kind] ?? 0)]));
}
