import { Logger } from '@aws-lambda-powertools/logger';
import type { Context } from 'aws-lambda';

import { createHandler as createDeliverMails } from '../../functions/deliver-mails/handler.ts';
import { createHandler as createEnforceBudgets } from '../../functions/enforce-budgets/handler.ts';
import { jobNamed, type JobName } from '../../functions/jobs.ts';
import { createHandler as createWatchEdits } from '../../functions/watch-edits/handler.ts';
import { createHandler as createWatchMail } from '../../functions/watch-mail/handler.ts';
import { createHandler as createWatchRequests } from '../../functions/watch-requests/handler.ts';
import { dynamoRecipientStore } from '../../shared/adapters/dynamo/mail/dynamo-recipient-store.ts';
import { dynamoJournal } from '../../shared/adapters/dynamo/runs/dynamo-journal.ts';
import { immediateSteps } from '../../shared/adapters/memory/runs/immediate-steps.ts';
import type { PlatformClient } from '../../shared/adapters/platform/platform-client.ts';
import type { Anchoring } from '../../shared/application/controls/ports.ts';
import { watchControls, type Watch } from '../../shared/application/controls/watch-controls.ts';
import { watchEdits, type EditsWatched, type OrderEditRun } from '../../shared/application/edits/watch-edits.ts';
import {
  enforceBudgets,
  hasTakenEffect,
  type EnforcementRun,
} from '../../shared/application/enforcement/enforce-budgets.ts';
import { giveLive } from '../../shared/application/enforcement/live/give-live.ts';
import { watchMail } from '../../shared/application/mail/watch-mail.ts';
import { countReachable } from '../../shared/application/notifications/read-routing.ts';
import { notifyRequests } from '../../shared/application/requests/notify-requests.ts';
import type { RunOrder } from '../../shared/application/runs/job.ts';
import type { Clock } from '../../shared/application/runs/ports.ts';
import { watchComputers } from '../../shared/application/watchers/computers/watch-computers.ts';
import { sendDigest } from '../../shared/application/watchers/digest/send-digest.ts';
import { watchReadiness } from '../../shared/application/watchers/readiness/watch-readiness.ts';
import { watchSessions } from '../../shared/application/watchers/sessions/watch-sessions.ts';
import { watchRoster } from '../../shared/application/watchers/watch-roster.ts';
import type { Settings } from '../../shared/contracts/settings/settings.ts';
import { diffControlsWith } from '../../shared/domain/controls/diff/diff-controls.ts';
import type { WrittenPage } from '../../shared/domain/digest/digest-pages.ts';
import type { Run, RunOutcome } from '../../shared/domain/runs/run.ts';
import { randomIds } from '../../shared/runtime/random-ids.ts';
import { scheduledHandler } from '../../shared/runtime/scheduled-handler.ts';
import { computerPorts } from '../../shared/wiring/ports/computer-ports.ts';
import { digestPorts } from '../../shared/wiring/ports/digest-ports.ts';
import { enforcementPorts } from '../../shared/wiring/ports/enforcement-ports.ts';
import { livePorts } from '../../shared/wiring/ports/live-ports.ts';
import { readinessPorts } from '../../shared/wiring/ports/readiness-ports.ts';
import { requestPorts } from '../../shared/wiring/ports/request-ports.ts';
import { rosterPorts } from '../../shared/wiring/ports/roster-ports.ts';
import { sessionPorts } from '../../shared/wiring/ports/session-ports.ts';
import { watchPorts } from '../../shared/wiring/ports/watch-ports.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Storage } from '../storage/open-storage.ts';
import { lambdaContext } from './lambda-context.ts';

/** What the jobs of one machine work with. */
export interface JobResources {
  readonly clock: Clock;
  readonly storage: Pick<Storage, 'dynamo' | 'tables'>;
  readonly platform: PlatformClient;
  readonly settings: Settings;
  /** What a run has written is sent at its end: nothing here follows the stream of the outbox. */
  readonly mailer: Mailer;
  readonly fingerprint: () => Promise<(secret: string) => string>;
  readonly anchoring: Anchoring;
}

/** What the run of a watcher came to. */
export interface WatcherRun {
  readonly run: Run;
  readonly outcome: RunOutcome;
  /** Pages that it wrote or, in a dry run, would write; of the digest alone. */
  readonly pages?: readonly WrittenPage[];
}

/** Called with the result of each run, after its mails are sent. */
interface RunListeners {
  readonly onEnforcementRun?: (run: EnforcementRun) => void;
  readonly onWatch?: (watch: Watch) => void;
  readonly onEdits?: (watched: EditsWatched) => void;
  /** Any other watcher. */
  readonly onWatcherRun?: (ended: WatcherRun) => void;
}

/** The time limit of a run that edits ask for. */
const editRunMsMax = 10 * 60_000;

/** What the handler of a watcher asks of its use case. */
type WatcherOrder = RunOrder & { readonly dryRun: boolean };

/** Every handler parses its event itself, as in AWS. */
type Handlers = Readonly<Record<JobName, (event: never, context: Context) => Promise<unknown>>>;

/** Runs a job with the same handler as in AWS, and gives what the handler returns. Raises what the handler raises. */
export type RunJob = (job: JobName, event: unknown) => Promise<unknown>;

export function jobRunner(resources: JobResources, listeners: RunListeners = {}): RunJob {
  const handlers = handlersOf(resources, listeners);
  return async (name, event) => handlers[name](event as never, lambdaContext(jobNamed(name), resources.clock));
}

/** One handler for each job of the list: a job without one does not compile. */
function handlersOf(resources: JobResources, listeners: RunListeners): Handlers {
  const { clock, storage, settings, mailer, fingerprint, anchoring } = resources;
  const logger = silentLogger();
  const steps = immediateSteps();
  const { dynamo, tables } = storage;
  const clients = { dynamo, tables, platform: resources.platform };
  const enforcing = enforcementPorts(clients);
  const watching = watchPorts({ ...clients, ...anchoring, fingerprint });
  const recipients = dynamoRecipientStore(dynamo, tables.recipients);
  const journal = dynamoJournal(dynamo, tables.journal);
  const orderRun: OrderEditRun = async (order) => {
    const stopAtMs = clock.now() + editRunMsMax;
    const wanted = { ...order, kind: 'edit', dryRun: false, onlyIfUnfinished: false, stopAtMs } as const;
    const run = await enforceBudgets(enforcing, settings, wanted);
    return { isDone: hasTakenEffect(run), enforcement: run };
  };
  const mailed = mailedBy(mailer);
  return {
    ...watchersOf(resources, listeners),
    enforce: createEnforceBudgets({
      logger,
      clock,
      steps,
      enforceBudgets: mailed(async (order) => enforceBudgets(enforcing, settings, order), listeners.onEnforcementRun),
    }),
    controls: scheduledHandler(jobNamed('controls'), {
      logger,
      clock,
      run: mailed(async (order) => watchControls(watching, { settings }, order), listeners.onWatch),
    }),
    mails: createDeliverMails({ logger, clock, steps, sendMails: async (order) => mailer.send(steps, order) }),
    bounces: createWatchMail({
      logger,
      clock,
      watchMail: async (order) => watchMail({ clock, steps, journal, recipients }, order),
      countReachable: async () => countReachable(recipients, settings),
    }),
    requests: createWatchRequests({
      logger,
      clock,
      ids: randomIds,
      run: mailed(async (order) => notifyRequests(requestPorts(clients), settings, order)),
    }),
    edits: createWatchEdits({
      logger,
      clock,
      ids: randomIds,
      watchEdits: mailed(async (order) => watchEdits({ ...enforcing, orderRun }, order), listeners.onEdits),
    }),
  };
}

/** The handlers of the watchers whose runs list what they have found. */
function watchersOf({ clock, storage, platform, settings, mailer }: JobResources, { onWatcherRun }: RunListeners) {
  const deps = { logger: silentLogger(), clock };
  const clients = { ...storage, platform };
  const diff = diffControlsWith(settings.controls.overrides);
  const digestTerms = { settings, rules: async () => ({ diff, policy: settings.controls }) };
  const mailed = mailedBy(mailer);
  const watched = <Result extends WatcherRun>(work: (order: WatcherOrder) => Promise<Result>) =>
    mailed(work, onWatcherRun);
  return {
    digest: scheduledHandler(jobNamed('digest'), {
      ...deps,
      run: watched(async (order) => sendDigest(digestPorts({ ...clients, platform }), digestTerms, order)),
    }),
    live: scheduledHandler(jobNamed('live'), {
      ...deps,
      run: watched(async (order) => giveLive(livePorts(clients), settings, order)),
    }),
    roster: scheduledHandler(jobNamed('roster'), {
      ...deps,
      run: watched(async (order) => watchRoster(rosterPorts(clients), settings, order)),
    }),
    sessions: scheduledHandler(jobNamed('sessions'), {
      ...deps,
      run: watched(async (order) => watchSessions(sessionPorts(clients), settings, order)),
    }),
    computers: scheduledHandler(jobNamed('computers'), {
      ...deps,
      run: watched(async (order) => watchComputers(computerPorts(clients), settings, order)),
    }),
    readiness: scheduledHandler(jobNamed('readiness'), {
      ...deps,
      run: watched(async (order) => watchReadiness(readinessPorts(clients), settings, order)),
    }),
  };
}

/** A handler writes its log for AWS; here the listeners report instead. */
function silentLogger(): Logger {
  return new Logger({ logLevel: 'SILENT' });
}

/** A use case after which its mails are sent, unless it is a dry run. */
function mailedBy(mailer: Mailer) {
  return <Order extends { readonly dryRun?: boolean }, Result>(
    work: (order: Order) => Promise<Result>,
    listener?: (result: Result) => void,
  ) =>
    async (order: Order): Promise<Result> => {
      const result = await (order.dryRun === true ? work(order) : mailer.after(work(order)));
      listener?.(result);
      return result;
    };
}
