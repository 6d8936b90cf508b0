import { anchorKeeper } from '../../evidence/use-cases/anchors/anchor-keeper.ts';
import { failedOutcome } from '../../kernel/runs/outcome.ts';
import type { RunOutcome } from '../../kernel/runs/run.ts';
import {
  passed,
  type EndedRun,
  type Job,
  type JobEnd,
  type JobWork,
  type WorkEnd,
} from '../../kernel/runs/use-cases/job.ts';
import { LeaseLostError } from '../../kernel/runs/use-cases/lease-keeper.ts';
import type { LeaseNeeds } from '../../kernel/runs/use-cases/leased-ports.ts';
import { runJob } from '../../kernel/runs/use-cases/run-job.ts';
import { watcherNeeds } from '../../kernel/runs/use-cases/watcher-ports.ts';
import type { Grave } from '../../notifications/unheard.ts';
import type { ControlsReport } from '../controls-report.ts';
import { initialState, type WatchState } from '../history/watch-state.ts';
import { appendRun, composeMails, observeEvidence, type WatchRun } from './close-watch.ts';
import type { Finished, FinishedHow } from './finish-intent.ts';
import { decideHistory, readHistory, type Decided, type ReadHistory } from './history/decide-history.ts';
import { alertsWatched } from './leave-look.ts';
import {
  controlsHistoryNeeds,
  evidenceChainNeeds,
  revisionStoreNeeds,
  watchStateStoreNeeds,
  anchorStoreNeeds,
} from './ports.ts';
import type { WatchOrder, WatchPorts, WatchWork } from './watch-work.ts';

export interface Watch extends EndedRun {
  /** What was mailed, or would be in a dry run; two when an earlier run had left its own unfinished. */
  readonly reports: readonly ControlsReport[];
}

const controlsJob = 'controls';

type SettledReports = Pick<Finished, 'reports' | 'unheard'>;

interface Collected extends SettledReports {
  readonly state: WatchState;
  readonly read: ReadHistory;
}

interface Plan extends Decided {
  readonly seen: WatchState;
  readonly preview: readonly ControlsReport[];
}

type End = JobEnd<Collected, Plan, SettledReports>;

const nothingReported: SettledReports = { reports: [], unheard: [] };

/**
 * Reads the control history, appends new revisions to the evidence and reports their meaning. Decisions are written
 * before they are carried out; the next run finishes an interrupted one under the same ids. `run-job.ts` holds the
 * frame.
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
): Job<WatchPorts, Collected, Plan, undefined, SettledReports> {
  let begun: (Pick<WatchRun, 'seen' | 'watched'> & Pick<WatchWork, 'anchoring'>) | undefined;
  const runOf = ({ ports, run }: JobWork<WatchPorts>): WatchRun => {
    begun ??= { seen: { isNotified: false }, watched: alertsWatched(ports.alerts), anchoring: anchorKeeper(ports) };
    const { seen, watched, anchoring } = begun;
    const work = { ...terms, ports: { ...ports, alerts: watched.alerts }, order, at: run.at, anchoring };
    return { work, watched, seen };
  };
  return {
    name: controlsJob,
    lease: { leases, ids, name: controlsJob, durationMs: 10 * 60_000, doing: 'reading the controls', needs },
    record: { runs },
    collect: async (work) => collect(runOf(work)),
    plan: async (work, collected) => plan(runOf(work).work, collected),
    guard: async () => passed,
    apply: async (work, decided) => apply(runOf(work).work, decided),
    outcome: async (_work, end) => outcomeOf(end),
    notify: {
      // An intent makes its own notifications: the run that finds it finishes it.
      observe: async (work) => observeEvidence(runOf(work)),
      compose: async (work, { end, nowMs }) => composeMails(runOf(work), work.run, { unheard: unheardIn(end), nowMs }),
    },
    close: async (work, outcome) => appendRun(runOf(work), outcome),
  };
}

async function collect({ work, seen }: WatchRun): Promise<Collected> {
  const found = (await work.ports.state.read()) ?? initialState;
  const isLeft = found.intent !== undefined && !work.order.dryRun;
  const earlier = isLeft ? await finish(work, found, 'taken-up') : { state: found, ...nothingReported };
  seen.read = await readHistory(work, earlier.state);
  return { ...earlier, read: seen.read };
}

async function plan(work: WatchWork, { state: seen, read }: Collected): Promise<Plan> {
  const decided = await decideHistory(work, seen, read);
  const next = decided.state;
  const isPreviewed = work.order.dryRun && next?.intent !== undefined;
  return { ...decided, seen, preview: isPreviewed ? (await finish(work, next, 'dry-run')).reports : [] };
}

async function apply(work: WatchWork, { seen, state: next }: Plan): Promise<SettledReports> {
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

/** Loaded when there is something to report: the catalogue of the controls is large, and most runs find nothing. */
async function finish(work: WatchWork, state: WatchState, how: FinishedHow): Promise<Finished> {
  const { finishIntent } = await import('./finish-intent.ts');
  return finishIntent(work, state, how);
}

function outcomeOf(end: WorkEnd<Collected, Plan, SettledReports>): RunOutcome {
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
