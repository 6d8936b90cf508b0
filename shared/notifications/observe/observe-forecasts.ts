import { canExceed, chanceOfExceeding, forecastWindow } from '../../forecast/forecast.ts';
import { explainRise } from '../../forecast/rise.ts';
import type { WeekdayProfile } from '../../forecast/weekday-profile.ts';
import { earliestDay } from '../../kernel/time/day.ts';
import { dailyCreditsOf } from '../../ledger/daily-use.ts';
import { forecastId, type ForecastObservation } from '../conditions/forecast-condition.ts';
import { contributorsOf, watchedBudgets, windowsFor, type WatchedBudgets } from './watched-budget.ts';

const causeChance = 0.5;

/** Forecasts each budget with the forecast alert on; not daily windows, nor users without recent use. */
export function observeForecasts(view: WatchedBudgets, profile: WeekdayProfile): readonly ForecastObservation[] {
  const windowOf = windowsFor(view, view.today);
  const contributors = contributorsOf(view);
  const isOpen = (id: string) => view.openIds === undefined || view.openIds.has(id);
  const forecasts: ForecastObservation[] = [];
  for (const { budget, credits, topUpCredits, person } of watchedBudgets(view)) {
    const { scope, amount, owners } = budget;
    if (!budget.forecastAlert || budget.window === 'day' || credits === undefined || amount.kind === 'unlimited') {
      continue;
    }
    const window = windowOf(budget.window);
    const daily = dailyCreditsOf(view.use, credits);
    const amountCredits = amount.credits + topUpCredits;
    const about = { scope, ...(person && { user: person }) };
    if (!isOpen(forecastId(about, window)) && !canExceed({ window, amountCredits }, daily, profile)) {
      continue;
    }
    const forecast = forecastWindow(window, daily, profile);
    if (forecast.kind === 'forecast') {
      const isOver = chanceOfExceeding(forecast, amountCredits) >= causeChance;
      const span = { from: window.from, through: earliestDay(window.through, daily.through) };
      const rise = isOver && person === undefined ? explainRise(span, contributors(scope)) : undefined;
      const cause = rise === undefined || rise.riseCredits <= 0 ? {} : { rise };
      forecasts.push({ ...about, amountCredits, owners, forecast, ...cause });
    }
  }
  return forecasts;
}
