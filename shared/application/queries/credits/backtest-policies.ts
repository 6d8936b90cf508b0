import type { BacktestSetup } from '../../../domain/backtest/backtest-setup.ts';
import { backtestPolicy } from '../../../domain/backtest/backtest.ts';
import { policyNames, type PolicyName, type PolicyScore } from '../../../domain/backtest/score.ts';
import type { Trace } from '../../../domain/backtest/trace.ts';

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
