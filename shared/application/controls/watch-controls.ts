import type { ControlsReport } from '../../domain/controls/controls-report.ts';
import type { ControlsPolicy } from '../../domain/controls/history/circumstances.ts';
import type { ControlsAudience } from '../../domain/controls/mail/audience.ts';
import { initialState, type WatchState } from '../../domain/controls/history/watch-state.ts';
import type { MailContent } from '../../domain/mail/content.ts';
import { failedOutcome, heldOutcome } from '../../domain/runs/outcome.ts';
import type { Run, RunOutcome } from '../../domain/runs/run.ts';
import type { HistoryPorts } from './collect-history.ts';
import type { DiffControls } from './judge-revision.ts';
import type { ControlsDecisionStore, EvidenceChain, WatchStateStore } from './ports.ts';
import { decideFailure, decideHistory, type Decided } from './decide-history.ts';
import { finishIntent, type Finished } from './finish-intent.ts';
import { leaseKeeper, LeaseLostError, type LeaseKeeper } from '../runs/lease-keeper.ts';
import {
  PlatformRefusedError,
  PlatformUnavailableError,
  type Ids,
  type Journal,
  type LeaseStore,
  type RunStore,
} from '../runs/ports.ts';
import type { Outbox, RecipientStore } from '../mail/ports.ts';
import { composeMails, writeMails } from '../notifications/write-mails.ts';
import type { AlertStore } from '../notifications/ports.ts';
import { readRouting } from '../notifications/read-routing.ts';
import type { TellingSettings } from '../runs/run-context.ts';
import { deliveryMoment } from '../../domain/notifications/delivery.ts';
import { describeUnheard, unheardConditions, type Grave } from '../../domain/notifications/unheard.ts';
import { evidenceWriter } from './record-evidence.ts';
import { withWatchLease } from './watch-lease.ts';

export interface WatchPorts extends HistoryPorts {
  readonly ids: Ids;
  readonly outbox: Outbox;
  readonly alerts: AlertStore;
  readonly recipients: Pick<RecipientStore, 'list'>;
  readonly leases: LeaseStore;
  readonly runs: RunStore;
  readonly journal: Journal;
  readonly state: WatchStateStore;
  readonly evidence: EvidenceChain;
  readonly decisions: ControlsDecisionStore;
}

/** What decides about changes, apart from how they are found. All of it is pure. */
export interface ControlsRules {
  readonly diff: DiffControls;
  readonly describe: (report: ControlsReport, audience: ControlsAudience) => MailContent;
}

/** The part of the settings that the watcher needs; their meaning stands in `contracts/settings.ts`. */
export interface WatchSettings {
  readonly admins: readonly string[];
  readonly alerts: TellingSettings;
  readonly controls: ControlsPolicy & {
    readonly securityContacts: readonly string[];
    readonly runbook?: string | undefined;
  };
}

export interface WatchOrder {
  /** The same event delivered twice has the same run id, and is one run. */
  readonly runId: string;
  /** Unix milliseconds as of which the job runs. */
  readonly atMs: number;
  /** Reads and stores; nobody is notified, and the next run does it all. */
  readonly dryRun: boolean;
  /** Wall-clock Unix milliseconds after which nothing more is begun. */
  readonly stopAtMs: number;
}

export interface Watch {
  readonly run: Run;
  readonly outcome: RunOutcome;
  /** What was worth a mail, or in a dry run would be; two when an earlier run had left its own unfinished. */
  readonly reports: readonly ControlsReport[];
}

export const controlsJob = 'controls';

/** Half of it is longer than one call of the platform with all its retries can take. */
const leaseMs = 10 * 60_000;

/** One run with all that it works on. */
export interface WatchWork {
  readonly ports: WatchPorts;
  readonly rules: ControlsRules;
  readonly settings: WatchSettings;
  readonly order: WatchOrder;
  /** ISO instant as of which the run sees what it sees. */
  readonly at: string;
}

/**
 * Reads the history of the controls, appends what is new to the evidence and reports what it means. It can be stopped
 * anywhere and run again: what is decided is written down before it is done, and finished by whoever comes next under
 * the same ids. Expected ends are values; an error that is thrown is an operating error of a store or our own.
 */
export async function watchControls(
  ports: WatchPorts,
  { rules, settings }: { readonly rules: ControlsRules; readonly settings: WatchSettings },
  order: WatchOrder,
): Promise<Watch> {
  const at = new Date(order.atMs).toISOString();
  const earlier = await ports.runs.find(order.runId);
  if (earlier?.outcome?.status === 'complete') {
    return { run: earlier, outcome: earlier.outcome, reports: [] };
  }
  const started: Run = { runId: order.runId, job: controlsJob, at, startedAt: isoNow(ports) };
  const claim = { owner: ports.ids.next(), nowMs: ports.clock.now(), durationMs: leaseMs };
  const acquired = await ports.leases.acquire(controlsJob, claim);
  if (acquired.kind === 'held') {
    return { run: started, outcome: heldByAnother(acquired.untilMs), reports: [] };
  }
  try {
    const keeper = leaseKeeper(ports, acquired.lease, leaseMs);
    const work = { ports: withWatchLease(ports, keeper), rules, settings, order, at };
    return await runWatch(work, started, keeper);
  } catch (error) {
    if (error instanceof LeaseLostError) {
      // Whoever has taken over writes the record of this event.
      return { run: started, outcome: heldOutcome({ guard: 'another-run', detail: takenOver }), reports: [] };
    }
    throw error;
  } finally {
    await ports.leases.release(acquired.lease);
  }
}

async function runWatch(work: WatchWork, started: Run, keeper: LeaseKeeper): Promise<Watch> {
  const { ports, order } = work;
  if (order.dryRun) {
    return { run: started, ...(await watch(work)) };
  }
  await ports.runs.put(started);
  const { outcome, reports } = await watch(work);
  await keeper.keep();
  await appendRun(work, outcome);
  const run: Run = { ...started, finishedAt: isoNow(ports), outcome };
  await ports.runs.put(run);
  return { run, outcome, reports };
}

type Result = Pick<Watch, 'outcome' | 'reports'>;

/** The work itself; what the platform may do to it becomes its outcome. */
async function watch(work: WatchWork): Promise<Result> {
  const { ports, order } = work;
  let state = (await ports.state.read()) ?? initialState;
  const finished: Omit<Finished, 'state'>[] = [];
  if (state.intent !== undefined && !order.dryRun) {
    const earlier = await finishIntent(work, state, 'taken-up');
    ({ state } = earlier);
    finished.push(earlier);
  }
  const decided = await decide(work, state);
  const { problems, isFailed } = decided;
  if (decided.state !== undefined) {
    finished.push(await settle(work, state, decided.state));
  }
  const reports = finished.flatMap((each) => each.reports);
  const unheard = finished.flatMap((each) => each.unheard);
  const { alerts, problem } = order.dryRun ? { alerts: 0 } : await writeDue(work, unheard);
  const all = [...problems, ...(problem === undefined ? [] : [problem])];
  if (isFailed) {
    return { outcome: { ...failedOutcome(problems[0] ?? ''), problems: all, alerts }, reports };
  }
  const isWhole = problems.length === 0;
  const counts = { capsChanged: 0, capsFailed: 0, alerts };
  return {
    outcome: { status: isWhole ? 'complete' : 'partial', ...counts, isUnfinished: !isWhole, problems: all },
    reports,
  };
}

/** Writes the mails that are due by now, also those of earlier runs. Says so where nobody can be notified. */
async function writeDue(
  { ports, settings, order, at }: WatchWork,
  unheard: readonly Grave[],
): Promise<{ readonly alerts: number; readonly problem?: string | undefined }> {
  const run = { runId: order.runId, at, today: at.slice(0, 10) };
  const delivery = deliveryMoment(settings.alerts, order.atMs);
  const mails = await composeMails(ports, run, { lease: 'controls', delivery, summaries: [] });
  await writeMails(ports, mails);
  const routing = await readRouting(ports.recipients, settings);
  // What is open and new stands in the report of this run already.
  const open = unheard.length > 0 ? [] : unheardConditions(await ports.alerts.read('controls', []), routing, at);
  return { alerts: mails.length, problem: describeUnheard([...unheard, ...open], routing) };
}

interface Decision extends Decided {
  readonly isFailed: boolean;
}

async function decide(work: WatchWork, state: WatchState): Promise<Decision> {
  try {
    return { ...(await decideHistory(work, state)), isFailed: false };
  } catch (error) {
    if (error instanceof PlatformUnavailableError || error instanceof PlatformRefusedError) {
      return { ...(await decideFailure(work, state, error)), isFailed: true };
    }
    throw error;
  }
}

/** Writes a decision down, then does it. */
async function settle(work: WatchWork, seen: WatchState, next: WatchState): Promise<Finished> {
  const { ports, order } = work;
  if (order.dryRun) {
    return next.intent === undefined ? nothingDone(next) : finishIntent(work, next, 'dry-run');
  }
  const head = next.intent === undefined ? undefined : await ports.evidence.head();
  const written = { ...next, version: seen.version, evidenceSeq: head?.seq ?? seen.evidenceSeq };
  if (!(await ports.state.replace(written))) {
    throw new LeaseLostError('another run has gone on from here');
  }
  const state = { ...written, version: seen.version + 1 };
  return state.intent === undefined ? nothingDone(state) : finishIntent(work, state, 'fresh');
}

function nothingDone(state: WatchState): Finished {
  return { state, reports: [], unheard: [] };
}

/** The heartbeat: a run that found nothing leaves a link too. */
async function appendRun({ ports, order, at }: WatchWork, { status, problems }: RunOutcome): Promise<void> {
  const id = `run/${order.runId}/${status}`;
  const writer = await evidenceWriter(ports);
  if (writer.head?.body['id'] === id) {
    return;
  }
  const handled = (await ports.state.read())?.handled;
  const body = { runId: order.runId, at, status, handledThrough: handled?.through ?? null, problems: [...problems] };
  await writer.add({ kind: 'run', id, body });
}

const takenOver = 'another run has taken over in the middle of this one, and goes on from there';

function heldByAnother(untilMs: number): RunOutcome {
  const detail = `another run is reading the controls right now; if it was stopped, the way is free at ${new Date(untilMs).toISOString()}`;
  return heldOutcome({ guard: 'another-run', detail });
}

function isoNow({ clock }: WatchPorts): string {
  return new Date(clock.now()).toISOString();
}
