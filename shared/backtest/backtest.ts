import { windowAt } from '../budgets/window.ts';
import { sumOf } from '../forecast/daily-credits.ts';
import type { BacktestSetup } from './backtest-setup.ts';
import { live } from './live/live.ts';
import { reportedSince, type Policy } from './policy.ts';
import { pooled } from './pooled.ts';
import { replay } from './replay.ts';
import { policyNames, scoreOf, type PolicyName, type PolicyScore, type Tally, emptyTally } from './score.ts';
import { type Trace, dayOfTrace, minuteOfRefusal, minutesPerDay, settleWanted } from './trace.ts';

/** Replays a trace of wanted use under every policy, in the order of `policyNames`. */
export function backtest(trace: Trace, setup: BacktestSetup): readonly PolicyScore[] {
  return policyNames.map((name) => scoreOf(name, tallyOf(name, trace, setup)));
}

export function backtestPolicy(name: PolicyName, trace: Trace, setup: BacktestSetup): PolicyScore {
  return scoreOf(name, tallyOf(name, trace, setup));
}

function tallyOf(name: PolicyName, trace: Trace, setup: BacktestSetup): Tally {
  switch (name) {
    case 'equal-split':
      return replay(trace, setup, equalSplit(setup));
    case 'reactive':
      return replay(trace, setup, reactive(setup));
    case 'strict':
      return replay(trace, setup, pooled(trace.users, setup, { kind: 'strict' }));
    case 'overcommit': {
      const guarantee = { kind: 'overcommit', factor: setup.overcommitFactor } as const;
      return replay(trace, setup, pooled(trace.users, setup, guarantee));
    }
    case 'live':
      return replay(trace, setup, live(trace.users, setup));
    case 'clairvoyant':
      return clairvoyant(trace, setup);
  }
}

function equalSplit(setup: BacktestSetup): Policy {
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

/** The common practice: no limits until a run finds the pool used up; then all users are stopped. */
function reactive(setup: BacktestSetup): Policy {
  return {
    limitsAt(view) {
      const inPool = reportedSince(view, windowAt(setup.window, view.today, setup.platformWindow).from);
      const isUsedUp = sumOf(inPool) >= setup.amountCredits;
      const inPlatform = reportedSince(view, windowAt('platform', view.today, setup.platformWindow).from);
      return inPlatform.map((used) => (isUsedUp ? used : Infinity));
    },
  };
}

/** The upper bound: with full knowledge of demand, grants everything until the pool is used up. */
function clairvoyant(trace: Trace, setup: BacktestSetup): Tally {
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

function grantDay(
  { trace, number, left }: { readonly trace: Trace; readonly number: number; readonly left: number },
  tally: Tally,
): number {
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
