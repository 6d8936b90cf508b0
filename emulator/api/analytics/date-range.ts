import { dayNumberAt, dayOfDate, HISTORY_START_DAY } from '../../state/clock.ts';
import { BadRequestError } from '../http-error.ts';

export interface DateRange {
  readonly startDate: string;
  readonly endDate: string;
  /** Day numbers, ascending; empty when the range ends before the history starts. */
  readonly days: readonly number[];
}

/**
 * Reads startDate and endDate (platform-api.md, "Analytics common rules": required, YYYY-MM-DD, UTC, before today).
 * Throws BadRequestError for a missing or impossible date, an end before the start, and today or later.
 */
export function dateRangeOf(query: unknown, nowMs: number): DateRange {
  const { startDate, endDate } = query as Record<string, unknown>;
  const start = dayOf('startDate', startDate, nowMs);
  const end = dayOf('endDate', endDate, nowMs);
  if (end.dayNumber < start.dayNumber) {
    throw new BadRequestError('endDate: must not be before startDate');
  }
  const from = Math.max(start.dayNumber, HISTORY_START_DAY);
  const days = Array.from({ length: Math.max(0, end.dayNumber - from + 1) }, (_, index) => from + index);
  return { startDate: start.date, endDate: end.date, days };
}

function dayOf(name: string, value: unknown, nowMs: number): { readonly date: string; readonly dayNumber: number } {
  if (value === undefined) {
    throw new BadRequestError(`${name}: required`);
  }
  const dayNumber = typeof value === 'string' ? dayOfDate(value) : undefined;
  if (typeof value !== 'string' || dayNumber === undefined) {
    throw new BadRequestError(`${name}: must be a date in the format YYYY-MM-DD`);
  }
  if (dayNumber >= dayNumberAt(nowMs)) {
    throw new BadRequestError(`${name}: data is available through the previous UTC day; today or later is refused`);
  }
  return { date: value, dayNumber };
}

/** Reads group_by. Throws BadRequestError for any value except the endpoint's own (none: `undefined`). */
export function isGrouped(query: unknown, dimension: string | undefined): boolean {
  const { group_by: groupBy } = query as Record<string, unknown>;
  if (groupBy === undefined) {
    return false;
  }
  if (dimension === undefined || groupBy !== dimension) {
    throw new BadRequestError(`group_by: ${dimension === undefined ? 'not supported here' : `must be ${dimension}`}`);
  }
  return true;
}
