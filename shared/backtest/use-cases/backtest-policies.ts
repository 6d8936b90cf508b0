import type { BacktestSetup } from '../backtest-setup.ts';
import { backtestPolicy } from '../backtest.ts';
import { policyNames, type PolicyName, type PolicyScore } from '../score.ts';
import type { Trace } from '../trace.ts';

export interface BacktestProgress {
  readonly policy: PolicyName;
  readonly done: number;
  readonly total: number;
}

/** Replays a trace through every policy, in the order of `policyNames`, and reports progress. */
export function backtestPolicies(
  trace: Trace,
  setup: BacktestSetup,
  onProgress: (progress: BacktestProgress) => void,
): readonly PolicyScore[] {
  return policyNames.map((policy, done) => {
    onProgress({ policy, done, total: policyNames.length });
    return backtestPolicy(policy, trace, setup);
  });
}
