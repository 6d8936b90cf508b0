import type { EnforcementRun } from '../../../shared/application/enforcement/enforce-budgets.ts';
import type { ShownPlan } from '../../../shared/application/enforcement/decide-held-plan.ts';

/**
 * A dry run as its guards would end it. It stops before the guards, so that "complete" would promise caps which the
 * night then holds; `judge` asks them, without any effect.
 */
export async function judgedDryRun(
  night: EnforcementRun,
  judge: () => Promise<Pick<ShownPlan, 'held'>>,
): Promise<EnforcementRun> {
  if (night.plan === undefined || night.outcome.held !== undefined) {
    return night;
  }
  const { held } = await judge();
  return held === undefined ? night : { ...night, outcome: { ...night.outcome, status: 'held', held } };
}
