import type { SetCap } from '../../caps/cap.ts';
import { guardOrder } from '../../enforcement/guards.ts';
import { limitsLease } from '../../enforcement/use-cases/enforcement-work.ts';
import { beginSending } from '../../enforcement/use-cases/send-batches.ts';
import { owedBeside, sendAll, sendOwed } from '../../enforcement/use-cases/send-plan.ts';
import { findingOf } from '../../kernel/runs/finding.ts';
import { enforceJob, liveJob } from '../../kernel/runs/run-id.ts';
import type { RunOutcome } from '../../kernel/runs/run.ts';
import { passed, type Applied, type RunOrder, type WorkEnd } from '../../kernel/runs/use-cases/job.ts';
import { applyPermitted, closeRun, endOf, runJob, untilDeadline } from '../../kernel/runs/use-cases/run-job.ts';
import { recordsByUser, type LimitRecord, type RowOutcome } from '../../limits/limit-record.ts';
import { composeDueMails } from '../../notifications/use-cases/due-mails.ts';
import { notify } from '../../notifications/use-cases/notify.ts';
import { readRouting } from '../../notifications/use-cases/read-routing.ts';
import { storeWalk } from '../../sessions/use-cases/walk-sessions.ts';
import { liveFindings } from '../describe-live.ts';
import { givenAfter, type LiveReport } from '../live-state.ts';
import { observeLive } from '../observe-live.ts';
import { collectTotals, type CollectedTotals } from './collect-totals.ts';
import { liveNeeds, type LivePorts, type LiveSettings, type LiveWork } from './live-work.ts';
import { planLive, type LivePlan } from './plan-live.ts';
import { warnSeen } from './warn-seen.ts';

interface LiveApplied extends Applied {
  readonly outcomes: ReadonlyMap<string, RowOutcome>;
  /** The present limits by user id; absent when none was sent. */
  readonly records?: ReadonlyMap<string, LimitRecord>;
  readonly stopped?: string;
}
type Plan = LivePlan | undefined;
type End = WorkEnd<CollectedTotals | undefined, Plan, LiveApplied>;

/**
 * Reads all sessions' use once, compares it with the bill, and gives free credits with proof to active users. Holds the
 * lease of the runs that set limits, so that no other run changes them meanwhile.
 */
export async function giveLive(ports: LivePorts, settings: LiveSettings, order: RunOrder) {
  return runJob(ports, order, frameOf(ports), async (job) => {
    const work = { ...job, settings, order };
    const end = await endOf(async () => {
      const collected = settings.live.mode === 'off' ? undefined : await collectTotals(untilDeadline(work));
      const plan = collected === undefined ? undefined : await planLive(work, collected);
      return { collected, plan, ...(await applyPermitted(job, passed, async () => apply(work, plan))) };
    });
    return closeRun(job, end, outcomeOf, {
      observe: async (own) => observe(work, own),
      // Warnings of budgets are written under the lease of the runs that set limits, which this one holds.
      compose: async (_outcome, nowMs) =>
        composeDueMails(work.ports, work.run, { lease: 'live', also: ['limits'], settings, nowMs }),
    });
  });
}

function frameOf({ leases, ids, runs, journal }: LivePorts) {
  return {
    name: liveJob,
    lease: { leases, ids, ...limitsLease, doing: 'giving credits', needs: liveNeeds },
    record: { runs, journal },
    figures: { capsChanged: 0, capsFailed: 0 },
  };
}

async function observe(work: LiveWork, end: End): Promise<void> {
  const { ports, run, settings } = work;
  const { plan } = end;
  const observed = plan === undefined ? [] : observeLive(plan.report.standing);
  const observations = { at: run.at, observed, lookedFor: { 'totals-doubted': 'all' } } as const;
  const routing = await readRouting(ports.recipients, settings, plan?.planned.planInputs.users);
  await notify(ports, run, { lease: 'live', observations, routing });
  if (plan !== undefined) {
    const { visibility, planned } = plan;
    const given = end.kind === 'planned' ? undefined : end.applied?.records;
    const records = given ?? recordsByUser(planned.planInputs.limits);
    await warnSeen(work, { visibility, planned, records, routing });
  }
}

/** Totals are written before the sessions counted: a run stopped in between overstates use, never understates it. */
async function apply(work: LiveWork, plan: Plan): Promise<LiveApplied> {
  const { ports, run } = work;
  if (plan === undefined) {
    await sendOwed(work, capPercentOf(work));
    return { outcomes: new Map() };
  }
  const { collected, coverage, report, float, low, changes } = plan;
  const { totals, changed } = collected;
  const before = collected.before.given ?? [];
  const state = { totals, coverage, given: before };
  await ports.live.putState({ ...state, report });
  await ports.live.putSessions(changed);
  await ports.live.putUsageSamples(plan.visibility.changed);
  if (collected.walked !== undefined) {
    await storeWalk(ports.known, collected.walked);
  }
  if (float !== undefined) {
    await ports.live.putFloat(float);
  }
  await ports.live.putLow(low);
  if (changes.length === 0) {
    await sendOwed(work, capPercentOf(work));
    return { outcomes: new Map() };
  }
  // Limits of this day are set from now on, so that no run of an earlier day may follow; as after an edit.
  const isLatest = await ports.runs.markApplied(enforceJob, `${run.today}T00:00:00.000Z`);
  const hold = isLatest ? undefined : guardOrder(run.at, await ports.runs.latestApplied(enforceJob), ports.clock.now());
  if (hold !== undefined) {
    return { outcomes: new Map(), hold };
  }
  const given = await send(work, plan);
  const now = givenIn(changes, given.outcomes);
  await ports.live.putState({
    ...state,
    given: givenAfter(before, { day: run.today, credits: now.credits, raises: now.users }),
    report: { ...report, given: now },
  });
  return given;
}

/** What is given live may take pools past their amount by the cap, and no look takes it back for that. */
function capPercentOf({ settings: { live } }: LiveWork): number {
  return live.mode === 'on' ? live.capPercent : 0;
}

/** Sends what pools are owed and what is given, as the nightly run sends its caps: those that lower limits first. */
async function send(work: LiveWork, { planned, changes }: LivePlan): Promise<LiveApplied> {
  const capPercent = capPercentOf(work);
  const owed = owedBeside(planned, changes, capPercent);
  const owing = new Set(owed.map(({ userId }) => userId));
  const sending = beginSending(work, planned.planInputs, {
    changes: [...owed, ...changes.filter(({ userId }) => !owing.has(userId))],
    records: recordsByUser(planned.planInputs.limits),
    capPercent,
  });
  await sendAll(sending, '; the next run gives what is free then');
  const { outcomes, records: sent, stopped, isLeaseLost } = sending;
  return { outcomes, records: sent, isLeaseLost, stopped };
}

function givenIn(changes: readonly SetCap[], outcomes: LiveApplied['outcomes']): LiveReport['given'] {
  const raised = changes.filter(({ userId, reason }) => reason === 'raised' && outcomes.get(userId)?.kind === 'done');
  const credits = raised.reduce((sum, { limitCredits, fromCredits = 0 }) => sum + limitCredits - fromCredits, 0);
  return { users: raised.length, credits };
}

function outcomeOf(end: End): RunOutcome {
  const { plan } = end;
  if (plan === undefined) {
    return { status: 'complete', alerts: 0, isUnfinished: false, problems: [], findings: [] };
  }
  const { report, planned } = plan;
  const { standing } = report;
  const { outcomes, stopped } = end.kind === 'planned' ? nothingGiven : (end.applied ?? nothingGiven);
  const failed = [...outcomes.values()].filter(({ kind }) => kind !== 'done').length;
  const { dataThrough } = planned.plan;
  return {
    status: end.kind === 'held' ? 'held' : failed === 0 && stopped === undefined ? 'complete' : 'partial',
    ...(end.kind === 'held' && { held: end.hold }),
    dataThrough,
    capsChanged: outcomes.size - failed,
    capsFailed: failed,
    alerts: 0,
    isUnfinished: false,
    problems: [
      ...(stopped === undefined ? [] : [stopped]),
      ...plan.problems,
      ...(standing.kind === 'doubted' ? [`Nothing was given: ${standing.reason}`] : []),
    ],
    findings: [...observeLive(standing).map((observation) => findingOf(observation)), ...liveFindings(report)],
  };
}

const nothingGiven: LiveApplied = { outcomes: new Map() };
