import type { JournalKind } from '../../../journal/journal-entry.ts';
import type { ReportTopic, Topic } from '../../../notifications/topics.ts';
import type { SettingName } from '../../../settings/contract/setting-schemas.ts';
import type { PlatformPurpose } from '../../contract/platform-environment.ts';
import type { TableGrant, TableKey } from '../../contract/tables.ts';
import { grantsOf, type StorePorts, type TableOfPorts } from './store-grants.ts';

/** A deployed function, as data: its role may do what is listed here, and write its log. */
export interface FunctionDeclaration {
  readonly name: string;
  /** The file in `functions/` that runs it, without `.ts`. */
  readonly file: string;
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
 * What a job is: data only, in the `job.ts` of its topic. Everything else is derived from it: function, permissions,
 * environment, schedules, alarms, dashboard, cost, the timers of one machine, `curfew run NAME` and who may start it.
 */
export interface JobDeclaration extends FunctionDeclaration {
  /** With `streams` and `mailEvents`: what starts it. */
  readonly schedules?: readonly JobSchedule[];
  readonly streams?: JobStreams;
  readonly hookReports?: {
    /** At most one start per this many minutes. */
    readonly everyMinutes: number;
  };
  /** Started by the mail service's events. */
  readonly mailEvents?: true;
  readonly limits: FunctionLimits & {
    /** With less than this left, a run starts nothing more: current work, evidence and mail must finish. */
    readonly stopEarlySeconds?: number;
    /** Absent: a run is one invocation. */
    readonly durable?: DurableRun;
  };
  readonly calls?: readonly PlatformCall[];
  readonly settings?: readonly SettingName[];
  /** It alone signs heads of the evidence and stores them outside the tables. */
  readonly anchors?: true;
  readonly sendsMail?: true;
  /** It writes files where `monthlyExports` says. */
  readonly writesExports?: true;
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

export interface FunctionLimits {
  readonly memoryMb: number;
  readonly timeSeconds: number;
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

/** A job as it is written down: what it may do with the tables follows from the stores that are its ports. */
type WrittenJob = Omit<JobDeclaration, 'tables'> & { readonly ports: StorePorts };

export function declareJob<const J extends WrittenJob>(job: J) {
  const tables = grantsOf(job.ports) as readonly (TableGrant & { readonly table: TableOfPorts<J['ports']> })[];
  return { ...job, tables };
}
