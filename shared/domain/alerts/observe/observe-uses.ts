import type { Window } from '../../budgets/window.ts';
import { creditsWithin } from '../../ledger/daily-use.ts';
import { addDays, isDay } from '../../time/day.ts';
import type { UseObservation } from '../use-alert.ts';
import { watchedBudgets, windowOf, type WatchedBudget, type WatchedNight } from './watched-budget.ts';

/** The use of each budget in the window that holds today, and in the one that holds the last complete day. */
export function observeUses(night: WatchedNight): readonly UseObservation[] {
  return watchedBudgets(night).flatMap((watched) => {
    const latest = windowOf(watched, night.use.range.through, night);
    const current = windowOf(watched, night.today, night);
    const windows = latest.from === current.from ? [current] : [latest, current];
    return windows.map((window) => observeUse(watched, window, night));
  });
}

function observeUse(
  { budget, person, credits, topUpCredits }: WatchedBudget,
  window: Window,
  { use }: WatchedNight,
): UseObservation {
  const { scope, mode, amount, thresholds, owners } = budget;
  const changedOn = budget.updatedAt.slice(0, 10);
  const isChangedWithin = isDay(changedOn) && window.from < changedOn && changedOn <= window.through;
  return {
    basis: 'budget',
    scope,
    ...(person === undefined ? {} : { user: person }),
    window,
    mode,
    amount,
    topUpCredits,
    usedCredits: creditsWithin(use, credits, window),
    ...(isChangedWithin
      ? {
          usedBeforeChangeCredits: creditsWithin(use, credits, { from: window.from, through: addDays(changedOn, -1) }),
        }
      : {}),
    thresholds,
    owners,
  };
}
