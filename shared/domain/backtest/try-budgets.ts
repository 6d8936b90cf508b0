import type { BudgetTerms } from '../budgets/budget.ts';
import { invariant } from '../invariant.ts';
import { backtestOf } from './backtest-setup.ts';
import { proposedBudgets, type StoppedBy, type TrialTerms } from './proposed-budgets.ts';
import { replay } from './replay.ts';
import { scoreOf, type Stop } from './score.ts';
import type { Trace } from './trace.ts';

/** A day on which somebody would have been stopped, and by which budget. */
export interface BudgetStop extends Stop {
  readonly by: StoppedBy;
}

export interface BudgetTrial {
  readonly grantedCredits: number;
  readonly refusedCredits: number;
  readonly usersStopped: number;
  /** Who would have been stopped, and when: in the order of days, then of users. */
  readonly stops: readonly BudgetStop[];
}

/** Shows what budgets would have done to a trace of wanted use, with limits set as the nightly run sets them. */
export function tryBudgets(trace: Trace, budgets: readonly BudgetTerms[], terms: TrialTerms): BudgetTrial {
  const policy = proposedBudgets(trace.users, budgets, terms);
  // Only limits decide here; the pool of a replay only counts what is overspent.
  const setup = {
    ...backtestOf({ amountCredits: 0, window: 'platform' }),
    platformWindow: { anchorDay: terms.anchorDay },
  };
  const { granted, refused, usersStopped, stops } = scoreOf('strict', replay(trace, setup, policy));
  const positions = new Map(trace.users.map((user, position) => [user, position]));
  return {
    grantedCredits: granted,
    refusedCredits: refused,
    usersStopped,
    stops: stops.map((stop) => {
      const by = policy.bindingAt(positions.get(stop.user) ?? -1, stop.day, stop.minute);
      invariant(by !== undefined, 'only the limit of a budget stops anybody');
      return { ...stop, by };
    }),
  };
}
