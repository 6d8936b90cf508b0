import { creditsText } from '../../../shared/kernel/texts/credits.ts';
import { weekdayAndDay } from '../../../shared/kernel/texts/run-out.ts';
import { shortCredits } from '../texts/amounts.ts';
import type { Figures } from './figures.ts';

/** How a series is drawn; each has a form of its own, so that no colour is needed to tell them apart. */
export type SeriesForm = 'bar' | 'full-bar' | 'open-bar' | 'line' | 'faint-line' | 'dashes' | 'steps';

interface DaySeries {
  readonly title: string;
  readonly form: SeriesForm;
  /** One a day, in credits; null when unknown. Bars stand on each other. */
  readonly values: readonly (number | null)[];
}

export interface DayMark {
  readonly day: string;
  readonly text: string;
}

/** Credits by day. */
export interface DayFigures {
  readonly title: string;
  /** UTC days. */
  readonly days: readonly string[];
  readonly series: readonly DaySeries[];
  /** A range between two lines. */
  readonly band?: { readonly title: string; readonly low: DaySeries['values']; readonly high: DaySeries['values'] };
  readonly marks?: readonly DayMark[];
}

export function isBar(form: SeriesForm): boolean {
  return form.endsWith('bar');
}

/** Bars of one day stand on each other, in the order of their series. */
export function stackedBars(series: readonly DaySeries[]) {
  const heights: number[] = [];
  return series
    .filter(({ form }) => isBar(form))
    .map(({ title, form, values }) => {
      const from = values.map((_value, index) => heights[index] ?? 0);
      values.forEach((value, index) => (heights[index] = (heights[index] ?? 0) + (value ?? 0)));
      return { title, form, from, to: values.map((_value, index) => heights[index] ?? 0) };
    });
}

export function highestOf(series: readonly DaySeries[], band: DayFigures['band']): number {
  const bars = stackedBars(series).flatMap(({ to }) => to);
  const lines = series.flatMap(({ form, values }) => (isBar(form) ? [] : values));
  return Math.max(0, ...bars, ...[...lines, ...(band?.high ?? [])].map((value) => value ?? 0));
}

/** The figures of one day in words. */
export function readingOf({ days, series, band, marks = [] }: DayFigures, index: number): string {
  const day = days[index] ?? '';
  const low = band?.low[index] ?? null;
  const high = band?.high[index] ?? null;
  const known = series.flatMap(({ title, values }) => {
    const value = values[index] ?? null;
    return value === null ? [] : [`${title.toLowerCase()} ${creditsText(value)}`];
  });
  const range = low === null || high === null ? [] : [`${shortCredits(low)} to ${shortCredits(high)} likely`];
  return `${weekdayAndDay(day)}: ${[...known, ...range, ...changesOn(marks, day)].join(', ') || 'not known yet'}`;
}

function changesOn(marks: readonly DayMark[], day: string): readonly string[] {
  return marks.filter((mark) => mark.day === day).map(({ text }) => text);
}

export function figuresOf({ title, days, series, band, marks = [] }: DayFigures): Figures {
  const ranges = band === undefined ? [] : [`${band.title}: low`, `${band.title}: high`];
  return {
    title,
    columns: ['UTC day', ...series.map(({ title: name }) => name), ...ranges, ...(marks.length > 0 ? ['Changes'] : [])],
    rows: days.map((day, index) => [
      day,
      ...series.map(({ values }) => values[index] ?? null),
      ...(band === undefined ? [] : [band.low[index] ?? null, band.high[index] ?? null]),
      ...(marks.length > 0 ? [changesOn(marks, day).join('; ')] : []),
    ]),
  };
}
