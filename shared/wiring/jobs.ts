import type { SealedConnections } from '../channels/ports.ts';
import { job as computersJob } from '../computers/job.ts';
import { platformComputers } from '../computers/platform/platform-computers.ts';
import { watchComputers } from '../computers/use-cases/watch-computers.ts';
import { job as enforceJob } from '../enforcement/job.ts';
import { enforceBudgets } from '../enforcement/use-cases/enforce-budgets.ts';
import type {
  ComputerCalls,
  EnforcementCalls,
  LiveCalls,
  ReadinessCalls,
  SessionCalls,
} from '../kernel/platform/platform-calls.ts';
import { platformTime } from '../kernel/platform/platform-time.ts';
import { job as editsJob } from '../kernel/records/job.ts';
import { type OrderEditRun, watchEdits } from '../kernel/records/use-cases/watch-edits.ts';
import type { Steps } from '../kernel/runs/ports.ts';
import { scheduledHandler } from '../kernel/runtime/scheduled-handler.ts';
import { platformUsageSource } from '../ledger/platform/platform-usage-source.ts';
import { platformLimitWriter } from '../limits/platform.ts';
import { job as liveJob } from '../live/job.ts';
import { giveLive } from '../live/use-cases/give-live.ts';
import { job as bouncesJob } from '../mail/bounces-job.ts';
import { job as mailsJob } from '../mail/job.ts';
import type { MailSender } from '../mail/ports.ts';
import { sendMails } from '../mail/use-cases/send-mails.ts';
import { type MailEventsOrder, type MailWatched, watchMail } from '../mail/use-cases/watch-mail.ts';
import { countReachable } from '../notifications/use-cases/read-routing.ts';
import { job as readinessJob } from '../readiness/job.ts';
import { platformReportSource } from '../readiness/platform/platform-report-source.ts';
import { watchReadiness } from '../readiness/use-cases/watch-readiness.ts';
import { job as requestsJob } from '../requests/job.ts';
import { notifyRequests } from '../requests/use-cases/notify-requests.ts';
import { job as rosterJob } from '../roster/job.ts';
import { platformRoster, platformSignIns } from '../roster/platform/platform-roster.ts';
import { watchRoster } from '../roster/use-cases.ts';
import { job as sessionsJob } from '../sessions/job.ts';
import {
  platformListedSessions,
  platformSessions,
  platformSessionSource,
} from '../sessions/platform/platform-session-source.ts';
import { watchSessions } from '../sessions/use-cases/watch-sessions.ts';
import { bouncesHandler } from './handlers/bounces-handler.ts';
import { editsHandler } from './handlers/edits-handler.ts';
import { enforceHandler } from './handlers/enforce-handler.ts';
import { mailsHandler } from './handlers/mails-handler.ts';
import { requestsHandler } from './handlers/requests-handler.ts';
import { type HandlerDeps, type On, type OnPlatform, portsOf, type SettingsOf } from './wired-job.ts';

// One constant a job, and no side effects (as package.json says), so that the bundle of a job carries no other.

/** For so long another run is waited for. A nightly run is not: the next one of the hour does its work. */
const patienceMs = {
  // Nobody gives the order again for an edit that came while a night went on; the night itself had planned by then.
  edit: 150 * 60_000,
  // Nobody gives that order again either, and until the night the limits of the old window are wide open.
  'window-start': 120 * 60_000,
} as const;

/** In steps that may outlive their process: the pages that it reads are kept in a table. */
export const enforce = {
  job: enforceJob,
  ports: ({ platform, ...on }: On<typeof enforceJob, OnPlatform<EnforcementCalls>>) => ({
    ...portsOf(enforceJob, on),
    roster: platformRoster(platform),
    usage: platformUsageSource(platform),
    limitWriter: platformLimitWriter(platform, 'raise'),
    platformTime: platformTime(platform),
  }),
  run: async (...[ports, settings, order]: Parameters<typeof enforceBudgets>) =>
    enforceBudgets(ports, settings, {
      ...order,
      patienceMs: order.kind === undefined ? undefined : patienceMs[order.kind],
    }),
  handler: (_job: object, deps: Parameters<typeof enforceHandler>[0]) => enforceHandler(deps),
};

export const live = {
  job: liveJob,
  ports: ({ platform, ...on }: On<typeof liveJob, OnPlatform<LiveCalls>>) => ({
    ...portsOf(liveJob, on),
    sessions: platformListedSessions(platform),
    signIns: platformSignIns(platform),
    limitWriter: platformLimitWriter(platform),
    platformTime: platformTime(platform),
  }),
  run: giveLive,
  handler: scheduledHandler,
};

/** The sender, by the addresses of channels that the tables hold. */
interface SentBy {
  readonly sender: (connections: SealedConnections) => MailSender;
}

export const mails = {
  job: mailsJob,
  ports: ({ sender, ...on }: On<typeof mailsJob, SentBy>) => {
    const ports = portsOf(mailsJob, on);
    return { ...ports, sender: sender(ports.connections) };
  },
  run: async (
    { steps, ...ports }: Parameters<typeof sendMails>[0] & { readonly steps: Steps },
    _settings: object,
    order: Parameters<typeof sendMails>[2],
  ) => sendMails(ports, steps, order),
  handler: (_job: object, deps: Parameters<typeof mailsHandler>[0]) => mailsHandler(deps),
};

type Bounces = ReturnType<typeof portsOf<(typeof bouncesJob)['ports']>>;

export const bounces = {
  job: bouncesJob,
  ports: (on: On<typeof bouncesJob>) => portsOf(bouncesJob, on),
  run: async (ports: Bounces, _settings: object, order: MailEventsOrder) => watchMail(ports, order),
  handler: (
    _job: object,
    { ports, settings, ...deps }: HandlerDeps<Bounces, SettingsOf<typeof bouncesJob>, MailEventsOrder, MailWatched>,
  ) => bouncesHandler({ ...deps, countReachable: async () => countReachable(ports.recipients, settings) }),
};

export const edits = {
  job: editsJob,
  ports: ({ orderRun, ...on }: On<typeof editsJob, { readonly orderRun: OrderEditRun }>) => ({
    ...portsOf(editsJob, on),
    orderRun,
  }),
  run: async (ports: Parameters<typeof watchEdits>[0], _settings: object, order: Parameters<typeof watchEdits>[1]) =>
    watchEdits(ports, order),
  handler: (_job: object, deps: Parameters<typeof editsHandler>[0]) => editsHandler(deps),
};

export const roster = {
  job: rosterJob,
  ports: (on: On<typeof rosterJob>) => portsOf(rosterJob, on),
  run: watchRoster,
  handler: scheduledHandler,
};

export const sessions = {
  job: sessionsJob,
  ports: ({ platform, ...on }: On<typeof sessionsJob, OnPlatform<SessionCalls>>) => ({
    ...portsOf(sessionsJob, on),
    sessions: platformSessions(platform),
  }),
  run: watchSessions,
  handler: scheduledHandler,
};

export const computers = {
  job: computersJob,
  ports: ({ platform, ...on }: On<typeof computersJob, OnPlatform<ComputerCalls>>) => ({
    ...portsOf(computersJob, on),
    computers: platformComputers(platform),
    sessions: platformSessionSource(platform),
  }),
  run: watchComputers,
  handler: scheduledHandler,
};

export const readiness = {
  job: readinessJob,
  ports: ({ platform, ...on }: On<typeof readinessJob, OnPlatform<ReadinessCalls>>) => ({
    ...portsOf(readinessJob, on),
    reports: platformReportSource(platform),
  }),
  run: watchReadiness,
  handler: scheduledHandler,
};

export const requests = {
  job: requestsJob,
  ports: (on: On<typeof requestsJob>) => portsOf(requestsJob, on),
  run: notifyRequests,
  handler: (_job: object, deps: Parameters<typeof requestsHandler>[0]) => requestsHandler(deps),
};

/** The jobs that a schedule alone starts, that work on their tables and the platform, and whose runs list findings. */
export const watchers = {
  live,
  roster,
  sessions,
  computers,
  readiness,
};
