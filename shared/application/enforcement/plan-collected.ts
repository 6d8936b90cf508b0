import type { CapPlanInput } from '../../domain/caps/cap-plan-input.ts';
import { planCaps, type CapPlan } from '../../domain/caps/cap-plan.ts';
import type { LimitRecord } from '../../domain/limits/limit-record.ts';
import { planIdOf } from '../../domain/caps/plan-id.ts';
import type { Collected } from './collected.ts';
import type { EnforcementSettings, RunContext } from '../runs/run-context.ts';

/** A plan with its id, and what it was made from. */
export interface Planned {
  readonly planId: string;
  readonly plan: CapPlan;
  readonly planInputs: CapPlanInput;
}

export interface PlanTerms {
  readonly collected: Collected;
  readonly limits: readonly LimitRecord[];
}

/** Decides every cap on what was collected. */
export function planCollected(
  settings: EnforcementSettings,
  run: Pick<RunContext, 'at' | 'today'>,
  terms: PlanTerms,
): Planned {
  return planFrom(planInputsOf(settings, run, terms));
}

/** All that a plan is made from. */
export function planInputsOf(
  settings: EnforcementSettings,
  run: Pick<RunContext, 'at' | 'today'>,
  terms: PlanTerms,
): CapPlanInput {
  const { collected, limits } = terms;
  const { use } = collected;
  const { reserveShare, ...assumptions } = settings.pools;
  const platformWindow = { anchorDay: settings.platformWindowAnchorDay };
  return {
    ...collected,
    day: run.today,
    dataThrough: collected.through,
    limits,
    teamOf: collected.assignment.teamOf,
    pools: { use, nowMs: Date.parse(run.at), platformWindow, assumptions, reserveShare },
    unlimitedCredits: settings.unlimitedCredits,
    floorCredits: settings.limitFloorCredits,
    ...(settings.limitCeilingCredits !== undefined && { ceilingCredits: settings.limitCeilingCredits }),
  };
}

/** The same with limits as they have become since. */
export function planAgain({ planInputs }: Planned, limits: readonly LimitRecord[]): Planned {
  return planFrom({ ...planInputs, limits });
}

function planFrom(planInputs: CapPlanInput): Planned {
  const plan = planCaps(planInputs);
  return { planId: planIdOf(plan, planInputs), plan, planInputs };
}
