import type { TableKey } from './tables.ts';

/** When a job runs, UTC; the fields are those of cron. */
export interface JobSchedule {
  readonly name: string;
  readonly minute: string;
  readonly hour: string;
  readonly dayOfMonth?: string;
}

export interface Job {
  readonly name: string;
  readonly description: string;
  /** The folder in `functions/` whose `main.ts` runs it. */
  readonly functionFolder: string;
  readonly schedules: readonly JobSchedule[];
  /** Rows that are written to these tables start it too, at once. */
  readonly newRowsOf?: readonly TableKey[];
  /** It is started by what the mail service tells about mails, too. */
  readonly mailEvents?: true;
  /** One invocation. */
  readonly timeLimitSeconds: number;
  readonly memoryMb: number;
  /** Absent: a run is one invocation. */
  readonly durable?: DurableRun;
}

/** A run that goes on from invocation to invocation: a Lambda durable execution. */
export interface DurableRun {
  /** After so long nothing more is begun ... */
  readonly runLimitSeconds: number;
  /** ... and after so long the whole is broken off. */
  readonly executionLimitSeconds: number;
  /** With so little left of an invocation no step is begun in it any more; the run goes on in the next one. */
  readonly stepLimitSeconds: number;
}

/** The limits of those runs, by job. One that a stream starts has a quarter of an hour in all. */
export const durableRuns = {
  enforce: { runLimitSeconds: 10_800, executionLimitSeconds: 12_600, stepLimitSeconds: 300 },
  mails: { runLimitSeconds: 780, executionLimitSeconds: 900, stepLimitSeconds: 60 },
} as const satisfies Record<string, DurableRun>;

/** Every job of Curfew, said once: `infra/` makes functions and schedules from it, `local/` timers. */
export const jobList = [
  {
    name: 'enforce',
    description: 'Reads what every user consumed, compares it with the budgets and sets every user’s limit',
    functionFolder: 'enforce-budgets',
    schedules: [
      // Every day, since the first day of the platform window is a setting; on other days it does nothing.
      { name: 'window-start', minute: '5', hour: '0' },
      { name: 'nightly', minute: '30', hour: '2' },
      // A night that is complete is left alone: this one goes on while yesterday is not there yet, and tells what waited.
      { name: 'hourly', minute: '30', hour: '3-23' },
    ],
    timeLimitSeconds: 900,
    memoryMb: 2048,
    durable: durableRuns.enforce,
  },
  {
    name: 'controls',
    description: 'Reads the history of the controls, lays down what is new as evidence and tells who loosened what',
    functionFolder: 'watch-controls',
    schedules: [{ name: 'every-5-minutes', minute: '*/5', hour: '*' }],
    timeLimitSeconds: 900,
    memoryMb: 1024,
  },
  {
    name: 'mails',
    description: 'Sends the mails that the other jobs have written; nothing else may send any',
    functionFolder: 'deliver-mails',
    // For mails whose recipients have quiet hours, that the mail service turned away, or whose sender was stopped.
    schedules: [{ name: 'every-10-minutes', minute: '*/10', hour: '*' }],
    newRowsOf: ['outbox'],
    timeLimitSeconds: 900,
    memoryMb: 512,
    durable: durableRuns.mails,
  },
  {
    name: 'bounces',
    description: 'Takes bounces and complaints back and notes whom mail does not reach',
    functionFolder: 'watch-mail',
    // What is watched from outside is said every hour, whether anything came back or not.
    schedules: [{ name: 'hourly', minute: '45', hour: '*' }],
    mailEvents: true,
    timeLimitSeconds: 60,
    memoryMb: 512,
  },
] as const satisfies readonly Job[];

/** A job that changes of tables start. */
export interface StreamJob extends Omit<Job, 'schedules'> {
  readonly tables: readonly TableKey[];
}

/** Those jobs, said once: `infra/` hangs their functions to the streams of the tables, `local/` reads these itself. */
export const streamJobList = [
  {
    name: 'edits',
    description: 'Takes up edits of budgets, teams, top-ups and exemptions, and asks for the run that sets the limits',
    functionFolder: 'watch-edits',
    tables: ['budgets', 'teams', 'grants'],
    timeLimitSeconds: 900,
    memoryMb: 1024,
  },
] as const satisfies readonly StreamJob[];

export type JobName = (typeof jobList)[number]['name'];

/** What a schedule hands to a job: the same event delivered twice is the same run. */
export interface ScheduledRun {
  readonly job: JobName;
  readonly schedule: string;
  /** ISO instant of the schedule, not of the delivery. */
  readonly scheduledTime: string;
}
