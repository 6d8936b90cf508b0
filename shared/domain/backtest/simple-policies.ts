import { sumOf } from '../forecast/daily-credits.ts';
import { windowAt } from '../budgets/window.ts';
import type { BacktestSetup } from './backtest-setup.ts';
import { reportedSince, type Policy } from './policy.ts';

/** The same share of the pool for everybody, whatever they need; what division leaves goes to the first users. */
export function equalSplit(setup: BacktestSetup): Policy {
  return {
    limitsAt(view) {
      const inPool = reportedSince(view, windowAt(setup.window, view.today, setup.platformWindow).from);
      const inPlatform = reportedSince(view, windowAt('platform', view.today, setup.platformWindow).from);
      const share = Math.floor(setup.amountCredits / inPool.length);
      const rest = setup.amountCredits % inPool.length;
      return inPool.map((used, user) => {
        const own = share + (user < rest ? 1 : 0);
        return (inPlatform[user] ?? 0) + Math.max(0, own - used);
      });
    },
  };
}

/** The common practice: nobody has a limit until a run finds the pool used up; then everybody is stopped. */
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
