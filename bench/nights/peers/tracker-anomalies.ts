import type { Day } from '../../../shared/kernel/time/day.ts';

/** Credits of somebody on a day. */
export interface UseOfDay {
  readonly userId: string;
  readonly day: Day;
  readonly credits: number;
}

/** Somebody far off. */
export interface Anomaly {
  readonly userId: string;
  readonly type: 'zscore' | 'spike' | 'outlier';
}

/** Its published thresholds. */
const deviationsMax = 2.5;
const spikeTimes = 5;
const outlierTimes = 10;

/** Its layers over a week: far from the team's day, from one's own days, and from the team's median. */
export function findAnomalies(week: readonly UseOfDay[], day: Day): readonly Anomaly[] {
  const today = week.filter((row) => row.day === day && row.credits > 0);
  const mean = average(today.map(({ credits }) => credits));
  const deviation = Math.sqrt(average(today.map(({ credits }) => (credits - mean) ** 2)));
  const own = Map.groupBy(week, ({ userId }) => userId);
  const totals = [...own.values()].map((rows) => rows.reduce((sum, { credits }) => sum + credits, 0));
  const median = totals.toSorted((one, other) => one - other)[Math.floor(totals.length / 2)] ?? 0;
  return today.flatMap(({ userId, credits }): Anomaly[] => {
    const rows = own.get(userId) ?? [];
    const usual = average(rows.filter((row) => row.day < day).map((row) => row.credits));
    const total = rows.reduce((sum, row) => sum + row.credits, 0);
    return [
      ...(deviation > 0 && (credits - mean) / deviation > deviationsMax ? [{ userId, type: 'zscore' as const }] : []),
      ...(usual > 0 && credits > spikeTimes * usual ? [{ userId, type: 'spike' as const }] : []),
      ...(median > 0 && total > outlierTimes * median ? [{ userId, type: 'outlier' as const }] : []),
    ];
  });
}

function average(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
