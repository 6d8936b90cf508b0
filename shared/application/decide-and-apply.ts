import { changesOf } from '../domain/caps/cap-plan.ts';
import { describeFloor } from '../domain/caps/floor.ts';
import { suspectDaysToTell } from '../domain/runs/notice.ts';
import { heldOutcome, outcomeOf } from '../domain/runs/outcome.ts';
import type { Hold } from '../domain/runs/run.ts';
import { alertNight, type AlertPorts } from './alert-night.ts';
import { applyCaps, type Applied, type ApplyPorts } from './apply-caps.ts';
import { collectNight, type Collected, type CollectPorts } from './collect-night.ts';
import { collectTables } from './collect-tables.ts';
import { collectWindowStart } from './collect-window-start.ts';
import { holdBeforeSending, type HoldPorts, type RunPurpose } from './hold-before-sending.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import { planNight, type Planned } from './plan-night.ts';
import type { NightResult } from './report-night.ts';
import type { NightSettings, RunContext } from './run-context.ts';

export interface DecidingPorts extends CollectPorts, ApplyPorts, AlertPorts, HoldPorts {}

export interface DecidingOrder extends RunPurpose {
  /** Stops after the plan. What the platform reported is kept, no cap is changed, nobody is told. */
  readonly dryRun: boolean;
  /** Wall-clock Unix milliseconds after which nothing more is begun. */
  readonly stopAtMs: number;
}

/** One run at its work, with the lease in hand. */
export interface Deciding {
  readonly ports: DecidingPorts;
  readonly settings: NightSettings;
  readonly order: DecidingOrder;
  readonly context: RunContext;
  readonly keeper: LeaseKeeper;
}

/** Collect, plan, guard, apply, and find out what there is to alert of: the part of a run that decides and sends. */
export async function decideAndApply(work: Deciding): Promise<NightResult> {
  const { ports, settings, order, context } = work;
  const collected = await collectFor(work);
  if (collected.hold !== undefined) {
    return holdNight(work, { collected, hold: collected.hold });
  }
  const planned = planNight(settings, context, { collected, limits: await ports.limits.list() });
  if (order.dryRun) {
    return resultOf(work, { collected, planned, applied: nothingApplied(planned) });
  }
  const about = { run: context, purpose: order, planned, rules: collected };
  const hold = await holdBeforeSending(ports, settings, about);
  if (hold !== undefined) {
    return holdNight(work, { collected, hold, planned });
  }
  const applied = await applyPlan(work, planned);
  if (!applied.isOvertaken && order.kind !== 'window-start') {
    // The night of the same day as a window start looks at use, rows and budgets with the figures in hand.
    const { plan } = planned;
    const caps = { kind: 'decided', uncappable: plan.uncappable, records: applied.records.values() } as const;
    await alertNight(ports, context, { collected, caps, plan, settings });
  }
  return resultOf(work, { collected, planned, applied });
}

async function collectFor({ ports, settings, order, context }: Deciding): Promise<Collected> {
  if (order.apply !== undefined || order.kind === 'edit') {
    return collectTables(ports, settings, context);
  }
  return order.kind === 'window-start'
    ? collectWindowStart(ports, settings, context)
    : collectNight(ports, settings, context);
}

async function applyPlan({ ports, settings, order, context, keeper }: Deciding, planned: Planned): Promise<Applied> {
  return applyCaps(ports, context, {
    changes: changesOf(planned.plan),
    records: nothingApplied(planned).records,
    keeper,
    unlimitedCredits: settings.unlimitedCredits,
    stopAtMs: order.stopAtMs,
  });
}

function nothingApplied({ limits }: Planned): Applied {
  return { records: new Map(limits.map((record) => [record.userId, record])), outcomes: new Map(), isOvertaken: false };
}

/** A guard held the run: nothing is sent, and what its readers must know is found out all the same. */
async function holdNight(
  { ports, settings, order, context }: Deciding,
  held: { readonly collected: Collected; readonly hold: Hold; readonly planned?: Planned },
): Promise<NightResult> {
  const { collected, hold, planned } = held;
  const { days, usage, through } = collected;
  const plan = planned?.plan;
  if (!order.dryRun && (hold.guard === 'trust-gate' || hold.guard === 'blast-radius')) {
    const isWorthTelling = hold.guard === 'blast-radius' || suspectDaysToTell(days, context.at).length > 0;
    const caps = { kind: 'held', hold, isWorthTelling } as const;
    await alertNight(ports, context, { collected, caps, settings, ...(plan !== undefined && { plan }) });
  }
  return { outcome: heldOutcome(hold, through), days, usage, outcomes: new Map(), ...(plan !== undefined && { plan }) };
}

function resultOf(
  { context: { runId } }: Deciding,
  done: { readonly collected: Collected; readonly planned: Planned; readonly applied: Applied },
): NightResult {
  const { collected, planned, applied } = done;
  const { days, usage, through, isDoubtful } = collected;
  const { plan } = planned;
  const problems = [...collected.problems, ...describeFloor(plan)];
  const outcome = outcomeOf({ runId, dataThrough: through, applied, problems, isDoubtful });
  return { outcome, days, usage, plan, outcomes: applied.outcomes };
}
