import { windowAt } from '../budgets/window.ts';
import type { BacktestSetup } from './backtest-setup.ts';
import { emptyTally, type Tally } from './score.ts';
import { minuteOfRefusal, minutesPerDay, settleWanted } from './settle-wanted.ts';
import { dayOfTrace, type Trace } from './trace.ts';

/**
 * The upper bound, with full knowledge of the demand: everything is granted until the pool is used up. On that day all
 * users are granted the same part of the day.
 */
export function clairvoyant(trace: Trace, setup: BacktestSetup): Tally {
  const tally = emptyTally();
  let left = setup.amountCredits;
  for (let number = 0; number < trace.days; number += 1) {
    const day = dayOfTrace(trace, number);
    if (windowAt(setup.window, day, setup.platformWindow).from === day) {
      left = setup.amountCredits;
    }
    left -= grantDay({ trace, number, left }, tally);
  }
  return tally;
}

interface OpenDay {
  readonly trace: Trace;
  readonly number: number;
  readonly left: number;
}

function grantDay({ trace, number, left }: OpenDay, tally: Tally): number {
  const wanted = trace.wanted.map((days) => days[number] ?? 0);
  const total = wanted.reduce((sum, credits) => sum + credits, 0);
  const untilMinute = total <= left ? minutesPerDay : lastMinuteWithin(wanted, left);
  const inTime = wanted.map((wantedOfDayCredits) => settleWanted(wholeUntil(wantedOfDayCredits, untilMinute)));
  let rest = Math.min(left, total) - inTime.reduce((sum, { grantedCredits }) => sum + grantedCredits, 0);
  wanted.forEach((wantedOfDayCredits, index) => {
    const granted = inTime[index]?.grantedCredits ?? 0;
    const extra = Math.min(rest, wantedOfDayCredits - granted);
    rest -= extra;
    const refusedCredits = wantedOfDayCredits - granted - extra;
    tally.granted += granted + extra;
    tally.refused += refusedCredits;
    if (refusedCredits > 0) {
      const stretch = { ...wholeUntil(wantedOfDayCredits, minutesPerDay), leftCredits: granted + extra };
      const minute = minuteOfRefusal(stretch);
      tally.stops.push({ user: trace.users[index] ?? '', day: dayOfTrace(trace, number), minute, refusedCredits });
    }
  });
  return Math.min(left, total);
}

function lastMinuteWithin(wanted: readonly number[], left: number): number {
  let low = 0;
  let high = minutesPerDay;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const needed = wanted.reduce((sum, credits) => sum + settleWanted(wholeUntil(credits, middle)).grantedCredits, 0);
    if (needed <= left) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

function wholeUntil(wantedOfDayCredits: number, untilMinute: number) {
  return { wantedOfDayCredits, fromMinute: 0, untilMinute, leftCredits: Infinity };
}
