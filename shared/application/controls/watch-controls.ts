import type { ControlsReport } from '../../domain/controls/controls-report.ts';
import {
  evidenceFaultObservation,
  unanchoredObservation,
} from '../../domain/controls/evidence/anchors/observe-anchors.ts';
import { initialState, type WatchState } from '../../domain/controls/history/watch-state.ts';
import type { Observations } from '../../domain/notifications/conditions/decide-conditions.ts';
import { observeTampering } from '../../domain/notifications/observe/observe-tampering.ts';
import type { Grave } from '../../domain/notifications/unheard.ts';
import { failedOutcome } from '../../domain/runs/outcome.ts';
import type { RunOutcome } from '../../domain/runs/run.ts';
import { composeDueMails } from '../notifications/due-mails.ts';
import { notify } from '../notifications/notify.ts';
import { readRouting } from '../notifications/read-routing.ts';
import { passed, type EndedRun, type Job, type JobEnd, type JobWork, type WorkEnd } from '../runs/job.ts';
import { LeaseLostError } from '../runs/lease-keeper.ts';
import type { LeaseNeeds } from '../runs/leased-ports.ts';
import { runJob } from '../runs/run-job.ts';
import { watcherNeeds } from '../watchers/watcher-ports.ts';
import { anchorKeeper, settingsToAnchor, type AnchorKeeper } from './anchors/anchor-keeper.ts';
import { maySign } from './anchors/may-sign.ts';
import { evidenceWriter } from './evidence/record-evidence.ts';
import type { Finished, FinishedHow } from './finish-intent.ts';
import { decideHistory, readHistory, type Decided, type ReadHistory } from './history/decide-history.ts';
import {
  controlsHistoryNeeds,
  evidenceChainNeeds,
  revisionStoreNeeds,
  watchStateStoreNeeds,
  anchorStoreNeeds,
} from './ports.ts';
import type { WatchOrder, WatchPorts, WatchWork } from './watch-work.ts';

export interface Watch extends EndedRun {
  /** What was worth a mail, or in a dry run would be; two when an earlier run had left its own unfinished. */
  readonly reports: readonly ControlsReport[];
}

export const controlsJob = 'controls';

/** What an intent came to: nothing, where there was none. */
type Settled = Pick<Finished, 'reports' | 'unheard'>;

/** Where the run goes on from, what it has read, and what an earlier run had left to be reported. */
interface Collected extends Settled {
  readonly state: WatchState;
  readonly read: ReadHistory;
}

interface Plan extends Decided {
  /** The state that it was decided on. */
  readonly seen: WatchState;
  /** In a dry run, what would be reported. */
  readonly preview: readonly ControlsReport[];
}

type End = JobEnd<Collected, Plan, Settled>;
type OwnEnd = WorkEnd<Collected, Plan, Settled>;

const nothingReported: Settled = { reports: [], unheard: [] };

/**
 * Reads the history of the controls, appends what is new to the evidence and reports what it means. What is decided is
 * written down before it is done, and finished by the next run under the same ids. The frame stands in `run-job.ts`.
 */
export async function watchControls(
  ports: WatchPorts,
  terms: Pick<WatchWork, 'rules' | 'settings'>,
  order: WatchOrder,
): Promise<Watch> {
  const { end, ...ended } = await runJob(ports, order, controlsRun(ports, terms, order));
  return { ...ended, reports: end === undefined ? [] : reportsOf(end) };
}

function controlsRun(
  { leases, ids, runs }: WatchPorts,
  terms: Pick<WatchWork, 'rules' | 'settings'>,
  order: WatchOrder,
): Job<WatchPorts, Collected, Plan, undefined, Settled> {
  let anchoring: AnchorKeeper | undefined;
  const workOf = ({ ports, run }: JobWork<WatchPorts>): WatchWork => {
    anchoring ??= anchorKeeper(ports);
    return { ...terms, ports, order, at: run.at, anchoring };
  };
  return {
    name: controlsJob,
    lease: { leases, ids, name: controlsJob, durationMs: 10 * 60_000, doing: 'reading the controls', needs },
    record: { runs },
    collect: async (work) => collect(workOf(work)),
    plan: async (work, collected) => plan(workOf(work), collected),
    guard: async () => passed,
    apply: async (work, decided) => apply(workOf(work), decided),
    outcome: async (_work, end) => outcomeOf(end),
    notify: {
      // An intent makes its own notifications: it is finished by whichever run finds it.
      observe: async (work) => observeEvidence(workOf(work)),
      compose: async ({ ports: leased, run }, { end, nowMs }) =>
        composeDueMails(leased, run, { lease: 'controls', settings: terms.settings, nowMs, unheard: unheardIn(end) }),
    },
    close: async (work, outcome) => appendRun(workOf(work), outcome),
  };
}

/** Finishes what an earlier run has decided and left, then reads the history. */
async function collect(work: WatchWork): Promise<Collected> {
  const found = (await work.ports.state.read()) ?? initialState;
  const isLeft = found.intent !== undefined && !work.order.dryRun;
  const earlier = isLeft ? await finish(work, found, 'taken-up') : { state: found, ...nothingReported };
  return { ...earlier, read: await readHistory(work, earlier.state) };
}

async function plan(work: WatchWork, { state: seen, read }: Collected): Promise<Plan> {
  const decided = await decideHistory(work, seen, read);
  const next = decided.state;
  const isPreviewed = work.order.dryRun && next?.intent !== undefined;
  return { ...decided, seen, preview: isPreviewed ? (await finish(work, next, 'dry-run')).reports : [] };
}

/** Writes down what was decided, then does it. */
async function apply(work: WatchWork, { seen, state: next }: Plan): Promise<Settled> {
  if (next === undefined) {
    return nothingReported;
  }
  const { ports } = work;
  const head = next.intent === undefined ? undefined : await ports.evidence.head();
  const written = { ...next, version: seen.version, evidenceSeq: head?.seq ?? seen.evidenceSeq };
  if (!(await ports.state.replace(written))) {
    throw new LeaseLostError('another run has gone on from here');
  }
  const state = { ...written, version: seen.version + 1 };
  return state.intent === undefined ? nothingReported : finish(work, state, 'fresh');
}

/** Loaded when there is something to report: most runs find nothing. */
async function finish(work: WatchWork, state: WatchState, how: FinishedHow): Promise<Finished> {
  const { finishIntent } = await import('./finish-intent.ts');
  return finishIntent(work, state, how);
}

function outcomeOf(end: OwnEnd): RunOutcome {
  const { problems, isFailed } = end.plan;
  if (isFailed) {
    return { ...failedOutcome(problems[0] ?? ''), problems };
  }
  const isWhole = problems.length === 0;
  return { status: isWhole ? 'complete' : 'partial', alerts: 0, isUnfinished: !isWhole, problems };
}

function unheardIn(end: End): readonly Grave[] {
  return end.kind === 'cut-short'
    ? []
    : [...end.collected.unheard, ...(end.kind === 'applied' ? end.applied.unheard : [])];
}

function reportsOf(end: End): readonly ControlsReport[] {
  if (end.kind === 'cut-short') {
    return [];
  }
  return [...end.collected.reports, ...(end.kind === 'applied' ? end.applied.reports : end.plan.preview)];
}

/**
 * Reports what is wrong with the evidence and with what keeps runs in order, then signs what is new of the evidence:
 * nothing of a table that was changed before the alert is acknowledged, since a signature would vouch for the change.
 */
async function observeEvidence(work: WatchWork): Promise<void> {
  const { ports, settings, at, anchoring } = work;
  const owners = settings.controls.securityContacts;
  const tampered = observeTampering(await ports.leases.tampered(), { nowMs: ports.clock.now(), owners });
  if (tampered.length > 0) {
    await notifyOf(work, { observed: tampered, lookedFor: {} });
  }
  const faults = await anchoring.faults();
  if (faults.length > 0) {
    await notifyOf(work, { observed: faults.map((fault) => evidenceFaultObservation(fault, owners)), lookedFor: {} });
  }
  if (await maySign(ports.alerts, faults, at)) {
    await anchoring.anchorIfDue(await settingsToAnchor(ports, (await ports.state.read()) ?? initialState));
  }
  const unanchored = await anchoring.unanchored();
  const observed = unanchored === undefined ? [] : [unanchoredObservation(unanchored, owners)];
  if (observed.length > 0 || (await isUnanchoredOpen(work))) {
    await notifyOf(work, { observed, lookedFor: { 'evidence-unanchored': 'all' } });
  }
}

async function notifyOf(work: WatchWork, seen: Pick<Observations, 'observed' | 'lookedFor'>): Promise<void> {
  const { ports, settings, order, at } = work;
  await notify(
    ports,
    { runId: order.runId, at, today: at.slice(0, 10) },
    { lease: 'controls', observations: { at, ...seen }, routing: await readRouting(ports.recipients, settings) },
  );
}

async function isUnanchoredOpen({ ports }: WatchWork): Promise<boolean> {
  const open = await ports.alerts.read('controls', []);
  return open.some((state) => state.kind === 'observed' && state.observation.topic === 'evidence-unanchored');
}

/** The heartbeat: a run that found nothing leaves a link too. */
async function appendRun({ ports, order, at, anchoring }: WatchWork, { status, problems }: RunOutcome): Promise<void> {
  const id = `run/${order.runId}/${status}`;
  const writer = await evidenceWriter(ports);
  if (writer.head?.body['id'] === id) {
    return;
  }
  const state = (await ports.state.read()) ?? initialState;
  const newest = (await settingsToAnchor(ports, state)) ?? null;
  const anchor = anchoring.newest();
  const body = {
    runId: order.runId,
    at,
    status,
    handledThrough: state.handled?.through ?? null,
    // Which settings were in force when it beat.
    newest: newest === null ? null : { ...newest },
    problems: [...problems],
    // Where the tables are all that a reader has, it says how far they were signed by then.
    anchor: anchor === undefined ? null : { ...anchor },
  };
  await writer.add({ kind: 'run', id, body });
}

const needs: LeaseNeeds<WatchPorts> = {
  ...watcherNeeds,
  decisions: 'free',
  history: controlsHistoryNeeds,
  revisions: revisionStoreNeeds,
  state: watchStateStoreNeeds,
  evidence: evidenceChainNeeds,
  signer: 'free',
  anchors: anchorStoreNeeds,
};
