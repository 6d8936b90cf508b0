import type { PlatformWindow, WindowKind } from '../budgets/window.ts';
import { defaultAssumptions, type PoolAssumptions } from '../pools/assumptions.ts';
import { defaultLiveSetup, type LiveSetup } from './live/live-setup.ts';

/** The pool that a trace is replayed against, and how the platform counts. */
export interface BacktestSetup {
  readonly amountCredits: number;
  readonly window: WindowKind;
  readonly platformWindow: PlatformWindow;
  readonly assumptions: PoolAssumptions;
  readonly overcommitFactor: number;
  readonly live: LiveSetup;
}

/** A pool over a window, everything else as by default. */
export function backtestOf(pool: Pick<BacktestSetup, 'amountCredits' | 'window'>): BacktestSetup {
  return {
    ...pool,
    platformWindow: { anchorDay: 1 },
    assumptions: defaultAssumptions,
    overcommitFactor: 1.2,
    live: defaultLiveSetup,
  };
}
