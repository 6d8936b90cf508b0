import { windowAt } from '../../budgets/window.ts';
import type { EvidenceChain } from '../../controls/ports.ts';
import { holdForAheadMark } from '../../enforcement/guards.ts';
import { newestFirst, planStatus, type HeldPlan } from '../../enforcement/held-plan.ts';
import type { PlanStore } from '../../enforcement/ports.ts';
import { readHead } from '../../evidence/use-cases/read-head.ts';
import {
  readSnapshot,
  type SnapshotOrder,
  type SnapshotPorts,
} from '../../explanation/use-cases/snapshots/read-snapshot.ts';
import { lateRuns, type ScheduleTimes } from '../../kernel/runs/late-runs.ts';
import type { LeaseStore, RunStore } from '../../kernel/runs/ports.ts';
import { enforceJob } from '../../kernel/runs/run-id.ts';
import type { Hold, Run } from '../../kernel/runs/run.ts';
import { findRunsCutOff } from '../../kernel/runs/use-cases/find-runs-cut-off.ts';
import type { Outbox, RecipientStore } from '../../mail/ports.ts';
import { isTroubled } from '../../mail/recipient.ts';
import { countAlerts } from '../../notifications/alert-order.ts';
import type { AlertStore } from '../../notifications/ports.ts';
import type { Severity } from '../../notifications/severity.ts';
import { readAlerts } from '../../notifications/use-cases/alert-document.ts';
import { shortPool } from '../../pools/use-cases/pool-document.ts';
import { statusDocument, type HeldNow, type StatusDocumentOf } from './status-document.ts';

export interface StatusPorts extends SnapshotPorts {
  readonly alerts: AlertStore;
  readonly leases: LeaseStore;
  readonly plans: PlanStore;
  readonly outbox: Outbox;
  readonly recipients: RecipientStore;
  readonly evidence: EvidenceChain;
}

export interface StatusOrder extends SnapshotOrder {
  readonly schedules: readonly ScheduleTimes[];
  /** The clock in Unix milliseconds, when the status is for an earlier moment. */
  readonly nowMs?: number;
  /** Otherwise nothing runs on schedule. */
  readonly isRunning: boolean;
}

/** Runs read of each job: more than a day of runs every five minutes. */
const runsMax = 300;

/** The status from the tables, without calling the platform. Changes nothing. */
export async function readStatus(ports: StatusPorts, order: StatusOrder): Promise<StatusDocumentOf> {
  const { atMs, schedules, isRunning } = order;
  const at = new Date(atMs).toISOString();
  const [snapshot, runs, plans, mails, recipients, evidence, mark] = await Promise.all([
    readSnapshot(ports, order),
    runsUntil(ports.runs, [...new Set(schedules.map(({ job }) => job))], at),
    ports.plans.list(),
    ports.outbox.listOpenStates(),
    ports.recipients.list(),
    readHead(ports.evidence),
    ports.runs.latestApplied(enforceJob),
  ]);
  const { today, exposureTerms } = snapshot;
  const alerts = await readAlerts(ports.alerts, today);
  const isFirstOfWindow = windowAt('platform', today, exposureTerms.moment.platformWindow).from === today;
  return statusDocument({
    at,
    snapshot,
    schedules,
    runs,
    cutOff: await findRunsCutOff(ports, runs, ports.clock.now()),
    isRunning,
    admins: order.settings.admins.length,
    late: isRunning ? lateRuns(schedules, runs, { isFirstOfWindow }) : [],
    held: [...heldNow(plans, runs, atMs), ...aheadMark(mark, order)],
    alerts: alerts.filter(({ status }) => status === 'open'),
    muted: alerts.filter(({ status }) => status === 'muted').length,
    mails,
    troubled: recipients.filter(isTroubled),
    evidence: evidence.kind === 'read' ? evidence.head : undefined,
  });
}

async function runsUntil(store: RunStore, jobs: readonly string[], at: string): Promise<readonly Run[]> {
  const lists = await Promise.all(jobs.map(async (job) => store.list(job, runsMax)));
  return lists.flat().filter((run) => run.at <= at);
}

/** Every run is held, even if none has met the mark yet. */
function aheadMark(mark: string | undefined, { atMs, nowMs = atMs }: StatusOrder): readonly HeldNow[] {
  return mark === undefined || Date.parse(mark) <= nowMs
    ? []
    : [{ ...holdForAheadMark(mark), since: new Date(atMs).toISOString() }];
}

/** What holds the limits back now: undecided plans, and doubtful figures met by the newest finished run. */
function heldNow(plans: readonly HeldPlan[], runs: readonly Run[], atMs: number): readonly HeldNow[] {
  const waiting = newestFirst(plans)
    .filter((plan) => planStatus(plan, atMs) === 'held')
    .map(({ planId, detail, heldAt }) => ({ guard: 'blast-radius' as const, plan: planId, detail, since: heldAt }));
  const ended = runs.filter(({ job, outcome }) => job === enforceJob && outcome !== undefined);
  const [newest] = ended;
  const held = newest?.outcome?.held;
  if (newest === undefined || held?.guard !== 'trust-gate') {
    return waiting;
  }
  const first = ended.slice(0, firstOther(ended, held)).at(-1) ?? newest;
  return [...waiting, { ...held, since: first.at }];
}

function firstOther(ended: readonly Run[], { guard }: Hold): number {
  const other = ended.findIndex(({ outcome }) => outcome?.held?.guard !== guard);
  return other === -1 ? ended.length : other;
}

/** The part of a status that is cut; the rest passes through. */
interface CutStatus {
  readonly stopped: readonly unknown[];
  readonly stoppedNext: readonly unknown[];
  readonly pools: readonly { readonly unbounded: readonly string[] }[];
  readonly held: readonly unknown[];
  readonly alerts: readonly { readonly severity: Severity }[];
  readonly alertRows: readonly { readonly asks: boolean }[];
  readonly undelivered: readonly unknown[];
}

/** Entries that the first page names of each kind; it shows fewer. */
const namedMax = 20;
/** Alerts that a status names; the list of alerts has the rest. */
const alertsMax = 100;

/** How many there are of what a status lists, its cut lists included. */
function countsOf({ stopped, stoppedNext, pools, held, alerts, alertRows, undelivered }: CutStatus) {
  return {
    stopped: stopped.length,
    stoppedNext: stoppedNext.length,
    pools: pools.length,
    unbounded: pools.reduce((sum, { unbounded }) => sum + unbounded.length, 0),
    held: held.length,
    alerts: alerts.length,
    alertRows: alertRows.length,
    undelivered: undelivered.length,
    bySeverity: countAlerts(alerts),
  };
}

/** A status without the long lists that others have whole: alerts, and who leaves a pool unbounded. */
export function shortStatus<S extends CutStatus>(status: S) {
  return {
    ...status,
    pools: status.pools.map((pool: S['pools'][number]) => shortPool(pool)),
    alerts: status.alerts.slice(0, alertsMax) as readonly S['alerts'][number][],
    counts: countsOf(status),
  };
}

/** A status cut to what the first page shows, with the totals: a large organization's is long. */
export function showHome<S extends CutStatus>(status: S) {
  const { stopped, stoppedNext, pools, held, alerts, alertRows, undelivered } = status;
  return {
    ...status,
    renewing: false,
    stopped: first<S['stopped'][number]>(stopped),
    stoppedNext: first<S['stoppedNext'][number]>(stoppedNext),
    pools: first<S['pools'][number]>(pools).map(shortPool),
    held: first<S['held'][number]>(held),
    alerts: first<S['alerts'][number]>(alerts),
    alertRows: first<S['alertRows'][number]>(alertRows),
    undelivered: first<S['undelivered'][number]>(undelivered),
    counts: countsOf(status),
  };
}

function first<Row>(rows: readonly Row[]): readonly Row[] {
  return rows.slice(0, namedMax);
}
