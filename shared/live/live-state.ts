import type { Day } from '../kernel/time/day.ts';
import type { SeenDay } from './giving/coverage.ts';
import { noTotals, type TotalsState } from './totals/totals-state.ts';

export interface LiveState {
  readonly totals: TotalsState;
  readonly coverage: readonly CoverageDay[];
  readonly report?: LiveReport;
  readonly given?: readonly GivenDay[];
}

interface GivenDay {
  readonly day: Day;
  readonly credits: number;
  readonly raises: number;
}

/** The digest looks back over a week that ended some days ago. */
const givenDaysMax = 21;

export function givenAfter(before: readonly GivenDay[], { day, credits, raises }: GivenDay): readonly GivenDay[] {
  const { credits: earlier = 0, raises: earlierRaises = 0 } = before.find((each) => each.day === day) ?? {};
  const now = { day, credits: earlier + credits, raises: earlierRaises + raises };
  return raises === 0 ? before : [...before.filter((each) => each.day !== day), now].slice(-givenDaysMax);
}

export interface CoverageDay extends SeenDay {
  readonly day: Day;
}

export const noLiveState: LiveState = { totals: noTotals, coverage: [] };

/** The users who get less in the night because their work is observed, and their share of the equal-chance headroom. */
export interface StoredFloat {
  readonly at: string;
  readonly seenIds: readonly string[];
  readonly nightShare: number;
}

/** Decisions use the totals only while it is `on`. */
export type LiveStatus =
  | { readonly kind: 'off' }
  | { readonly kind: 'shadow'; readonly daysDone: number; readonly daysNeeded: number; readonly isVerified: boolean }
  /** They were verified, and something is wrong now, so they are not used. `reason` is half a sentence. */
  | { readonly kind: 'doubted'; readonly reason: string }
  | { readonly kind: 'on'; readonly scale: number };

export interface LiveReport {
  readonly runId: string;
  readonly at: string;
  readonly standing: LiveStatus;
  readonly seenCredits?: number;
  readonly seenUsers: number;
  /** People whose hooks reported in the last hours; absent in early reports. */
  readonly hookUsers?: number;
  readonly pools: readonly LivePoolReport[];
  readonly given: { readonly users: number; readonly credits: number };
}

export interface LivePoolReport {
  readonly scope: string;
  readonly window: string;
  readonly amountCredits: number;
  /** Its use cannot end above it: by the totals if they prove less, else by the limits alone. */
  readonly provenCredits: number;
  readonly worstCaseCredits: number;
  readonly freeCredits: number;
  /** Members without a limit after the known figures end: the proof leaves them out, and nothing is given. */
  readonly unboundedUsers: number;
}
