import { changesOf } from '../domain/caps/cap-plan.ts';
import { recordsWithStops } from '../domain/caps/stopped-days.ts';
import { describeFloor } from '../domain/caps/floor.ts';
import { suspectDaysToTell } from '../domain/runs/notice.ts';
import { heldOutcome, outcomeOf } from '../domain/runs/outcome.ts';
import type { Hold } from '../domain/runs/run.ts';
import { alertNight, type AlertPorts } from './alert-night.ts';
import { applyCaps, type Applied, type ApplyPorts } from './apply-caps.ts';
import { collectDailyUse } from './collect-daily-use.ts';
import { collectNight, type Collected, type CollectPorts } from './collect-night.ts';
import { collectTables } from './collect-tables.ts';
import { collectWindowStart } from './collect-window-start.ts';
import { holdBeforeSending, type HoldPorts, type RunPurpose } from './hold-before-sending.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import { planAgain, planNight, type Planned } from './plan-night.ts';
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
  /** The ISO instant as of which what is sent now comes into force. */
  readonly asOf: () => string;
}

/** Collect, plan, guard, apply, and find out what there is to alert of: the part of a run that decides and sends. */
export async function decideAndApply(work: Deciding): Promise<NightResult> {
  const { ports, settings, order, context } = work;
  const collected = await collectFor(work);
  if (collected.hold !== undefined) {
    return holdNight(work, { collected, hold: collected.hold });
  }
  const { users, usage, through } = collected;
  const use = await collectDailyUse(ports.ledger, { users, windows: usage.windows, through });
  const planned = planNight(settings, context, { collected, use, limits: await ports.limits.list() });
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
    await alertNight(ports, context, { collected, caps, decided: { plan, use }, settings });
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

/**
 * Sends a plan: first what takes, then what gives. Where lowered limits set credits free at once, the pools are divided
 * again with the limits as they are then.
 */
async function applyPlan(work: Deciding, planned: Planned): Promise<Applied> {
  const first = await applyOnce(work, planned);
  if (!planned.plan.shares.setsFreeAtOnce || first.isOvertaken || first.stopped !== undefined) {
    return first;
  }
  const second = await applyOnce(work, planAgain(planned, [...first.records.values()]));
  return { ...second, outcomes: new Map([...first.outcomes, ...second.outcomes]) };
}

async function applyOnce({ ports, settings, order, context, ...work }: Deciding, planned: Planned): Promise<Applied> {
  const { division } = planned.plan.shares;
  return applyCaps(ports, context, {
    changes: changesOf(planned.plan),
    records: recordsWithStops(planned.ground),
    keeper: work.keeper,
    unlimitedCredits: settings.unlimitedCredits,
    ...(division !== undefined && { division }),
    asOf: work.asOf,
    stopAtMs: order.stopAtMs,
  });
}

function nothingApplied({ ground }: Planned): Applied {
  const records = new Map(ground.limits.map((record) => [record.userId, record]));
  return { records, outcomes: new Map(), isOvertaken: false };
}

/**
 * A guard held the run: nothing is sent, and the admins are alerted. Use is not told of: whoever crossed a line of a
 * budget would read that they are stopped or warned under a cap that is not in force.
 */
async function holdNight(
  { ports, settings, order, context }: Deciding,
  held: { readonly collected: Collected; readonly hold: Hold; readonly planned?: Planned },
): Promise<NightResult> {
  const { collected, hold, planned } = held;
  const { days, usage, through } = collected;
  if (!order.dryRun && (hold.guard === 'trust-gate' || hold.guard === 'blast-radius')) {
    const isWorthTelling = hold.guard === 'blast-radius' || suspectDaysToTell(days, context.at).length > 0;
    const caps = { kind: 'held', hold, isWorthTelling } as const;
    await alertNight(ports, context, { collected, caps, settings });
  }
  return {
    outcome: heldOutcome(hold, through),
    days,
    usage,
    outcomes: new Map(),
    ...(planned && { plan: planned.plan }),
  };
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
