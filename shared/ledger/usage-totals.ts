import { isWithin, type Window, type WindowKind } from '../budgets/window.ts';
import type { Day } from '../kernel/time/day.ts';
import { emailKey } from '../roster/email.ts';
import type { LedgerRow } from './ledger-day.ts';

/** Credits by window kind; a kind that is not in use is absent. */
export type CreditsByWindow = Readonly<Partial<Record<WindowKind, number>>>;

export interface UserUsage {
  readonly userId: string;
  /** The matching form of the last email in the analytics. */
  readonly emailKey: string | undefined;
  readonly credits: CreditsByWindow;
}

export interface UsageTotals {
  readonly windows: readonly Window[];
  readonly organization: CreditsByWindow;
  readonly users: ReadonlyMap<string, UserUsage>;
  readonly unreadableUserIds: ReadonlySet<string>;
}

export interface UsageDay {
  readonly day: Day;
  readonly rows: readonly LedgerRow[];
  readonly unreadableUserIds: readonly string[];
}

type Tally = Partial<Record<WindowKind, number>>;

export function usageTotalsBuilder(windows: readonly Window[]): {
  add(day: UsageDay): void;
  /** `owners`: the users behind some ids. `textOf`: the shared instance of a string, to save memory. */
  total(owners?: ReadonlyMap<string, string>, textOf?: (text: string) => string): UsageTotals;
} {
  const organization: Tally = {};
  const users = new Map<string, { readonly userId: string; email: string | undefined; readonly credits: Tally }>();
  const unreadableUserIds = new Set<string>();
  return {
    add({ day, rows, unreadableUserIds: unreadable }) {
      const kinds = windows.filter((window) => isWithin(day, window)).map((window) => window.kind);
      for (const row of rows) {
        const user = users.get(row.userId) ?? { userId: row.userId, email: undefined, credits: {} };
        users.set(row.userId, user);
        user.email = row.email ?? user.email;
        for (const kind of kinds) {
          user.credits[kind] = (user.credits[kind] ?? 0) + row.credits;
          organization[kind] = (organization[kind] ?? 0) + row.credits;
        }
      }
      unreadable.forEach((userId) => unreadableUserIds.add(userId));
    },
    total(owners = new Map(), textOf = (text) => text) {
      const totals = new Map<string, UserUsage>();
      for (const { email, ...tally } of users.values()) {
        const userId = textOf(owners.get(tally.userId) ?? tally.userId);
        const before = totals.get(userId)?.credits;
        const credits = before === undefined ? tally.credits : addCredits(before, tally.credits);
        totals.set(userId, { userId, emailKey: email === undefined ? undefined : textOf(emailKey(email)), credits });
      }
      const unreadable = Array.from(unreadableUserIds, (userId) => owners.get(userId) ?? userId);
      return { windows, organization, users: totals, unreadableUserIds: new Set(unreadable) };
    },
  };
}

function addCredits(first: CreditsByWindow, second: CreditsByWindow): CreditsByWindow {
  const kinds = new Set([...Object.keys(first), ...Object.keys(second)]) as ReadonlySet<WindowKind>;
  return Object.fromEntries([...kinds].map((kind) => [kind, (first[kind] ?? 0) + (second[kind] ?? 0)]));
}
