import type { PlanStore } from '../../application/enforcement/ports.ts';
import { invariant } from '../../domain/invariant.ts';
import type { HeldPlan } from '../../domain/runs/held-plan.ts';
import { storedCopy } from './stored-copy.ts';

/** Held plans in memory, with the semantics of `dynamoPlanStore`. */
export function memoryPlanStore(): PlanStore {
  const plans = new Map<string, HeldPlan>();

  return {
    async find(planId) {
      return storedCopy(plans.get(planId));
    },
    async put(plan) {
      invariant(plan.planId !== '', 'a held plan has an id');
      plans.set(plan.planId, storedCopy(plan));
    },
  };
}
