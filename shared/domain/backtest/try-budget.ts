import { windowAt, type PlatformWindow, type WindowKind } from '../budgets/window.ts';
import { backtestOf } from './backtest-setup.ts';
import { reportedSince, type Policy } from './policy.ts';
import { replay } from './replay.ts';
import { scoreOf, type Stop } from './score.ts';
import type { Trace } from './trace.ts';

/** A budget of each user's own, over a window. */
export interface ProposedBudget {
  readonly amountCredits: number;
  readonly window: WindowKind;
  readonly platformWindow: PlatformWindow;
}

export interface BudgetTrial {
  readonly grantedCredits: number;
  readonly refusedCredits: number;
  readonly usersStopped: number;
  /** Who would have been stopped, and when, in the order of days. */
  readonly stops: readonly Stop[];
}

/** Shows what a budget for each user would have done to a trace of wanted use. */
export function tryBudget(trace: Trace, budget: ProposedBudget): BudgetTrial {
  const total = budget.amountCredits * trace.users.length;
  const setup = {
    ...backtestOf({ amountCredits: total, window: budget.window }),
    platformWindow: budget.platformWindow,
  };
  const { granted, refused, usersStopped, stops } = scoreOf('strict', replay(trace, setup, ownBudget(budget)));
  return { grantedCredits: granted, refusedCredits: refused, usersStopped, stops };
}

function ownBudget({ amountCredits, window, platformWindow }: ProposedBudget): Policy {
  return {
    limitsAt(view) {
      const used = reportedSince(view, windowAt(window, view.today, platformWindow).from);
      const inPlatform = reportedSince(view, windowAt('platform', view.today, platformWindow).from);
      return inPlatform.map((credits, user) => credits + Math.max(0, amountCredits - (used[user] ?? 0)));
    },
  };
}
