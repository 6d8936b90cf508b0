import { planCaps, type CapPlan } from '../domain/caps/cap-plan.ts';
import type { LimitRecord } from '../domain/caps/limit-record.ts';
import { planIdOf } from '../domain/caps/plan-id.ts';
import type { Collected } from './collect-night.ts';
import type { NightSettings, RunContext } from './run-context.ts';

/** A plan with its id, and what was known of limits when it was made. */
export interface Planned {
  readonly planId: string;
  readonly plan: CapPlan;
  readonly limits: readonly LimitRecord[];
}

/** Decides every cap on what was collected. */
export function planNight(
  settings: NightSettings,
  { today }: Pick<RunContext, 'today'>,
  { collected, limits }: { readonly collected: Collected; readonly limits: readonly LimitRecord[] },
): Planned {
  const plan = planCaps({
    ...collected,
    day: today,
    dataThrough: collected.through,
    limits,
    unlimitedCredits: settings.unlimitedCredits,
    floorCredits: settings.limitFloorCredits,
    ...(settings.limitCeilingCredits !== undefined && { ceilingCredits: settings.limitCeilingCredits }),
  });
  return { planId: planIdOf(plan, { ...collected, limits }), plan, limits };
}
