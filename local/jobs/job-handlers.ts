import { Logger } from '@aws-lambda-powertools/logger';
import type { Context } from 'aws-lambda';

import { createHandler as createDeliverMails } from '../../functions/deliver-mails/handler.ts';
import { createHandler as createEnforceBudgets } from '../../functions/enforce-budgets/handler.ts';
import { jobNamed, type JobName } from '../../functions/jobs.ts';
import { createHandler as createWatchEdits } from '../../functions/watch-edits/handler.ts';
import { createHandler as createWatchMail } from '../../functions/watch-mail/handler.ts';
import { createHandler as createWatchRequests } from '../../functions/watch-requests/handler.ts';
import { watchComputers } from '../../shared/computers/use-cases/watch-computers.ts';
import { diffControlsWith } from '../../shared/control-diff/diff-controls.ts';
import type { Anchoring } from '../../shared/controls/use-cases/ports.ts';
import { watchControls, type Watch } from '../../shared/controls/use-cases/watch-controls.ts';
import type { WrittenPage } from '../../shared/digest/digest-pages.ts';
import { sendDigest } from '../../shared/digest/use-cases/send-digest.ts';
import {
  enforceBudgets,
  hasTakenEffect,
  type EnforcementRun,
} from '../../shared/enforcement/use-cases/enforce-budgets.ts';
import { dynamoJournal } from '../../shared/journal/store/dynamo-journal.ts';
import type { PlatformClient } from '../../shared/kernel/platform/platform-client.ts';
import { watchEdits, type EditsWatched, type OrderEditRun } from '../../shared/kernel/records/use-cases/watch-edits.ts';
import type { Run, RunOutcome } from '../../shared/kernel/runs/run.ts';
import { immediateSteps } from '../../shared/kernel/runs/store/immediate-steps.ts';
import type { RunOrder } from '../../shared/kernel/runs/use-cases/job.ts';
import type { Clock } from '../../shared/kernel/runs/use-cases/ports.ts';
import { randomIds } from '../../shared/kernel/runtime/random-ids.ts';
import { scheduledHandler } from '../../shared/kernel/runtime/scheduled-handler.ts';
import { giveLive } from '../../shared/live/use-cases/give-live.ts';
import { dynamoRecipientStore } from '../../shared/mail/store/dynamo-recipient-store.ts';
import { watchMail } from '../../shared/mail/use-cases/watch-mail.ts';
import { countReachable } from '../../shared/notifications/use-cases/read-routing.ts';
import { watchReadiness } from '../../shared/readiness/use-cases/watch-readiness.ts';
import { notifyRequests } from '../../shared/requests/use-cases/notify-requests.ts';
import { watchRoster } from '../../shared/roster/use-cases.ts';
import { watchSessions } from '../../shared/sessions/use-cases/watch-sessions.ts';
import type { Settings } from '../../shared/settings/contract/settings.ts';
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

export interface JobResources {
  readonly clock: Clock;
  readonly storage: Pick<Storage, 'dynamo' | 'tables'>;
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

type WatcherOrder = RunOrder & { readonly dryRun: boolean };

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

/** Handlers log for AWS; locally the listeners report instead. */
function silentLogger(): Logger {
  return new Logger({ logLevel: 'SILENT' });
}

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
