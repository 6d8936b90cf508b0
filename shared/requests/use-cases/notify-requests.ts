import { reportInvitation } from '../../hook/invitation.ts';
import { invitationStoreNeeds, type InvitationStore } from '../../hook/ports.ts';
import type { LeaseNeeds } from '../../kernel/runs/ports.ts';
import { requestsJob } from '../../kernel/runs/run-id.ts';
import type { RunOutcome } from '../../kernel/runs/run.ts';
import { passed, type JobWork, type RunOrder } from '../../kernel/runs/use-cases/job.ts';
import { applyPermitted, closeRun, endOf, runJob } from '../../kernel/runs/use-cases/run-job.ts';
import { watcherNeeds, type WatcherPorts } from '../../kernel/runs/use-cases/watcher-ports.ts';
import type { Report } from '../../notifications/notification.ts';
import { composeDueMails } from '../../notifications/use-cases/due-mails.ts';
import { notify } from '../../notifications/use-cases/notify.ts';
import { readRouting } from '../../notifications/use-cases/read-routing.ts';
import { requestStoreNeeds, type RequestStore } from '../ports.ts';
import { newsOf, requestMonths } from '../request.ts';
import type { RequestSettings } from './give-credits.ts';
import type { ImpactPorts } from './list-requests.ts';
import { reportOf } from './report-request.ts';

interface NotifyRequestsPorts extends WatcherPorts, ImpactPorts {
  readonly requests: RequestStore;
  readonly invitations: InvitationStore;
}

/** An unreported change of a request, with its report; none for a withdrawn request. */
interface PendingReport {
  readonly report: Report | undefined;
  readonly markNotified: () => Promise<void>;
}

/** Notifies, once each: approvers of new and waiting requests, requesters of the outcome, and invited people. */
export async function notifyRequests(ports: NotifyRequestsPorts, settings: RequestSettings, order: RunOrder) {
  return runJob(ports, order, frameOf(ports), async (work) => {
    const end = await endOf(async () => {
      const waiting = await collect(work, settings);
      return { waiting, ...(await applyPermitted(work, passed, async () => ({}))) };
    });
    return closeRun(work, end, () => complete, {
      observe: async ({ waiting }) => notifyOf(work, settings, waiting),
      compose: async (_outcome, nowMs) => composeDueMails(work.ports, work.run, { lease: 'requests', settings, nowMs }),
    });
  });
}

const complete: RunOutcome = { status: 'complete', alerts: 0, isUnfinished: false, problems: [] };

function frameOf({ leases, ids, runs, journal }: NotifyRequestsPorts) {
  // Another run may have read the table before the change that started this one.
  const patience = { patienceMs: 60_000, waitMs: 500 };
  const lease = { leases, ids, name: requestsJob, durationMs: 5 * 60_000, doing: 'notifying of requests', patience };
  return { name: requestsJob, lease: { ...lease, needs }, record: { runs, journal } };
}

const needs: LeaseNeeds<NotifyRequestsPorts> = {
  ...watcherNeeds,
  requests: requestStoreNeeds,
  invitations: invitationStoreNeeds,
  budgets: 'free',
  live: 'free',
  teams: 'free',
  grants: 'free',
  users: 'free',
  ledger: 'free',
  limits: 'free',
};

async function collect(
  { ports, run }: JobWork<NotifyRequestsPorts>,
  settings: RequestSettings,
): Promise<readonly PendingReport[]> {
  const waiting: PendingReport[] = [];
  for (const { request, told } of await ports.requests.listNotified(requestMonths(run.today))) {
    const news = newsOf(request, run.at);
    if (news !== told) {
      const report = await reportOf(ports, settings, { request, at: run.at });
      waiting.push({ report, markNotified: async () => ports.requests.markNotified(request, news) });
    }
  }
  return [...waiting, ...(await newInvitations(ports, settings))];
}

async function newInvitations(
  { invitations }: NotifyRequestsPorts,
  { doorUrl }: RequestSettings,
): Promise<readonly PendingReport[]> {
  const invited = doorUrl === undefined ? [] : await invitations.listNotified();
  return invited.flatMap(({ invitation, isNotified }) =>
    isNotified || doorUrl === undefined
      ? []
      : {
          report: reportInvitation(invitation, doorUrl),
          markNotified: async () => invitations.markNotified(invitation),
        },
  );
}

async function notifyOf(
  { ports, run }: JobWork<NotifyRequestsPorts>,
  settings: RequestSettings,
  waiting: readonly PendingReport[],
): Promise<void> {
  const routing = await readRouting(ports.recipients, settings);
  const observations = { at: run.at, observed: [], lookedFor: {} };
  for (const { report, markNotified } of waiting) {
    if (report !== undefined) {
      await notify(ports, run, { lease: 'requests', observations, routing, known: [], report });
    }
    // Last: an interrupted run makes the same notifications again, which then exist already.
    await markNotified();
  }
}
