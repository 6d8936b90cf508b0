import { windowAt } from '../../domain/budgets/window.ts';
import { isTroubled } from '../../domain/mail/recipient.ts';
import { lateRuns, type ScheduleTimes } from '../../domain/runs/late-runs.ts';
import { enforceJob } from '../../domain/runs/run-id.ts';
import type { Hold, Run } from '../../domain/runs/run.ts';
import type { PlanStore } from '../enforcement/ports.ts';
import type { Outbox, RecipientStore } from '../mail/ports.ts';
import type { AlertStore } from '../notifications/ports.ts';
import type { RunStore } from '../runs/ports.ts';
import { readAlerts } from './alert-document.ts';
import { readSnapshot, type SnapshotOrder, type SnapshotPorts } from './read-snapshot.ts';
import { statusDocument, type HeldNow, type StatusDocumentOf } from './status-document.ts';

export interface StatusPorts extends SnapshotPorts {
  readonly alerts: Pick<AlertStore, 'read'>;
  readonly plans: Pick<PlanStore, 'find'>;
  readonly outbox: Pick<Outbox, 'listOpenStates'>;
  readonly recipients: Pick<RecipientStore, 'list'>;
}

export interface StatusOrder extends SnapshotOrder {
  /** Those of the jobs that keep records of their runs. */
  readonly schedules: readonly ScheduleTimes[];
  /** Nothing runs by itself otherwise. */
  readonly isRunning: boolean;
}

/** So many runs of each job are looked through: a day of those that come every five minutes, and more. */
const runsMax = 300;

/** How everything stands, from the tables alone: nothing is asked of the platform, nothing is changed. */
export async function readStatus(ports: StatusPorts, order: StatusOrder): Promise<StatusDocumentOf> {
  const { atMs, schedules, isRunning } = order;
  const at = new Date(atMs).toISOString();
  const [snapshot, runs, mails, recipients] = await Promise.all([
    readSnapshot(ports, order),
    runsUntil(ports.runs, [...new Set(schedules.map(({ job }) => job))], at),
    ports.outbox.listOpenStates(),
    ports.recipients.list(),
  ]);
  const { today, exposureTerms } = snapshot;
  const isFirstOfWindow = windowAt('platform', today, exposureTerms.moment.platformWindow).from === today;
  return statusDocument({
    at,
    snapshot,
    schedules,
    runs,
    isRunning,
    late: isRunning ? lateRuns(schedules, runs, { isFirstOfWindow }) : [],
    held: await heldNow(ports.plans, runs, at),
    alerts: (await readAlerts(ports.alerts, today)).filter(({ status }) => status === 'open'),
    mails,
    troubled: recipients.filter(isTroubled),
  });
}

async function runsUntil(store: Pick<RunStore, 'list'>, jobs: readonly string[], at: string): Promise<readonly Run[]> {
  const lists = await Promise.all(jobs.map(async (job) => store.list(job, runsMax)));
  return lists.flat().filter((run) => run.at <= at);
}

/** A run that met another one, or one that the ground moved under, is followed by the next at once. */
const lastingGuards: ReadonlySet<Hold['guard']> = new Set(['trust-gate', 'blast-radius']);

/** What holds the limits back now: the newest run that ended was held, and nobody has decided on its plan. */
async function heldNow(plans: Pick<PlanStore, 'find'>, runs: readonly Run[], at: string): Promise<readonly HeldNow[]> {
  const ended = runs.filter(({ job, outcome }) => job === enforceJob && outcome !== undefined);
  const [newest] = ended;
  const held = newest?.outcome?.held;
  if (newest === undefined || held === undefined || !lastingGuards.has(held.guard)) {
    return [];
  }
  const plan = held.plan === undefined ? undefined : await plans.find(held.plan);
  if (plan !== undefined && (plan.decision !== undefined || plan.expiresAt <= at)) {
    return [];
  }
  const first = ended.slice(0, firstOther(ended, held)).at(-1) ?? newest;
  return [{ ...held, since: plan?.heldAt ?? first.at }];
}

/** How many of the newest runs were held for the same. */
function firstOther(ended: readonly Run[], { guard, plan }: Hold): number {
  const other = ended.findIndex(({ outcome }) => outcome?.held?.guard !== guard || outcome.held.plan !== plan);
  return other === -1 ? ended.length : other;
}
