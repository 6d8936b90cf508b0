import { addDays, type Day, type DayRange } from '../kernel/time/day.ts';
import { exportKinds, fileForms, type ExportFormat, type ExportKind } from './export-kinds.ts';
import { datedKinds } from './exported-rows.ts';

/** A file of a month. */
export interface MonthlyFile {
  /** `2026-03/usage.csv`. */
  readonly name: string;
  readonly what: ExportKind;
  readonly format: ExportFormat;
  readonly range: DayRange;
  /** What is as it is now is written once: a file that is there stays. */
  readonly isKept: boolean;
}

/** The last whole calendar month before a day, UTC. */
export function lastMonth(today: Day): DayRange {
  return monthOf(addDays(firstOf(today), -1));
}

/** Every file of the last month, unless it is written already, and usage of each month with one of the restated days. */
export function monthlyFiles(
  today: Day,
  {
    formats,
    restated,
    isWritten,
  }: { readonly formats: readonly ExportFormat[]; readonly restated: readonly Day[]; readonly isWritten: boolean },
): readonly MonthlyFile[] {
  const last = lastMonth(today);
  const months = new Set(restated.map(firstOf).filter((first) => first <= last.from));
  const kinds: readonly (readonly [ExportKind, DayRange])[] = [
    ...(isWritten ? [] : exportKinds.map((what) => [what, last] as const)),
    ...[...months]
      .toSorted()
      .filter((first) => isWritten || first < last.from)
      .map((first) => ['usage', monthOf(first)] as const),
  ];
  return kinds.flatMap(([what, range]) =>
    formats
      .filter((format) => what === 'usage' || !fileForms[format].isFocus)
      .map((format) => {
        const { isFocus, encoding } = fileForms[format];
        const name = `${monthText(range.from)}/${what}${isFocus ? '-focus' : ''}.${encoding}`;
        return { name, what, format, range, isKept: !datedKinds.includes(what) };
      }),
  );
}

function monthText(day: Day): string {
  return day.slice(0, 'YYYY-MM'.length);
}

function firstOf(day: Day): Day {
  return `${monthText(day)}-01`;
}

function monthOf(day: Day): DayRange {
  const from = firstOf(day);
  return { from, through: addDays(firstOf(addDays(from, 31)), -1) };
}
