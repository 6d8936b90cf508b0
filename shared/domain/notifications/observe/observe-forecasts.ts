import type { Window } from '../../budgets/window.ts';
import { canExceed, chanceOfExceeding, forecastWindow } from '../../forecast/forecast.ts';
import { explainRise } from '../../forecast/rise.ts';
import type { WeekdayProfile } from '../../forecast/weekday-profile.ts';
import { dailyCreditsOf } from '../../ledger/daily-use.ts';
import { earliestDay } from '../../time/day.ts';
import { forecastId, type ForecastObservation } from '../conditions/forecast-condition.ts';
import {
  watchedBudgets,
  windowsFor,
  type WatchedBudget,
  type WatchedBudgets,
  contributorsOf,
  type ContributorsOf,
} from './watched-budget.ts';

/** From this chance on it is worth looking for who it comes from. */
const causeChance = 0.5;

/**
 * What each budget whose forecast alert is on will have used by the end of its window. A window of one day turns
 * before two nights could expect the same of it; who has used nothing for months is not forecast.
 */
export function observeForecasts(view: WatchedBudgets, profile: WeekdayProfile): readonly ForecastObservation[] {
  const windowOf = windowsFor(view, view.today);
  const contributors = contributorsOf(view);
  const forecasts: ForecastObservation[] = [];
  for (const watched of watchedBudgets(view)) {
    const { budget, credits } = watched;
    if (budget.forecastAlert && budget.window !== 'day' && credits !== undefined) {
      const seen = observeForecast(watched, { view, profile, window: windowOf(budget.window), contributors });
      forecasts.push(...seen);
    }
  }
  return forecasts;
}

interface ForecastTerms {
  readonly view: WatchedBudgets;
  readonly profile: WeekdayProfile;
  readonly window: Window;
  readonly contributors: ContributorsOf;
}

function observeForecast(watched: WatchedBudget, terms: ForecastTerms): readonly ForecastObservation[] {
  const { view, profile, window, contributors } = terms;
  const { scope, amount, owners } = watched.budget;
  if (amount.kind === 'unlimited') {
    return [];
  }
  const daily = dailyCreditsOf(view.use, watched.credits);
  const amountCredits = amount.credits + watched.topUpCredits;
  const about = { scope, ...(watched.person === undefined ? {} : { user: watched.person }) };
  const isOpen = view.openIds === undefined || view.openIds.has(forecastId({ ...about, window }));
  if (!isOpen && !canExceed({ window, amountCredits }, daily, profile)) {
    return [];
  }
  const forecast = forecastWindow(window, daily, profile);
  if (forecast.kind === 'none') {
    return [];
  }
  const isOver = chanceOfExceeding(forecast, amountCredits) >= causeChance;
  const span = { from: window.from, through: earliestDay(window.through, daily.through) };
  const rise = isOver && watched.person === undefined ? explainRise(span, contributors(scope)) : undefined;
  const cause = rise === undefined || rise.riseCredits <= 0 ? {} : { rise };
  return [{ ...about, amountCredits, owners, forecast, ...cause }];
}
