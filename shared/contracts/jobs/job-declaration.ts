import type { JournalKind } from '../../domain/journal/journal-entry.ts';
import type { ReportTopic, Topic } from '../../domain/notifications/topics.ts';
import type { PlatformPurpose } from '../platform/platform-purpose.ts';
import type { SettingName } from '../settings/setting-schemas.ts';
import type { TableGrant, TableKey } from '../tables/tables.ts';

/** What every function of a deployment says of itself, in data: its role may do what stands here, and write its log. */
export interface FunctionDeclaration {
  readonly name: string;
  /** The folder in `functions/` whose `main.ts` runs it. */
  readonly folder: string;
  /** One sentence in the third person: what it does. */
  readonly purpose: string;
  readonly limits: FunctionLimits;
  /** The tables that it uses, with the actions that it needs: least privilege. A transaction needs those of its parts. */
  readonly tables: readonly TableGrant[];
  /** Keys of the platform by purpose: that for reading comes with its addresses. The others make fingerprints of secrets, and sign links. */
  readonly secrets?: readonly JobSecret[];
  /** Files of the project that it hands out, by their path: they lie beside its bundle. */
  readonly beside?: readonly string[];
}

/**
 * What a job is: data only, in `functions/FOLDER/job.ts`. Everything else is derived from it: function, permissions,
 * environment, schedules, alarms, dashboard, cost, the timers of one machine, `curfew run NAME` and who may start it.
 */
export interface JobDeclaration extends FunctionDeclaration {
  /** Together with `streams` and `mailEvents`: what starts it. */
  readonly schedules?: readonly JobSchedule[];
  readonly streams?: JobStreams;
  /** What hooks on people's machines report starts it, too: where somebody at work is running low. */
  readonly hookReports?: StartedByHooks;
  /** What the mail service reports about sent mails starts it. */
  readonly mailEvents?: true;
  readonly limits: JobLimits;
  /** What it calls of the platform: its bundle holds no other call. */
  readonly calls?: readonly PlatformCall[];
  /** The settings of the organization that it reads: its function gets no others. */
  readonly settings?: readonly SettingName[];
  /** It signs heads of the evidence and keeps them outside of the tables: it alone. */
  readonly anchors?: true;
  /** It may send mail as the sender of the organization. */
  readonly sendsMail?: true;
  /** Other jobs that it may start, by name. */
  readonly starts?: readonly string[];
  /** Somebody may start it by hand, as `curfew run NAME`. */
  readonly byHand?: StartedByHand;
  /** It keeps a record of each run in the table `runs`: `curfew runs list --job NAME`. */
  readonly recordsRuns?: true;
  /** The kinds of journal entries that it writes. */
  readonly journal: readonly JournalKind[];
  /** The topics of the conditions that it emits. */
  readonly emits: readonly Topic[];
  /** The topics of its reports: what it has to say in words of its own. */
  readonly reports?: readonly ReportTopic[];
}

/** When a job runs, UTC; the fields are those of cron. */
export interface JobSchedule {
  readonly name: string;
  readonly minute: string;
  readonly hour: string;
  readonly dayOfMonth?: string;
}

/** Rows of tables that start a job at once: new ones alone, or every change of any row. */
export interface JobStreams {
  readonly rows: 'new' | 'changed';
  readonly of: readonly TableKey[];
  /** What it means for people when the job lags behind: half a sentence for an alarm. */
  readonly whenBehind: string;
}

/** A job that the intake of the hooks starts. */
interface StartedByHooks {
  /** At most one run in so many minutes is started so. */
  readonly everyMinutes: number;
}

export interface FunctionLimits {
  readonly memoryMb: number;
  /** One invocation. */
  readonly timeSeconds: number;
}

interface JobLimits extends FunctionLimits {
  /** With less than this left of its time a run begins nothing more: what it began, and evidence and mail after it, must end. */
  readonly stopEarlySeconds?: number;
  /** Absent: a run is one invocation. */
  readonly durable?: DurableRun;
}

/** A run that goes on from invocation to invocation: a Lambda durable execution. */
export interface DurableRun {
  /** After so long the run begins nothing more ... */
  readonly runSeconds: number;
  /** ... and after so long the execution is stopped. One that a stream starts has a quarter of an hour in all. */
  readonly executionSeconds: number;
  /** With less than this left of an invocation no step begins in it any more; the run goes on in the next one. */
  readonly stepSeconds: number;
}

/** Method and path of an endpoint, as platform-api.md has them: `GET /api/v0/sessions/{sessionId}`. */
type PlatformCall = `${'GET' | 'PATCH' | 'POST' | 'PUT'} /api/${string}`;

export type JobSecret = `${PlatformPurpose}-key` | 'fingerprint-key' | 'link-key';

export interface StartedByHand {
  /** The help of the command, in the imperative. */
  readonly help: string;
  /** That of its `--dry-run`; absent for a job without dry runs. */
  readonly dryRunHelp?: string;
}

type Access = JobDeclaration['tables'];

/** What every watcher does with the tables of its notifications. */
export const notificationTables = [
  { table: 'journal', actions: ['dynamodb:PutItem'] },
  { table: 'alerts', actions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'] },
  { table: 'alerts', index: 'open', actions: ['dynamodb:Query'] },
  { table: 'outbox', actions: ['dynamodb:GetItem', 'dynamodb:PutItem'] },
  { table: 'outbox', index: 'open', actions: ['dynamodb:Query'] },
  { table: 'recipients', actions: ['dynamodb:Scan'] },
] as const satisfies Access;

/** The same with its lease and the records of its runs; each watcher adds tables of its own. */
export const watcherTables = [
  { table: 'leases', actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'] },
  { table: 'runs', actions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem'] },
  ...notificationTables,
] as const satisfies Access;

/** What is read of the tables that say how everybody stands. */
export const snapshotTables = [
  { table: 'budgets', actions: ['dynamodb:Scan'] },
  { table: 'versions', actions: ['dynamodb:Query'] },
  { table: 'teams', actions: ['dynamodb:Scan'] },
  { table: 'grants', actions: ['dynamodb:Query'] },
  { table: 'ledger', actions: ['dynamodb:BatchGetItem', 'dynamodb:Query'] },
  { table: 'users', actions: ['dynamodb:Scan'] },
  { table: 'limits', actions: ['dynamodb:Scan'] },
] as const satisfies Access;
