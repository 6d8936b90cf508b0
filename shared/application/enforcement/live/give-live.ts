import type { RowOutcome } from '../../../domain/limits/limit-record.ts';
import { observeLive } from '../../../domain/live/observe-live.ts';
import { findingOf } from '../../../domain/runs/finding.ts';
import type { RunOutcome } from '../../../domain/runs/run.ts';
import { composeDueMails } from '../../notifications/due-mails.ts';
import { notify } from '../../notifications/notify.ts';
import { readRouting } from '../../notifications/read-routing.ts';
import { passed, type Applied, type Job, type JobWork, type RunOrder, type WorkEnd } from '../../runs/job.ts';
import { runJob } from '../../runs/run-job.ts';
import { limitsLease } from '../enforcement-work.ts';
import { collectTotals, type CollectedTotals } from './collect-totals.ts';
import { liveNeeds, type LivePorts, type LiveSettings, type LiveWork } from './live-work.ts';
import { planLive, type LivePlan } from './plan-live.ts';

export const liveJob = 'live';

/** What was sent. */
interface Given extends Applied {
  readonly outcomes: ReadonlyMap<string, RowOutcome>;
  readonly stopped?: string;
}

type Collected = CollectedTotals | undefined;
type Plan = LivePlan | undefined;
type End = WorkEnd<Collected, Plan, Given>;

/**
 * Reads once what all sessions have used, compares it with the bill, and gives credits of what is provably free to
 * those who work. It holds the lease of the runs that set limits: nobody else changes one meanwhile.
 */
export async function giveLive(ports: LivePorts, settings: LiveSettings, order: RunOrder) {
  return runJob(ports, order, liveRun(ports, settings, order));
}

function liveRun(
  { leases, ids, runs, journal }: LivePorts,
  settings: LiveSettings,
  order: RunOrder,
): Job<LivePorts, Collected, Plan, undefined, Given> {
  const workOf = (work: JobWork<LivePorts>): LiveWork => ({ ...work, settings, order });
  const isOff = settings.live.mode === 'off';
  return {
    name: liveJob,
    lease: { leases, ids, ...limitsLease, doing: 'giving credits', needs: liveNeeds },
    record: { runs, journal },
    figures: { capsChanged: 0, capsFailed: 0 },
    collect: async (work) => (isOff ? undefined : collectTotals(workOf(work))),
    plan: async (work, collected) => (collected === undefined ? undefined : planLive(workOf(work), collected)),
    guard: async () => passed,
    apply: async (work, plan) => apply(workOf(work), plan),
    outcome: async (_work, end) => outcomeOf(end),
    notify: {
      observe: async ({ ports, run }, { plan }) => {
        const observed = plan === undefined ? [] : observeLive(plan.report.standing);
        const observations = { at: run.at, observed, lookedFor: { 'totals-doubted': 'all' } } as const;
        const routing = await readRouting(ports.recipients, settings);
        await notify(ports, run, { lease: 'live', observations, routing });
      },
      compose: async ({ ports, run }, { nowMs }) => composeDueMails(ports, run, { lease: 'live', settings, nowMs }),
    },
  };
}

/**
 * What was counted is written before the sessions that it was counted from: a run that is stopped in between counts
 * them twice, and shows more use than there was, never less.
 */
async function apply({ ports }: LiveWork, plan: Plan): Promise<Given> {
  if (plan !== undefined) {
    const { totals, changed } = plan.collected;
    await ports.live.putState({ totals, report: plan.report });
    await ports.live.putSessions(changed);
  }
  return { outcomes: new Map() };
}

function outcomeOf(end: End): RunOutcome {
  const { plan } = end;
  const standing = plan?.report.standing;
  return {
    status: 'complete',
    alerts: 0,
    isUnfinished: false,
    problems: standing?.kind === 'doubted' ? [`Nothing was given: ${standing.reason}`] : [],
    findings: standing === undefined ? [] : observeLive(standing).map((observation) => findingOf(observation)),
  };
}
