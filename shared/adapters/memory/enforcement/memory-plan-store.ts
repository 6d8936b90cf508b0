import type { PlanStore } from '../../../application/enforcement/ports.ts';
import { invariant } from '../../../domain/invariant.ts';
import { newestFirst, type HeldPlan } from '../../../domain/plans/held-plan.ts';
import { storedCopy } from '../stored-copy.ts';

/** Held plans in memory, with the semantics of `dynamoPlanStore`. */
export function memoryPlanStore(): PlanStore {
  const plans = new Map<string, HeldPlan>();
  let latest: string | undefined;

  async function put(plan: HeldPlan): Promise<void> {
    invariant(plan.planId !== '', 'a held plan has an id');
    plans.set(plan.planId, storedCopy(plan));
  }

  return {
    async find(planId) {
      return storedCopy(plans.get(planId));
    },
    put,
    async hold(plan) {
      await put(plan);
      latest = plan.planId;
    },
    async latest() {
      return latest === undefined ? undefined : storedCopy(plans.get(latest));
    },
    async list() {
      return newestFirst([...plans.values()].map(storedCopy));
    },
  };
}
