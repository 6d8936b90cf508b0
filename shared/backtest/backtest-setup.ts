import type { PlatformWindow, WindowKind } from '../budgets/window.ts';
import type { EveningReturn } from '../live/give.ts';
import type { LiveBounds } from '../live/live-pool.ts';
import { defaultAssumptions, type PoolAssumptions } from '../pools/assumptions.ts';

export interface BacktestSetup {
  readonly amountCredits: number;
  readonly window: WindowKind;
  readonly platformWindow: PlatformWindow;
  readonly assumptions: PoolAssumptions;
  readonly overcommitFactor: number;
  readonly live: LiveSetup;
}

export function backtestOf(pool: { readonly amountCredits: number; readonly window: WindowKind }): BacktestSetup {
  return {
    ...pool,
    platformWindow: { anchorDay: 1 },
    assumptions: defaultAssumptions,
    overcommitFactor: 1.2,
    live: defaultLiveSetup,
  };
}

/** What the policy `live` can observe, and what the sign-ins prove. Shares are from 0 to 1. */
export interface LiveSetup {
  readonly peopleShare: number;
  readonly sessionShare: number;
  readonly wrongShare: number;
  /** Share of working days that show as a sign-in; a tenth of the other days do too. 0: no sign-ins. */
  readonly signInShare: number;
  readonly lagMinutes: number;
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
