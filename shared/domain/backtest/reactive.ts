import { windowAt } from '../budgets/window.ts';
import type { BacktestSetup } from './backtest-setup.ts';
import { reportedSince, sumOf, type Policy } from './policy.ts';

/** What is usual: nobody has a limit until a night shows that the pool is used up; then everybody is stopped. */
export function reactive(setup: BacktestSetup): Policy {
  return {
    limitsAt(view) {
      const inPool = reportedSince(view, windowAt(setup.window, view.today, setup.platformWindow).from);
      const isUsedUp = sumOf(inPool) >= setup.amountCredits;
      const inPlatform = reportedSince(view, windowAt('platform', view.today, setup.platformWindow).from);
      return inPlatform.map((used) => (isUsedUp ? used : Infinity));
    },
  };
}
