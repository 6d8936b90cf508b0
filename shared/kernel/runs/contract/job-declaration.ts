import type { JournalKind } from '../../../journal/journal-entry.ts';
import type { ReportTopic, Topic } from '../../../notifications/topics.ts';
import type { SettingName } from '../../../settings/contract/setting-schemas.ts';
import type { PlatformPurpose } from '../../contract/platform-environment.ts';
import type { TableGrant, TableKey } from '../../contract/tables.ts';

/** A deployed function, as data: its role may do what is listed here, and write its log. */
export interface FunctionDeclaration {
  readonly name: string;
  /** The folder in `functions/` with its `main.ts`. */
  readonly folder: string;
  /** One sentence in the third person. */
  readonly purpose: string;
  readonly limits: FunctionLimits;
  /** The tables it uses with the needed actions: least privilege. A transaction needs its parts' actions. */
  readonly tables: readonly TableGrant[];
  /** Platform keys by purpose: the reading key comes with the addresses. Others fingerprint secrets and sign links. */
  readonly secrets?: readonly JobSecret[];
  /** Served files of the project, by path: they lie beside its bundle. */
  readonly beside?: readonly string[];
}

/**
 * A job as data, in `functions/FOLDER/job.ts`. Everything else is derived: function, permissions, environment,
 * schedules, alarms, dashboard, cost, local timers, `curfew run NAME` and its right.
 */
export interface JobDeclaration extends FunctionDeclaration {
  /** With `streams` and `mailEvents`: what starts it. */
  readonly schedules?: readonly JobSchedule[];
  readonly streams?: JobStreams;
  readonly hookReports?: StartedByHooks;
  /** Started by the mail service's events. */
  readonly mailEvents?: true;
  readonly limits: JobLimits;
  /** The platform calls in its bundle. */
  readonly calls?: readonly PlatformCall[];
  readonly settings?: readonly SettingName[];
  /** It alone signs heads of the evidence and stores them outside the tables. */
  readonly anchors?: true;
  readonly sendsMail?: true;
  readonly starts?: readonly string[];
  readonly byHand?: StartedByHand;
  /** It records its runs in the table `runs`: `curfew runs list --job NAME`. */
  readonly recordsRuns?: true;
  readonly journal: readonly JournalKind[];
  readonly emits: readonly Topic[];
  readonly reports?: readonly ReportTopic[];
}

/** A job's times in UTC; fields as in cron. */
export interface JobSchedule {
  readonly name: string;
  readonly minute: string;
  readonly hour: string;
  readonly dayOfMonth?: string;
}

/** Table changes that start a job at once: new rows only, or all changes. */
export interface JobStreams {
  readonly rows: 'new' | 'changed';
  readonly of: readonly TableKey[];
  /** What a delay of the job means for people: half a sentence for an alarm. */
  readonly whenBehind: string;
}

interface StartedByHooks {
  /** At most one start per this many minutes. */
  readonly everyMinutes: number;
}

export interface FunctionLimits {
  readonly memoryMb: number;
  readonly timeSeconds: number;
}

interface JobLimits extends FunctionLimits {
  /** With less than this left, a run starts nothing more: current work, evidence and mail must finish. */
  readonly stopEarlySeconds?: number;
  /** Absent: a run is one invocation. */
  readonly durable?: DurableRun;
}

/** A run over several invocations: a Lambda durable execution. */
export interface DurableRun {
  /** After this the run starts nothing more ... */
  readonly runSeconds: number;
  /** ... and after this the execution is stopped. One started by a stream has 15 minutes in all. */
  readonly executionSeconds: number;
  /** With less than this left of an invocation no step starts; the run continues in the next one. */
  readonly stepSeconds: number;
}

/** Method and path as in platform-api.md: `GET /api/v0/sessions/{sessionId}`. */
type PlatformCall = `${'GET' | 'PATCH' | 'POST' | 'PUT'} /api/${string}`;

export type JobSecret = `${PlatformPurpose}-key` | 'fingerprint-key' | 'link-key';

export interface StartedByHand {
  /** The command's help, in the imperative. */
  readonly help: string;
  /** For `--dry-run`; absent for a job without dry runs. */
  readonly dryRunHelp?: string;
}

type Access = JobDeclaration['tables'];

export const notificationTables = [
  { table: 'journal', actions: ['dynamodb:PutItem'] },
  { table: 'alerts', actions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'] },
  { table: 'alerts', index: 'open', actions: ['dynamodb:Query'] },
  { table: 'outbox', actions: ['dynamodb:GetItem', 'dynamodb:PutItem'] },
  { table: 'outbox', index: 'open', actions: ['dynamodb:Query'] },
  { table: 'recipients', actions: ['dynamodb:Scan'] },
] as const satisfies Access;

/** With the lease and run records; each watcher adds its own tables. */
export const watcherTables = [
  { table: 'leases', actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'] },
  { table: 'runs', actions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem'] },
  ...notificationTables,
] as const satisfies Access;

export const snapshotTables = [
  { table: 'budgets', actions: ['dynamodb:Scan'] },
  { table: 'versions', actions: ['dynamodb:Query'] },
  { table: 'teams', actions: ['dynamodb:Scan'] },
  { table: 'grants', actions: ['dynamodb:Query'] },
  { table: 'ledger', actions: ['dynamodb:BatchGetItem', 'dynamodb:Query'] },
  { table: 'users', actions: ['dynamodb:Scan'] },
  { table: 'limits', actions: ['dynamodb:Scan'] },
] as const satisfies Access;
