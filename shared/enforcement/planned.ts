import type { CapPlanInput } from '../caps/cap-plan-input.ts';
import { planCaps, type CapPlan } from '../caps/cap-plan.ts';
import { planIdOf } from '../caps/plan-id.ts';
import type { RunContext } from '../kernel/runs/run.ts';
import { clockDoubt } from '../kernel/time/clock-skew.ts';
import type { LimitRecord } from '../limits/limit-record.ts';
import { permittedPlan } from '../permits/permitted-plan.ts';
import type { Collected } from './collected.ts';
import type { EnforcementSettings } from './enforcement-settings.ts';
import { planWithOwed } from './owed-changes.ts';

export interface MadePlan {
  readonly plan: CapPlan;
  readonly planInputs: CapPlanInput;
}

/** A plan that people can name. */
export interface Planned extends MadePlan {
  readonly planId: string;
}

export interface PlanTerms {
  readonly collected: Collected;
  /** By how much the platform's clock is ahead of the run's, in milliseconds; absent when nothing tells. */
  readonly skewMs?: number | undefined;
  readonly limits: readonly LimitRecord[];
}

/** Decides every cap on what was collected. */
export function planCollected(settings: EnforcementSettings, run: RunContext, terms: PlanTerms): Planned {
  const planInputs = planInputsOf(settings, run, terms);
  const plan = planWithOwed(permittedPlan(planCaps(planInputs), planInputs), planInputs);
  return withPlanId({ plan, planInputs });
}

export function planInputsOf(settings: EnforcementSettings, run: RunContext, terms: PlanTerms): CapPlanInput {
  const { collected, limits, skewMs } = terms;
  const { use } = collected;
  const { teamOf, moved } = collected.assignment;
  const { reserveShare, ...assumptions } = settings.pools;
  const platformWindow = { anchorDay: settings.platformWindowAnchorDay };
  return {
    ...collected,
    day: run.today,
    dataThrough: collected.through,
    limits,
    teamOf,
    moved,
    pools: {
      use,
      nowMs: Date.parse(run.at),
      clockDoubt: clockDoubt(skewMs, settings.clockToleranceSeconds * 1_000),
      platformWindow,
      assumptions,
      reserveShare,
      float: collected.float,
    },
    unlimitedCredits: settings.unlimitedCredits,
    floorCredits: settings.limitFloorCredits,
    ceilingCredits: settings.limitCeilingCredits,
  };
}

/** The plan on the present limits. It has its own id only when people must identify it. */
export function planAgain({ planInputs: before }: MadePlan, limits: readonly LimitRecord[]): MadePlan {
  const planInputs = { ...before, limits };
  return { plan: planCaps(planInputs), planInputs };
}

export function withPlanId({ plan, planInputs }: MadePlan): Planned {
  return { planId: planIdOf(plan, planInputs), plan, planInputs };
}
