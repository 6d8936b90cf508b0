import { isDay, type Day } from './day.ts';

/** Returns the required form of a day, and the days that an invalid text may mean. */
export function dayRemedy(text?: unknown): string {
  const meant = typeof text === 'string' ? meantDays(text) : [];
  return `give a day as YYYY-MM-DD${meant.length === 0 ? '' : `; did you mean ${meant.join(' or ')}?`}`;
}

/** The days that three numbers may mean: year, month, day; or day and month in either order, year. */
function meantDays(text: string): readonly Day[] {
  const [, first = '', second = '', third = ''] =
    /^(\d{1,4})[-/. ]+(\d{1,2})[-/. ]+(\d{1,4})\.?$/u.exec(text.trim()) ?? [];
  const orders =
    first.length === 4
      ? [[first, second, third]]
      : [
          [third, second, first],
          [third, first, second],
        ];
  const days = orders.map((parts) => parts.map((part) => part.padStart(2, '0')).join('-')).filter(isDay);
  return [...new Set(days)].toSorted();
}
