import { formatScope } from '../budgets/scope.ts';
import { windowAt } from '../budgets/window.ts';
import { amountNeeded } from '../forecast/forecast.ts';
import { usualWeekOf } from '../forecast/usual-use.ts';
import type { AmountNeeded } from '../kernel/texts/amounts.ts';
import { dailyCreditsOf } from '../ledger/daily-use.ts';
import { emailKey } from '../roster/email.ts';
import type { CapPlanInput } from './cap-plan-input.ts';
import type { CapPlan } from './cap-plan.ts';
import { poolOverCredits } from './shares/divide-shares.ts';
import { overCreditsOf } from './top-up-gain.ts';

/**
 * Returns what a top-up of a person, by normalized email, has to be for their usual pace under a plan; undefined where
 * nothing is missing, where too few days are known, and where no budget is what limits them.
 */
export function neededUnder(plan: CapPlan, email: string, input: CapPlanInput): AmountNeeded | undefined {
  const { userId, binding } = plan.decisions.find((each) => emailKey(each.email) === email) ?? {};
  if (userId === undefined || binding === undefined || binding.isAtCeiling === true) {
    return undefined;
  }
  const { scope, window, headroomCredits } = binding;
  const { use, platformWindow } = input.pools;
  const pool = plan.shares.pools.find(
    (each) => !each.isNext && each.window.kind === window && formatScope(each.scope) === formatScope(scope),
  );
  return amountNeeded(
    {
      overCredits: overCreditsOf(email, input),
      poolOverCredits: pool && poolOverCredits(pool),
      headroomCredits,
      today: input.day,
      through: windowAt(window, input.day, platformWindow).through,
    },
    dailyCreditsOf(use, use.users.get(userId)),
    usualWeekOf(dailyCreditsOf(use, use.organization)),
  );
}
