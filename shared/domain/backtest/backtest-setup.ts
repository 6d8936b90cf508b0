import type { PlatformWindow, WindowKind } from '../budgets/window.ts';
import type { EveningReturn } from '../live/give.ts';
import type { LiveBounds } from '../live/live-pool.ts';
import { defaultAssumptions, type PoolAssumptions } from '../pools/assumptions.ts';

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

/** How the policy `live` sees what goes on, and what is proven by it. Shares are from 0 to 1. */
export interface LiveSetup {
  /** The share of people all of whose sessions are seen. */
  readonly peopleShare: number;
  /** The share of everybody's sessions that are seen; instead of the share of people where it is above 0. */
  readonly sessionShare: number;
  /** The share of the seen sessions that are attributed to somebody else. */
  readonly wrongShare: number;
  /** The share of the days on which somebody works that show as a sign-in; a tenth of the other days do. 0: none at all. */
  readonly signInShare: number;
  /** Use shows in the totals so long after it. */
  readonly lagMinutes: number;
  /** Whose limits are lowered in the evening. */
  readonly eveningReturn: EveningReturn;
  readonly bounds: LiveBounds;
}

export const defaultLiveSetup: LiveSetup = {
  peopleShare: 0,
  sessionShare: 0,
  wrongShare: 0,
  signInShare: 0,
  lagMinutes: 10,
  eveningReturn: 'everybody',
  bounds: { errorPercent: 25, slackCredits: 0, capPercent: 0 },
};
