import type { PlanStatus } from '../../shared/domain/plans/held-plan.ts';
import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { givenOf, printShown, withApi } from '../frame/connection/with-api.ts';
import { atOf, type AsOfOptions } from '../frame/moment.ts';

export interface PlansOptions {
  readonly status?: PlanStatus;
  readonly limit: number;
}

const plansMax = 99_999;

/** `plans list`: plans that were held, the last one first. */
export async function listPlans(context: CommandContext, { status, limit }: PlansOptions): Promise<ExitCode> {
  const given = { newest: String(Math.min(limit, plansMax)), ...givenOf({ status }) };
  const shown = await withApi(context, async (api) => api.show('listPlans', given));
  return printShown(context, shown, ({ rows }) => rows);
}

/** `plans show PLAN`: what a held plan would do, why it waits, and what moved since. */
export async function showHeldPlan(context: CommandContext, planId: string): Promise<ExitCode> {
  return printShown(context, await withApi(context, async (api) => api.show('showHeldPlan', { plan: planId })));
}

/** `plan`: what would change and why, from the tables alone; and whether a guard would hold it, which is its exit code. */
export async function showPlanNow(context: CommandContext, options: AsOfOptions): Promise<ExitCode> {
  return printShown(context, await withApi(context, async (api) => api.show('showPlan', atOf(options))));
}
