import type { AlertNotice } from '../domain/alerts/alert-notice.ts';
import type { AlertState } from '../domain/alerts/alert-state.ts';
import type { Budget, BudgetTerms } from '../domain/budgets/budget.ts';
import type { BudgetVersion, EditWay } from '../domain/budgets/budget-version.ts';
import type { Grant } from '../domain/budgets/grant.ts';
import type { Scope } from '../domain/budgets/scope.ts';
import type { WindowKind } from '../domain/budgets/window.ts';
import type { LimitRecord, RowOutcome } from '../domain/caps/limit-record.ts';
import type { JournalEntry } from '../domain/journal/journal-entry.ts';
import type { LedgerDay, LedgerRow } from '../domain/ledger/ledger-day.ts';
import type { ReportedDay, UserMetricsPage } from '../domain/ledger/reading.ts';
import type { Mail, MailState, OpenMail, OutboxMail, SendResult } from '../domain/mail/mail.ts';
import type { Recipient } from '../domain/mail/recipient.ts';
import type { KnownUser, RosterUser } from '../domain/roster/person.ts';
import type { HeldPlan } from '../domain/runs/held-plan.ts';
import type { Run } from '../domain/runs/run.ts';
import type { InvalidTeam } from '../domain/teams/invalid-team.ts';
import type { Team, TeamTerms } from '../domain/teams/team.ts';
import type { Day, DayRange } from '../domain/time/day.ts';

/** Wall-clock time in Unix milliseconds. What a run is *about* is an argument of the run, never this clock. */
export interface Clock {
  now(): number;
}

/** Ids that no other process makes: owners of leases and claims. */
export interface Ids {
  next(): string;
}

/** A page of a list of the platform. */
export interface ListPage {
  /** Where the next page begins; absent on the last one. */
  readonly next?: string;
}

/** The platform could not be read or written after all retries. The message names endpoint and status, no secret. */
export class PlatformUnavailableError extends Error {
  override readonly name = 'PlatformUnavailableError';
  /** How long the platform asked to be left alone, in milliseconds, when it did. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options?: ErrorOptions & { readonly retryAfterMs?: number | undefined }) {
    super(message, options);
    this.retryAfterMs = options?.retryAfterMs;
  }
}

/** The platform refuses the key or its role: trying again changes nothing. */
export class PlatformRefusedError extends Error {
  override readonly name = 'PlatformRefusedError';
}

/**
 * The platform's analytics.
 * Both raise PlatformUnavailableError or PlatformRefusedError.
 */
export interface UsageSource {
  /** The days of a range that the platform has a row for, ascending; one call to the platform unless its answer is too large. */
  readDays(range: DayRange): Promise<readonly ReportedDay[]>;
  /** Pages from the one on that a page named as its next; all of them when none is given. */
  readUserMetrics(range: DayRange, from?: string): AsyncIterable<UserMetricsPage & ListPage>;
}

/** One page of the roster. */
export interface RosterPage extends ListPage {
  readonly users: readonly RosterUser[];
  /** Rows that could not be read. */
  readonly unreadable: number;
}

/** The platform's list of users. Raises PlatformUnavailableError or PlatformRefusedError. */
export interface Roster {
  /** Pages from the one on that a page named as its next; all of them when none is given. */
  read(from?: string): AsyncIterable<RosterPage>;
}

/** Pages that were read and are not put to use yet, so that a run which is taken up again does not read them again. */
export interface PageShelf<Page extends ListPage> {
  /** Keeps a page under its number, counted from 1. The same page again changes nothing. */
  put(list: string, number: number, page: Page): Promise<void>;
  /** The page with the highest number. */
  last(list: string): Promise<{ readonly number: number; readonly page: Page } | undefined>;
  /** All pages in their order. */
  read(list: string): AsyncIterable<Page>;
  /** Nobody needs the pages any more; they may stay for a while. */
  drop(list: string): Promise<void>;
}

export interface LimitEntry {
  readonly email: string;
  readonly limitCredits: number;
}

/** What became of one PUT as a whole. `refused`: nothing was applied and the same batch would be refused again. */
export type BatchOutcome =
  | { readonly kind: 'answered'; readonly rows: readonly RowOutcome[] }
  | { readonly kind: 'refused'; readonly problem: string }
  | { readonly kind: 'unknown'; readonly problem: string };

/**
 * Sets limits on the platform: 1 to 100 entries, no email twice. Raises PlatformRefusedError for a refused key; one that
 * can wait raises PlatformUnavailableError where the platform turns it away for now, and nothing is applied then.
 */
export interface LimitWriter {
  /** `rows` of an answer stand in the order of `entries`. */
  setLimits(entries: readonly LimitEntry[]): Promise<BatchOutcome>;
}

/** Credits per user per UTC day. Setting, never adding: the same write twice leaves the same ledger. */
export interface LedgerStore {
  /** What is known of each day of a range, ascending; days never read are absent. */
  listDays(range: DayRange): Promise<readonly LedgerDay[]>;
  putDay(day: LedgerDay): Promise<void>;
  /** By user id. */
  readRows(day: Day): Promise<readonly LedgerRow[]>;
  /** The rows of several days, each in no order, a day at a time as asked for; what is the same for all is read once. */
  readEach(days: readonly Day[]): AsyncIterable<{ readonly day: Day; readonly rows: readonly LedgerRow[] }>;
  putRows(day: Day, rows: readonly LedgerRow[]): Promise<void>;
  /** One user's rows of a range, ascending by day; days without a row are absent. */
  readUser(userId: string, range: DayRange): Promise<readonly { readonly day: Day; readonly credits: number }[]>;
}

/** Everybody who was ever on the roster. */
export interface UserStore {
  list(): Promise<readonly KnownUser[]>;
  put(users: readonly KnownUser[]): Promise<void>;
}

/** Somebody else changed the budget since it was read. */
export class StaleBudgetError extends Error {
  override readonly name = 'StaleBudgetError';
}

/** One edit of one budget, with the version it was made on: 0 for a budget that was not there. */
export interface BudgetEdit {
  readonly scope: Scope;
  readonly window: WindowKind;
  readonly seenVersion: number;
  /** The one that the edit makes: past the one that was seen and the last of the history. */
  readonly version: number;
  readonly way: EditWay;
  /** Absent: the budget is removed. */
  readonly terms?: BudgetTerms;
}

/** The key of a row of the budgets table, as it stands there. */
export interface BudgetRowKey {
  readonly scope: string;
  readonly window: string;
}

/** A row of the budgets table that cannot be read as a budget; scope and window are as they stand there. */
export interface InvalidBudget extends BudgetRowKey {
  readonly problem: string;
  /** The version that the row carries, 0 for none; absent where that cannot be read either. */
  readonly seenVersion?: number;
  /** The last valid version, which is in force in the place of the row; absent where there never was one. */
  readonly lastValid?: Budget;
}

/** A row as it stands in the budgets table. */
export type FoundRow =
  | { readonly kind: 'none' }
  | { readonly kind: 'budget'; readonly budget: Budget }
  | { readonly kind: 'invalid'; readonly invalid: InvalidBudget };

/** A version that somebody made with other tools, and the version that the row carries: 0 for none. */
export interface DirectEdit {
  readonly version: BudgetVersion;
  readonly seenVersion: number;
}

/** The budgets table, which admins may also edit by hand, and every version that its budgets ever had. */
export interface BudgetStore {
  /**
   * Rows that are not valid are reported and never guessed at; the last valid version of such a row, where there is
   * one, is among the budgets.
   */
  list(): Promise<{ readonly budgets: readonly Budget[]; readonly invalid: readonly InvalidBudget[] }>;
  /** One row as it stands, and the last version of it. */
  find(key: BudgetRowKey): Promise<{ readonly row: FoundRow; readonly last?: BudgetVersion }>;
  /** Every version of one budget, or of all: by scope and window, the first version first. */
  listVersions(key?: BudgetRowKey): Promise<readonly BudgetVersion[]>;
  /**
   * Makes one edit together with its version and its journal entry, or none of them. Raises StaleBudgetError when the
   * version moved. An edit that was made already (same terms, same author, a later version) is taken as done.
   */
  edit(edit: BudgetEdit, author: { readonly name: string; readonly at: string }, entry: JournalEntry): Promise<void>;
  /**
   * Takes up an edit that was made directly: the row gets its version and author and keeps its terms, together with
   * the version and the journal entry, or none of them. Raises StaleBudgetError when the row or its versions moved.
   */
  takeUp(edit: DirectEdit, entry: JournalEntry): Promise<void>;
}

/** Somebody else changed the top-up or exemption since it was read. */
export class StaleGrantError extends Error {
  override readonly name = 'StaleGrantError';
}

/** A row of the grants table that cannot be read; kind and id are as they stand there. */
export interface InvalidGrant {
  readonly kind: string;
  readonly id: string;
  /** Whose it is, in the matching form, where that much can be read. */
  readonly email?: string;
  /** Whose it is instead, where that is a team. */
  readonly team?: string;
  readonly problem: string;
}

/** Top-ups and exemptions, those that are over included. */
export interface GrantStore {
  /** Exemptions, then top-ups, by id. Rows that are not valid are reported and never guessed at. */
  list(): Promise<{ readonly grants: readonly Grant[]; readonly invalid: readonly InvalidGrant[] }>;
  /**
   * Writes a grant of version 1 where none is, or the next version of one, together with its journal entry, or
   * neither. Raises StaleGrantError when the version moved. A write that was made already is taken as done.
   */
  put(grant: Grant, entry: JournalEntry): Promise<void>;
}

/** Somebody else changed the team since it was read. */
export class StaleTeamError extends Error {
  override readonly name = 'StaleTeamError';
}

/** One edit of one team, with the version it was made on: 0 for a team that was not there. */
export interface TeamEdit {
  readonly name: string;
  readonly seenVersion: number;
  /** Absent: the team is removed. */
  readonly terms?: TeamTerms;
}

/** The teams table, which admins may also edit by hand. */
export interface TeamStore {
  /** In the order of teams. Rows that are not valid are reported and never guessed at. */
  list(): Promise<{ readonly teams: readonly Team[]; readonly invalid: readonly InvalidTeam[] }>;
  /**
   * Makes one edit together with its journal entry, or neither. Raises StaleTeamError when the version moved.
   * An edit that was made already (same terms, same author, next version) is taken as done.
   */
  edit(edit: TeamEdit, author: { readonly name: string; readonly at: string }, entry: JournalEntry): Promise<void>;
}

/** A write of an older run met that of a newer one. */
export class FencedOffError extends Error {
  override readonly name = 'FencedOffError';
}

/** What Curfew knows of every user's limit. */
export interface LimitStore {
  list(): Promise<readonly LimitRecord[]>;
  /** Replaces records; raises FencedOffError, with none or some of them written, when a record carries a higher fence. */
  put(records: readonly LimitRecord[], fence: number): Promise<void>;
}

/** The right to be the only writer under a name, until an instant. `fence` rises with every acquisition. */
export interface Lease {
  readonly name: string;
  readonly owner: string;
  readonly fence: number;
  readonly expiresAtMs: number;
}

export interface LeaseStore {
  acquire(
    name: string,
    claim: { readonly owner: string; readonly nowMs: number; readonly durationMs: number },
  ): Promise<
    { readonly kind: 'acquired'; readonly lease: Lease } | { readonly kind: 'held'; readonly untilMs: number }
  >;
  /** Undefined when somebody else holds the lease by now. */
  renew(lease: Lease, until: { readonly nowMs: number; readonly durationMs: number }): Promise<Lease | undefined>;
  /** Gives the lease back; nothing happens when it is lost already. */
  release(lease: Lease): Promise<void>;
}

/** Every run, newest first, and how far each job has come. */
export interface RunStore {
  find(runId: string): Promise<Run | undefined>;
  put(run: Run): Promise<void>;
  list(job: string | undefined, countMax: number): Promise<readonly Run[]>;
  /** The latest moment as of which a job has begun to change something; ISO. */
  latestApplied(job: string): Promise<string | undefined>;
  /** Moves that moment forward. False, and nothing moved, when a later one stands there. */
  markApplied(job: string, at: string): Promise<boolean>;
  /** The latest moment as of which a job has sent all that was to be changed; ISO. */
  latestSent(job: string): Promise<string | undefined>;
  /** Moves that moment forward. Nothing is moved when a later one stands there. */
  markSent(job: string, at: string): Promise<void>;
}

/** Plans that were held, each under the id that is made from its content. */
export interface PlanStore {
  find(planId: string): Promise<HeldPlan | undefined>;
  /** Writes a plan, or replaces it. */
  put(plan: HeldPlan): Promise<void>;
}

/** Append-only. Entries are written at most once an id: writing an entry again changes nothing. */
export interface Journal {
  append(entries: readonly JournalEntry[]): Promise<void>;
  /** Entries of a range of days, ascending by time. */
  list(range: DayRange, countMax: number): Promise<readonly JournalEntry[]>;
}

/** Mails, written before they are sent. */
export interface Outbox {
  /** Writes those mails whose id is not there yet. */
  write(mails: readonly Mail[], at: string): Promise<void>;
  find(mailId: string): Promise<OutboxMail | undefined>;
  /** Mails that are written, sending, or unknown and not yet carried by a later mail; oldest first. */
  listOpen(): Promise<readonly OutboxMail[]>;
  /** The same mails without what they say, as they stood a moment ago: what was written or moved since may be amiss. */
  listOpenStates(): Promise<readonly OpenMail[]>;
  /** Moves a mail from the state it was seen in to another. False when the state has moved meanwhile. */
  move(mailId: string, seen: MailState, next: MailState): Promise<boolean>;
}

/** Hands one mail to the mail service, once, without trying again. */
export interface MailSender {
  send(mail: Mail): Promise<SendResult>;
}

/** Addresses to which mail did not get through, and what became of it. */
export interface RecipientStore {
  find(address: string): Promise<Recipient | undefined>;
  /** Everybody of whom anything is known, those that were cleared included; by address. */
  list(): Promise<readonly Recipient[]>;
  /** Writes the version after the one in `recipient`. False, and nothing written, when another stands there by now. */
  replace(recipient: Recipient): Promise<boolean>;
}

/** A notice that somebody is to be told, with the mail that was chosen to tell it. */
export interface OwedNotice {
  readonly notice: AlertNotice;
  /** The mail may not be written yet: a run may have ended in between. */
  readonly mailId?: string;
}

/** What alerts stand, and what is to be told of them. */
export interface AlertStore {
  /** The states of these alerts, and of all others that are open (not closed, not resolved); by alert id. */
  read(alertIds: readonly string[]): Promise<readonly AlertState[]>;
  /** The states of these alerts alone, open or not; by alert id. */
  find(alertIds: readonly string[]): Promise<readonly AlertState[]>;
  /** Replaces states; one that was changed as of a later moment stays as it is. No alert stands twice. */
  put(states: readonly AlertState[]): Promise<void>;
  /** Notes notices as owed; one that is there already, told or not, stays as it is. No notice stands twice. */
  owe(notices: readonly AlertNotice[]): Promise<void>;
  /** Notices that are not known to stand in a written mail; by notice id. */
  listOwed(): Promise<readonly OwedNotice[]>;
  /** Chooses the mail of each notice, before it is written. One that is not owed any more stays as it is. */
  assign(choices: readonly { readonly noticeId: string; readonly mailId: string }[]): Promise<void>;
  /** The mails of these notices are written: they are owed no more. */
  settle(noticeIds: readonly string[]): Promise<void>;
}
