import type { BacktestSetup } from './backtest-setup.ts';
import { clairvoyant } from './clairvoyant.ts';
import { equalSplit, reactive } from './simple-policies.ts';
import { pooled } from './pooled.ts';
import { replay } from './replay.ts';
import { policyNames, scoreOf, type PolicyName, type PolicyScore, type Tally } from './score.ts';
import type { Trace } from './trace.ts';

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
    case 'clairvoyant':
      return clairvoyant(trace, setup);
  }
}
