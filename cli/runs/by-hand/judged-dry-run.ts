import type { EnforcementRun } from '../../../shared/application/enforcement/enforce-budgets.ts';
import type { ShownPlan } from '../../../shared/application/enforcement/decide-held-plan.ts';

/**
 * A dry run as its guards would end it. It stops before the guards, so that "complete" would promise caps which the
 * run then holds; `judge` asks them, without any effect.
 */
export async function judgedDryRun(
  run: EnforcementRun,
  judge: () => Promise<Pick<ShownPlan, 'held'>>,
): Promise<EnforcementRun> {
  if (run.plan === undefined || run.outcome.held !== undefined) {
    return run;
  }
  const { held } = await judge();
  return held === undefined ? run : { ...run, outcome: { ...run.outcome, status: 'held', held } };
}
