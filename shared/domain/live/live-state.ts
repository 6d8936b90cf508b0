import type { Day } from '../time/day.ts';
import type { SeenDay } from './giving/coverage.ts';
import { noTotals, type TotalsState } from './totals/totals-state.ts';

/** What runs of `live` leave for the next one, and for everybody who asks how it is. */
export interface LiveState {
  readonly totals: TotalsState;
  /** How much of what those used who are seen was seen, of the last days, ascending. */
  readonly coverage: readonly CoverageDay[];
  /** What the last run found; absent before the first. */
  readonly report?: LiveReport;
  /** What was given on each of the last days on which anything was, ascending; absent before. */
  readonly given?: readonly GivenDay[];
}

/** What was given between the nights on one day. Whole credits. */
interface GivenDay {
  readonly day: Day;
  readonly credits: number;
  /** Limits that were raised. */
  readonly raises: number;
}

/** The digest looks back over a week, which ended some days ago. */
const givenDaysMax = 21;

/** The same with what one more run has given. */
export function givenAfter(before: readonly GivenDay[], { day, credits, raises }: GivenDay): readonly GivenDay[] {
  const { credits: earlier = 0, raises: earlierRaises = 0 } = before.find((each) => each.day === day) ?? {};
  const now = { day, credits: earlier + credits, raises: earlierRaises + raises };
  return raises === 0 ? before : [...before.filter((each) => each.day !== day), now].slice(-givenDaysMax);
}

export interface CoverageDay extends SeenDay {
  readonly day: Day;
}

export const noLiveState: LiveState = { totals: noTotals, coverage: [] };

/** Whom a night leaves less, since they are seen when they work, and how much of their equal-chance headroom. */
export interface StoredFloat {
  /** ISO instant. */
  readonly at: string;
  readonly seenIds: readonly string[];
  readonly nightShare: number;
}

/** What is on: nothing rests on the totals unless it is `on`. */
export type LiveStatus =
  | { readonly kind: 'off' }
  /** The totals are compared with the bill. */
  | { readonly kind: 'shadow'; readonly daysDone: number; readonly daysNeeded: number; readonly isVerified: boolean }
  /** They were verified, and something is wrong now: nothing rests on them. `reason` is half a sentence. */
  | { readonly kind: 'doubted'; readonly reason: string }
  | { readonly kind: 'on'; readonly scale: number };

/** What one run of `live` found and did. Credits are whole. */
export interface LiveReport {
  readonly runId: string;
  /** ISO instant. */
  readonly at: string;
  readonly standing: LiveStatus;
  /** Used since the known data ends, as the sessions show it; absent where that is not known. */
  readonly seenCredits?: number;
  /** Users of whom some session is known. */
  readonly seenUsers: number;
  /** People whose hooks have reported in the last hours; absent in earlier reports. */
  readonly hookUsers?: number;
  readonly pools: readonly LivePoolReport[];
  readonly given: { readonly users: number; readonly credits: number };
}

/** What is proven of one pool, and what of it floats. */
export interface LivePoolReport {
  /** The budget's scope as text, and its window. */
  readonly scope: string;
  readonly window: string;
  readonly amountCredits: number;
  /** Its use cannot end above it: by the totals where they prove less, else by the limits alone. */
  readonly provenCredits: number;
  readonly worstCaseCredits: number;
  /** What can be given now. */
  readonly freeCredits: number;
  /** Members who were without a limit after the known figures end: what is proven leaves that out, and nothing is given. */
  readonly unboundedUsers: number;
}
