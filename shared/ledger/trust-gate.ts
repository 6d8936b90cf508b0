import { daysBetween, type Day } from '../kernel/time/day.ts';
import type { Doubt, LedgerDay } from './ledger-day.ts';
import type { ReportedDay } from './reading.ts';

export interface TrustRules {
  /** By how much two figures for the same thing may differ, as a share of the larger. */
  readonly toleranceShare: number;
  readonly collapseShare: number;
  readonly collapseFloorCredits: number;
  /** An older day that was never complete is accepted: late figures would have arrived. */
  readonly settleDays: number;
}

export interface DayMetrics {
  readonly creditsByUser: ReadonlyMap<string, number>;
  readonly unreadableUserIds: ReadonlySet<string>;
  readonly repeatedRows: number;
}

export interface DayReading {
  readonly day: Day;
  readonly reported: ReportedDay | undefined;
  readonly metrics: DayMetrics;
}

export interface DayContext {
  readonly today: Day;
  readonly previous: LedgerDay | undefined;
  readonly sameWeekdayTotals: readonly number[];
  readonly expectedCredits?: number;
  /** The probability of a day of rest this low; set if its use appears collapsed. */
  readonly restChance?: number;
  readonly dayBefore?: { readonly totalCredits: number; readonly sameWeekdayTotals: readonly number[] };
}

/** Returns every reason not to trust a day's figures; none means that the day is complete. */
export function doubtsAbout(reading: DayReading, context: DayContext, rules: TrustRules): readonly Doubt[] {
  const { reported, metrics } = reading;
  if (reported === undefined) {
    return [{ kind: 'not-there-yet', detail: 'the platform has no figures for this day yet' }];
  }
  return [
    ...sumDoubt(reported, rules),
    ...agreementDoubt(reported, metrics, rules),
    ...pagesDoubt(metrics),
    ...collapseDoubt(reported, context, rules),
  ];
}

function sumDoubt(reported: ReportedDay, rules: TrustRules): readonly Doubt[] {
  const sum = reported.rows.reduce((total, row) => total + row.credits, 0);
  if (agree(sum, reported.totalCredits, rules.toleranceShare)) {
    return [];
  }
  return [
    {
      kind: 'sum-differs',
      detail: `the users add up to ${sum} credits, the day says ${reported.totalCredits}`,
    },
  ];
}

/** Users with an unreadable row on either side cannot be compared; they are handled elsewhere. */
function agreementDoubt(reported: ReportedDay, metrics: DayMetrics, rules: TrustRules): readonly Doubt[] {
  const unreadable = unreadableUserIds(reported, metrics);
  const billed = new Map(reported.rows.map((row) => [row.userId, row.credits]));
  const userIds = new Set([...billed.keys(), ...metrics.creditsByUser.keys()]);
  const differing = [...userIds].filter(
    (userId) =>
      !unreadable.has(userId) &&
      !agree(billed.get(userId) ?? 0, metrics.creditsByUser.get(userId) ?? 0, rules.toleranceShare),
  );
  if (differing.length === 0) {
    return [];
  }
  return [
    {
      kind: 'endpoints-disagree',
      detail: `the tokens and the users analytics differ for ${differing.length} of ${userIds.size} users`,
    },
  ];
}

/** Returns the users of a day whose figures are unknown, from either endpoint. */
export function unreadableUserIds(reported: ReportedDay | undefined, metrics: DayMetrics): ReadonlySet<string> {
  const billed = (reported?.unreadable ?? []).flatMap((row) => (row.userId === undefined ? [] : [row.userId]));
  return new Set([...metrics.unreadableUserIds, ...billed]);
}

function pagesDoubt(metrics: DayMetrics): readonly Doubt[] {
  if (metrics.repeatedRows === 0) {
    return [];
  }
  return [{ kind: 'pages-unsound', detail: `${metrics.repeatedRows} rows of the users analytics came more than once` }];
}

/** Days of rest at least this probable are no reason for doubt. */
const restChanceMin = 0.05;

/**
 * A day far below the usual of its weekday is more often incomplete than a day of rest. Once it is old enough and its
 * total is stable, it counts as a day of rest; a complete day must not shrink so much.
 */
function collapseDoubt(reported: ReportedDay, context: DayContext, rules: TrustRules): readonly Doubt[] {
  const usual = medianOf(context.sameWeekdayTotals);
  const total = reported.totalCredits;
  const isFarUnder = hasCollapsed(total, Math.min(usual, context.expectedCredits ?? usual), rules);
  const isRecent = daysBetween(reported.day, context.today) <= rules.settleDays;
  const trustedTotal = context.previous?.hasTrustedFigures === true ? context.previous.totalCredits : undefined;
  const hasShrunk = trustedTotal !== undefined && hasCollapsed(total, trustedTotal, rules);
  const isUnchanged = trustedTotal === total;
  if (hasShrunk) {
    return [{ kind: 'collapsed', detail: `${total} credits, where there were ${trustedTotal} when it was complete` }];
  }
  const isRest = (context.restChance ?? 0) >= restChanceMin;
  if (isFarUnder && isRecent && !isUnchanged && !isRest && !goesOnBeingLow(total, context, rules)) {
    return [{ kind: 'collapsed', detail: `${total} credits, where this weekday usually has about ${usual}` }];
  }
  return [];
}

/**
 * Use that dropped and stays low is no new collapse: a shutdown, or a used-up budget. Once its first day is accepted,
 * similar days are accepted at once; otherwise every run would be held.
 */
function goesOnBeingLow(total: number, { dayBefore }: DayContext, rules: TrustRules): boolean {
  if (dayBefore === undefined) {
    return false;
  }
  const wasLow = hasCollapsed(dayBefore.totalCredits, medianOf(dayBefore.sameWeekdayTotals), rules);
  return wasLow && !hasCollapsed(total, dayBefore.totalCredits, rules);
}

function hasCollapsed(total: number, usual: number, rules: TrustRules): boolean {
  return usual > rules.collapseFloorCredits && total < usual * rules.collapseShare;
}

function agree(first: number, second: number, toleranceShare: number): boolean {
  return Math.abs(first - second) <= toleranceShare * Math.max(first, second);
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : Math.floor(((sorted[middle - 1] ?? 0) + upper) / 2);
}
