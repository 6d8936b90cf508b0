import { formatScope } from '../../budgets/scope.ts';
import type { WindowKind } from '../../budgets/window.ts';
import { chanceOfExceeding } from '../../forecast/forecast.ts';
import { creditsOver, dailyCreditsOf, spanOf } from '../../ledger/daily-use.ts';
import type { ForecastObservation } from '../conditions/forecast-condition.ts';
import {
  isPastAnyLine,
  shareIdPrefix,
  useConditionId,
  warnPercent,
  type UseObservation,
} from '../conditions/use-observation.ts';
import { expectationOf } from './observe-uses.ts';
import { watchedBudgets, windowsFor, type WatchedBudget, type WatchedBudgets } from './watched-budget.ts';

/** From this chance on that a pool does not last, its members are warned. */
const warnChance = 0.5;

/**
 * Pools as they concern their members: when 80 % of one is used and it will likely not last, everybody who draws on it
 * will be stopped, and is notified of that once. Whoever has used nothing of it in the window is left in peace, and whoever is
 * stopped already hears of that alone.
 */
export function observeMembers(
  view: WatchedBudgets,
  forecasts: readonly ForecastObservation[],
  stoppedIds: ReadonlySet<string>,
): readonly UseObservation[] {
  const endangered = new Set(
    forecasts.filter(isEndangered).map(({ scope, forecast }) => formatScope(scope) + forecast.window.kind),
  );
  const isAnyOpen = view.openIds === undefined || [...view.openIds].some((id) => id.startsWith(shareIdPrefix));
  const windowOf = windowsFor(view, view.today);
  return [...watchedBudgets({ ...view, people: [] })]
    .filter(({ budget }) => budget.mode === 'enforce')
    .flatMap((pool) => {
      const isInDanger = endangered.has(formatScope(pool.budget.scope) + pool.budget.window);
      const seen = isInDanger || isAnyOpen ? membersOf(pool, view, windowOf) : [];
      // Who was warned hears that the pool has credits again; a pool that will last warns nobody.
      return seen.filter((each) =>
        isInDanger ? !stoppedIds.has(each.user?.userId ?? '') : !isPastAnyLine(each) && isOpen(each, view),
      );
    });
}

function isOpen(seen: UseObservation, { openIds }: WatchedBudgets): boolean {
  return openIds === undefined || openIds.has(useConditionId(seen));
}

function isEndangered({ forecast, amountCredits }: ForecastObservation): boolean {
  const { usedCredits } = forecast;
  const isNear = usedCredits * 100 >= amountCredits * warnPercent && usedCredits < amountCredits;
  return isNear && chanceOfExceeding(forecast, amountCredits) >= warnChance;
}

function membersOf(
  { budget, credits, topUpCredits }: WatchedBudget,
  view: WatchedBudgets,
  windowOf: (kind: WindowKind) => UseObservation['window'],
): readonly UseObservation[] {
  const { scope, mode, amount, owners } = budget;
  const window = windowOf(budget.window);
  const days = spanOf(view.use, window);
  const base = { basis: 'share', scope, window, mode, amount, topUpCredits, thresholds: [], owners } as const;
  const pool = { ...base, usedCredits: creditsOver(credits, days) };
  const seen = { ...pool, ...expectationOf(pool, dailyCreditsOf(view.use, credits)) };
  return view.people
    .filter(({ userId }) => scope.kind !== 'team' || view.teamOf.get(userId) === scope.name)
    .filter(({ userId }) => creditsOver(view.use.users.get(userId), days) > 0)
    .map((user) => ({ ...seen, user }));
}
