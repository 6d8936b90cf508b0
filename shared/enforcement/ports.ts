import type { PortNeeds, ListPage } from '../kernel/runs/ports.ts';
import type { Day, DayRange } from '../kernel/time/day.ts';
import type { LedgerDay, LedgerRow } from '../ledger/ledger-day.ts';
import type { ReportedDay, UserMetricsPage } from '../ledger/reading.ts';
import type { LimitRecord, RowOutcome } from '../limits/limit-record.ts';
import type { Change } from '../promise/facts.ts';
import type { Permitted } from '../promise/permit.ts';
import type { KnownUser, ReadUser } from '../roster/person.ts';
import type { HeldPlan } from './held-plan.ts';

/** The platform's analytics. Both raise PlatformUnavailableError or PlatformRefusedError. */
export interface UsageSource {
  /** The days of a range that the platform has a row for, ascending; one call to the platform unless its answer is too large. */
  readDays(range: DayRange): Promise<readonly ReportedDay[]>;
  /** Pages from the one on that a page named as its next; all of them when none is given. */
  readUserMetrics(range: DayRange, from?: string): AsyncIterable<UserMetricsPage & ListPage>;
}

export const usageSourceNeeds: PortNeeds<UsageSource> = { readDays: 'call', readUserMetrics: 'pages' };

export interface RosterPage extends ListPage {
  readonly users: readonly ReadUser[];
  /** Rows that could not be read. */
  readonly unreadable: number;
}

/** The platform's list of users. Raises PlatformUnavailableError or PlatformRefusedError. */
export interface Roster {
  /** Pages from the one on that a page named as its next; all of them when none is given. */
  read(from?: string): AsyncIterable<RosterPage>;
}

export const rosterNeeds: PortNeeds<Roster> = { read: 'pages' };

export type LimitEntry = Change;

/** What became of one PUT as a whole. `refused`: nothing was applied and the same batch would be refused again. */
export type BatchOutcome =
  | { readonly kind: 'answered'; readonly rows: readonly RowOutcome[] }
  | { readonly kind: 'refused'; readonly problem: string }
  | { readonly kind: 'unknown'; readonly problem: string };

/**
 * Sets limits on the platform, and takes only what the guard of the promise has permitted: 1 to 100 entries, no email twice. Raises PlatformRefusedError for a refused key; one that
 * can wait raises PlatformUnavailableError where the platform turns it away for now, and nothing is applied then.
 */
export interface LimitWriter {
  /** `rows` of an answer are in the order of `entries`. */
  setLimits(entries: readonly Permitted[]): Promise<BatchOutcome>;
}

/** The platform's clock, as its answers show it. */
export interface PlatformTime {
  /** Milliseconds that it is surely ahead of this machine's; negative when behind, undefined when nothing tells. */
  skewMs(): Promise<number | undefined>;
}

/** Credits per user per UTC day. Setting, never adding: the same write twice leaves the same ledger. */
export interface LedgerStore {
  /** What is known of each day of a range, ascending; days never read are absent. */
  listDays(range: DayRange): Promise<readonly LedgerDay[]>;
  putDay(day: LedgerDay): Promise<void>;
  readRows(day: Day): Promise<readonly LedgerRow[]>;
  /** The rows of several days, each in no order; what is the same for all is read once, and the next days ahead. */
  readEach(days: readonly Day[]): AsyncIterable<{ readonly day: Day; readonly rows: readonly LedgerRow[] }>;
  putRows(day: Day, rows: readonly LedgerRow[]): Promise<void>;
  /** One user's rows of a range, ascending by day; days without a row are absent. */
  readUser(userId: string, range: DayRange): Promise<readonly { readonly day: Day; readonly credits: number }[]>;
}

export const ledgerStoreNeeds: PortNeeds<LedgerStore> = {
  listDays: 'free',
  putDay: 'write',
  readRows: 'free',
  readEach: 'free',
  putRows: 'write',
  readUser: 'free',
};

export interface UserStore {
  list(): Promise<readonly KnownUser[]>;
  put(users: readonly KnownUser[]): Promise<void>;
}

export const userStoreNeeds: PortNeeds<UserStore> = { list: 'free', put: 'write' };

export interface LimitStore {
  list(): Promise<readonly LimitRecord[]>;
  find(userId: string): Promise<LimitRecord | undefined>;
  /** Replaces records; raises FencedOffError, with none or some of them written, when a record carries a higher fence. */
  put(records: readonly LimitRecord[], fence: number): Promise<void>;
}

export interface PlanStore {
  find(planId: string): Promise<HeldPlan | undefined>;
  put(plan: HeldPlan): Promise<void>;
  /** The same for a plan that waits from now on: it is the latest. */
  hold(plan: HeldPlan): Promise<void>;
  latest(): Promise<HeldPlan | undefined>;
  list(): Promise<readonly HeldPlan[]>;
}

export const enforcementGrants = {
  ledger: { ledger: ['BatchGetItem', 'PutItem', 'Query'] },
  'ledger.read': { ledger: ['BatchGetItem', 'Query'] },
  limits: { limits: ['PutItem', 'Scan'] },
  'limits.list': { limits: ['Scan'] },
  plans: { plans: ['GetItem', 'PutItem'] },
  'plans.latest': { plans: ['GetItem'] },
  users: { users: ['BatchWriteItem', 'Scan'] },
  'users.list': { users: ['Scan'] },
} as const;
