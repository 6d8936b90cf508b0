import { channelAddress, wantsReport } from '../../channels/channel.ts';
import { lastRecordAt } from '../../evidence/chain.ts';
import { anchorKeeper } from '../../evidence/use-cases/anchors/anchor-keeper.ts';
import { failedOutcome } from '../../kernel/runs/outcome.ts';
import type { LeaseNeeds } from '../../kernel/runs/ports.ts';
import { controlsJob } from '../../kernel/runs/run-id.ts';
import type { RunOutcome } from '../../kernel/runs/run.ts';
import { passed, type EndedRun, type JobEnd, type WorkEnd } from '../../kernel/runs/use-cases/job.ts';
import { LeaseLostError } from '../../kernel/runs/use-cases/lease-keeper.ts';
import { applyPermitted, closeRun, endOf, runJob } from '../../kernel/runs/use-cases/run-job.ts';
import { watcherNeeds } from '../../kernel/runs/use-cases/watcher-ports.ts';
import type { Grave } from '../../notifications/unheard.ts';
import type { ControlsReport } from '../controls-report.ts';
import { initialState, type WatchState } from '../history/watch-state.ts';
import {
  controlsHistoryNeeds,
  evidenceChainNeeds,
  revisionStoreNeeds,
  watchStateStoreNeeds,
  anchorStoreNeeds,
} from '../ports.ts';
import { composeMails, isQuiet, observeEvidence, type WatchRun } from './close-watch.ts';
import { decideHistory, readHistory, type Decided, type ReadHistory } from './decide-history.ts';
import type { Finished, FinishedHow } from './finish-intent.ts';
import { alertsWatched } from './leave-look.ts';
import type { WatchOrder, WatchPorts, WatchWork } from './watch-work.ts';

export interface Watch extends EndedRun {
  /** What was mailed, or would be in a dry run; two when an earlier run had left its own unfinished. */
  readonly reports: readonly ControlsReport[];
}

type SettledReports = { readonly reports: readonly ControlsReport[]; readonly unheard: readonly Grave[] };

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
  const { end, ...ended } = await runJob(ports, order, frameOf(ports), async (job) => {
    const watched = alertsWatched(job.ports.alerts);
    const anchoring = anchorKeeper(job.ports);
    const work = { ...terms, ports: { ...job.ports, alerts: watched.alerts }, order, at: job.run.at, anchoring };
    const run: WatchRun = { work, watched, seen: { isNotified: false } };
    const made = await endOf(async () => {
      const collected = await collect(run);
      const decided = await plan(work, collected);
      return { collected, plan: decided, ...(await applyPermitted(job, passed, async () => apply(work, decided))) };
    });
    return closeRun(job, made, outcomeOf, {
      // An intent makes its own notifications: the run that finds it finishes it.
      observe: async () => {
        await observeEvidence(run);
        await writeFindings(run);
      },
      compose: async (_outcome, nowMs) => composeMails(run, job.run, { unheard: unheardIn(made), nowMs }),
    });
  });
  return { ...ended, reports: end === undefined ? [] : reportsOf(end) };
}

function frameOf({ leases, ids, runs }: WatchPorts) {
  return {
    name: controlsJob,
    lease: { leases, ids, name: controlsJob, durationMs: 10 * 60_000, doing: 'reading the controls', needs },
    record: { runs },
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
const loadReporting = async () => import('./reporting.ts');

async function finish(work: WatchWork, state: WatchState, how: FinishedHow): Promise<Finished> {
  const { finishIntent } = await loadReporting();
  return finishIntent(work, state, how);
}

/** Writes the findings for channels that choose them, where the evidence has a new record, or a channel is new. */
async function writeFindings(run: WatchRun): Promise<void> {
  const { ports, order } = run.work;
  if (order.dryRun || isQuiet(run)) {
    return;
  }
  const [record, state] = [lastRecordAt(await ports.evidence.head()), await ports.state.read()];
  if (record === undefined || state === undefined) {
    return;
  }
  const channels = (await ports.recipients.listChannels()).filter((channel) => wantsReport(channel, 'findings'));
  const [to, known] = [channels.map(channelAddress), state.findings ?? { seq: 0, to: [] }];
  if (record.seq === known.seq && to.every((each) => known.to.includes(each))) {
    return;
  }
  if (channels.length > 0) {
    const { composeFindings } = await loadReporting();
    await ports.outbox.write(await composeFindings(run.work, state, channels), run.work.at);
  }
  if (!(await ports.state.replace({ ...state, findings: { seq: record.seq, to } }))) {
    throw new LeaseLostError('another run has gone on from here');
  }
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
