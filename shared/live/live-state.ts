import type { Day } from '../kernel/time/day.ts';
import type { SeenDay } from './giving/coverage.ts';
import { noTotals, type TotalsState } from './totals/totals-state.ts';

/** What runs of `live` leave for the next run, and for status queries. */
export interface LiveState {
  readonly totals: TotalsState;
  /** Observed share of the observed users' use on the last days, ascending. */
  readonly coverage: readonly CoverageDay[];
  /** The last run's result; absent before the first. */
  readonly report?: LiveReport;
  /** What was given on each of the last days with any, ascending. */
  readonly given?: readonly GivenDay[];
}

/** What was given between the nightly runs on one day. Whole credits. */
interface GivenDay {
  readonly day: Day;
  readonly credits: number;
  /** Limits that were raised. */
  readonly raises: number;
}

/** The digest looks back over a week that ended some days ago. */
const givenDaysMax = 21;

/** Adds what one more run has given. */
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
  /** The totals are compared with the bill. */
  | { readonly kind: 'shadow'; readonly daysDone: number; readonly daysNeeded: number; readonly isVerified: boolean }
  /** They were verified, and something is wrong now, so they are not used. `reason` is half a sentence. */
  | { readonly kind: 'doubted'; readonly reason: string }
  | { readonly kind: 'on'; readonly scale: number };

/** The result of one `live` run. Whole credits. */
export interface LiveReport {
  readonly runId: string;
  readonly at: string;
  readonly standing: LiveStatus;
  /** Use since the known data ends, from the sessions; absent if unknown. */
  readonly seenCredits?: number;
  /** Users with a known session. */
  readonly seenUsers: number;
  /** People whose hooks reported in the last hours; absent in early reports. */
  readonly hookUsers?: number;
  readonly pools: readonly LivePoolReport[];
  readonly given: { readonly users: number; readonly credits: number };
}

/** The proof of one pool, and its float. */
export interface LivePoolReport {
  /** The budget's scope as text, and its window. */
  readonly scope: string;
  readonly window: string;
  readonly amountCredits: number;
  /** Its use cannot end above it: by the totals if they prove less, else by the limits alone. */
  readonly provenCredits: number;
  readonly worstCaseCredits: number;
  /** What can be given now. */
  readonly freeCredits: number;
  /** Members without a limit after the known figures end: the proof leaves them out, and nothing is given. */
  readonly unboundedUsers: number;
}
