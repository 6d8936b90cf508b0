import type { BacktestSetup } from './backtest-setup.ts';
import { clairvoyant } from './clairvoyant.ts';
import { live } from './live/live.ts';
import { pooled } from './pooled.ts';
import { replay } from './replay.ts';
import { policyNames, scoreOf, type PolicyName, type PolicyScore, type Tally } from './score.ts';
import type { Trace } from './trace.ts';
import { sumOf } from '../forecast/daily-credits.ts';
import { windowAt } from '../budgets/window.ts';
import { reportedSince, type Policy } from './policy.ts';

/** Replays a trace of wanted use through every policy, in the order of `policyNames`. */
export function backtest(trace: Trace, setup: BacktestSetup): readonly PolicyScore[] {
  return policyNames.map((name) => scoreOf(name, tallyOf(name, trace, setup)));
}

/** Replays a trace through one policy. */
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

/** The same share of the pool for everybody, whatever they need; what division leaves goes to the first users. */
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

/** The common practice: nobody has a limit until a run finds the pool used up; then everybody is stopped. */
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
