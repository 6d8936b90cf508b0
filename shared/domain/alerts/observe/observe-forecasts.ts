import type { Scope } from '../../budgets/scope.ts';
import { chanceOfExceeding, forecastWindow } from '../../forecast/forecast.ts';
import { type Contributor, explainRise } from '../../forecast/rise.ts';
import type { WeekdayProfile } from '../../forecast/weekday-profile.ts';
import { dailyCreditsOf } from '../../ledger/daily-use.ts';
import { earliestDay } from '../../time/day.ts';
import type { ForecastObservation } from '../forecast-alert.ts';
import { watchedBudgets, windowOf, type WatchedBudget, type WatchedNight } from './watched-budget.ts';

/** From this chance on it is worth looking for who it comes from. */
const causeChance = 0.5;

/**
 * What each budget whose forecast alert is on will have used by the end of its window. A window of one day turns
 * before two nights could expect the same of it; who has used nothing for months is not forecast.
 */
export function observeForecasts(night: WatchedNight, profile: WeekdayProfile): readonly ForecastObservation[] {
  return watchedBudgets(night)
    .filter(({ budget, credits }) => budget.forecastAlert && budget.window !== 'day' && credits !== undefined)
    .flatMap((watched) => observeForecast(watched, night, profile));
}

function observeForecast(
  watched: WatchedBudget,
  night: WatchedNight,
  profile: WeekdayProfile,
): readonly ForecastObservation[] {
  const { scope, amount, owners } = watched.budget;
  const daily = dailyCreditsOf(night.use, watched.credits);
  const forecast = forecastWindow(windowOf(watched, night.today, night), daily, profile);
  if (amount.kind === 'unlimited' || forecast.kind === 'none') {
    return [];
  }
  const amountCredits = amount.credits + watched.topUpCredits;
  const isOver = chanceOfExceeding(forecast, amountCredits) >= causeChance;
  const span = { from: forecast.window.from, through: earliestDay(forecast.window.through, daily.through) };
  const rise = isOver && watched.person === undefined ? explainRise(span, contributorsOf(night, scope)) : undefined;
  return [
    {
      scope,
      ...(watched.person === undefined ? {} : { user: watched.person }),
      amountCredits,
      owners,
      forecast,
      ...(rise === undefined || rise.riseCredits <= 0 ? {} : { rise }),
    },
  ];
}

/** Everybody who used anything of what a scope counts, as admins know them. */
export function contributorsOf(
  { people, teamOf, use }: WatchedNight,
  scope: Scope = { kind: 'org' },
): readonly Contributor[] {
  const emails = new Map(people.map(({ userId, email }) => [userId, email]));
  const counted = [...use.users].filter(([userId]) => scope.kind !== 'team' || teamOf.get(userId) === scope.name);
  return counted.map(([userId, credits]) => ({
    who: emails.get(userId) ?? `user ${userId}`,
    daily: dailyCreditsOf(use, credits),
  }));
}
