import { randomUUID } from 'node:crypto';

import { Logger } from '@aws-lambda-powertools/logger';
import type { Context } from 'aws-lambda';

import type { Anchoring } from '../../shared/controls/ports.ts';
import type { Watch } from '../../shared/controls/use-cases/watch-controls.ts';
import type { WrittenPage } from '../../shared/digest/digest-pages.ts';
import {
  enforceBudgets,
  type EnforcementRun,
  hasTakenEffect,
} from '../../shared/enforcement/use-cases/enforce-budgets.ts';
import { type JobName, jobNamed } from '../../shared/jobs.ts';
import type { PlatformClient } from '../../shared/kernel/platform/platform-client.ts';
import type { EditsWatched, OrderEditRun } from '../../shared/kernel/records/use-cases/watch-edits.ts';
import type { JobDeclaration } from '../../shared/kernel/runs/contract/job-declaration.ts';
import type { Clock } from '../../shared/kernel/runs/ports.ts';
import type { Run, RunOutcome } from '../../shared/kernel/runs/run.ts';
import { immediateSteps } from '../../shared/kernel/runs/store/immediate-steps.ts';
import { randomIds } from '../../shared/kernel/runtime/random-ids.ts';
import type { ScheduledOrder } from '../../shared/kernel/runtime/scheduled-handler.ts';
import { writeCreditsBy } from '../../shared/kernel/texts/credits.ts';
import type { Settings } from '../../shared/settings/contract/settings.ts';
import { controls } from '../../shared/wiring/controls-job.ts';
import { digest } from '../../shared/wiring/digest-job.ts';
import { enforcementPorts } from '../../shared/wiring/enforcement-ports.ts';
import { monthlyExports } from '../../shared/wiring/exports-job.ts';
import { mailsHandler } from '../../shared/wiring/handlers/mails-handler.ts';
import * as wired from '../../shared/wiring/jobs.ts';
import type { SettingsOf, WiredJob } from '../../shared/wiring/wired-job.ts';
import { localExportFiles } from '../exports/monthly-files.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Storage } from '../storage/open-storage.ts';

/** The Lambda context in AWS, with the job's time limit. */
export function lambdaContext({ file: functionName, limits }: JobDeclaration, clock: Clock): Context {
  const endMs = clock.now() + limits.timeSeconds * 1_000;
  return {
    functionName,
    functionVersion: 'local',
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${functionName}`,
    memoryLimitInMB: String(limits.memoryMb),
    awsRequestId: randomUUID(),
    logGroupName: functionName,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, endMs - clock.now()),
    // Legacy ways to end an invocation; our handlers do not use them.
    done: () => {},
    fail: () => {},
    succeed: () => {},
  };
}

export interface JobResources {
  readonly clock: Clock;
  readonly storage: Storage;
  readonly platform: PlatformClient;
  readonly settings: Settings;
  /** Sends a run's mails at its end: the outbox has no stream here. */
  readonly mailer: Mailer;
  readonly fingerprint: () => Promise<(secret: string) => string>;
  readonly anchoring: Anchoring;
}

export interface WatcherRun {
  readonly run: Run;
  readonly outcome: RunOutcome;
  readonly pages?: readonly WrittenPage[];
}

interface RunListeners {
  readonly onEnforcementRun?: (run: EnforcementRun) => void;
  readonly onWatch?: (watch: Watch) => void;
  readonly onEdits?: (watched: EditsWatched) => void;
  readonly onWatcherRun?: (ended: WatcherRun) => void;
}

const editRunMsMax = 10 * 60_000;

/** Any of the watchers: what each of them takes is what it gave itself. */
type WiredWatcher = WiredJob<JobDeclaration, object, object, ScheduledOrder, WatcherRun>;

/** Handlers parse their events, as in AWS. */
type Handlers = Readonly<Record<JobName, (event: never, context: Context) => Promise<unknown>>>;

/** Runs a job with its AWS handler. Passes on the handler's result and errors. */
export type RunJob = (job: JobName, event: unknown) => Promise<unknown>;

export function jobRunner(resources: JobResources, listeners: RunListeners = {}): RunJob {
  const handlers = handlersOf(resources, listeners);
  return async (name, event) => handlers[name](event as never, lambdaContext(jobNamed(name), resources.clock));
}

/** One handler per job: a missing one does not compile. */
function handlersOf(resources: JobResources, listeners: RunListeners): Handlers {
  const { clock, storage, platform, settings, mailer, fingerprint, anchoring } = resources;
  const on = { dynamo: storage.dynamo, tables: storage.tables, platform };
  const deps = { logger: silentLogger(), clock, ids: randomIds, steps: immediateSteps(), settings };
  /** The handler of a job, after each run of which its mails are sent. */
  function handlerOf<J extends JobDeclaration, On, Ports, Order extends { readonly dryRun?: boolean }, Result>(
    { job, ports: open, run, handler }: WiredJob<J, On, Ports, Order, Result>,
    own: On,
    listener?: (result: Result) => void,
  ) {
    const ports = open(own);
    const given = settings as SettingsOf<J>;
    const work = async (order: Order) => {
      writeCreditsBy(settings, clock.now());
      return run(ports, given, order);
    };
    const mailed = mailedBy(mailer, work, listener);
    return handler(job, { ...deps, ports, settings: given, run: mailed });
  }
  const enforcing = { ...wired.enforce, ports: () => enforcementPorts(on), run: enforceBudgets };
  const { onWatcherRun } = listeners;
  return {
    enforce: handlerOf(enforcing, on, listeners.onEnforcementRun),
    controls: handlerOf(controls, { ...on, ...anchoring, fingerprint }, listeners.onWatch),
    edits: handlerOf(wired.edits, { ...on, orderRun: orderRunOn(on, resources) }, listeners.onEdits),
    requests: handlerOf(wired.requests, on),
    bounces: handlerOf(wired.bounces, on),
    mails: mailsHandler({ ...deps, run: async (order) => mailer.send(deps.steps, order) }),
    digest: handlerOf(digest, on, onWatcherRun),
    exports: handlerOf(monthlyExports, { ...on, files: localExportFiles, account: 'organization' }, onWatcherRun),
    ...watchersOf((watcher) => handlerOf(watcher, on, onWatcherRun)),
  };
}

function watchersOf(handlerOf: (watcher: WiredWatcher) => Handlers[JobName]) {
  const watchers = Object.entries(wired.watchers as unknown as Readonly<Record<string, WiredWatcher>>);
  const handlers = watchers.map(([name, watcher]) => [name, handlerOf(watcher)]);
  return Object.fromEntries(handlers) as Readonly<Record<keyof typeof wired.watchers, Handlers[JobName]>>;
}

/** Has the run that follows from edits made in this process. */
function orderRunOn(on: Parameters<typeof enforcementPorts>[0], { clock, settings }: JobResources): OrderEditRun {
  const ports = enforcementPorts(on);
  return async (order) => {
    const stopAtMs = clock.now() + editRunMsMax;
    const wanted = { ...order, kind: 'edit', dryRun: false, onlyIfUnfinished: false, stopAtMs } as const;
    const run = await enforceBudgets(ports, settings, wanted);
    return { isDone: hasTakenEffect(run), enforcement: run };
  };
}

/** Handlers log for AWS; locally the listeners report instead. */
function silentLogger(): Logger {
  return new Logger({ logLevel: 'SILENT' });
}

/** A use case after which its mails are sent, unless it is a dry run. */
function mailedBy<Order extends { readonly dryRun?: boolean }, Result>(
  mailer: Mailer,
  work: (order: Order) => Promise<Result>,
  listener?: (result: Result) => void,
) {
  return async (order: Order): Promise<Result> => {
    const result = await (order.dryRun === true ? work(order) : mailer.after(work(order)));
    listener?.(result);
    return result;
  };
}
