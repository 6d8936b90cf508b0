import * as z from 'zod';

import { windowKinds } from '../budgets/window.ts';
import { BindingDocument, Credits, Day } from '../kernel/contract/document-parts.ts';
import { quotedValue } from '../kernel/records/contract/fields/quoted-value.ts';
import { type CsvRecord, readCsvRecords } from '../kernel/records/contract/files/csv-records.ts';
import type { FileNote } from '../kernel/records/contract/files/file-rows.ts';
import { originalCell } from '../kernel/texts/csv-cell.ts';
import { isDay } from '../kernel/time/day.ts';
import { emailKey } from '../roster/email.ts';
import { policyNames } from './score.ts';
import type { WantedUse } from './trace.ts';

export const BacktestDocument = z.object({
  policies: z
    .array(
      z.object({
        name: z.enum(policyNames),
        overspent: Credits,
        refusedWhileFunded: Credits,
        usersStopped: z.int(),
        granted: Credits,
        refused: Credits,
        /** Requests that set limits; 0 for the clairvoyant. */
        limitRequests: z.int(),
        /** Granted relative to the clairvoyant; null when that granted nothing. */
        ofClairvoyant: z.number().nullable(),
      }),
    )
    .readonly(),
  trace: z.object({
    source: z.enum(['ledger', 'file']),
    from: Day,
    through: Day,
    days: z.int(),
    users: z.int(),
    wanted: Credits,
  }),
  anchorDay: z.int(),
  pool: z
    .object({
      amount: Credits,
      window: z.enum(windowKinds),
      overcommit: z.number(),
      /** Parameters of the policy `live`; shares from 0 to 1. */
      live: z.object({
        hints: z.number(),
        hintSessions: z.number(),
        wrong: z.number(),
        lagMinutes: z.int(),
        cap: z.number(),
      }),
    })
    .optional(),
  budgets: z
    .object({
      granted: Credits,
      refused: Credits,
      usersStopped: z.int(),
      stops: z
        .array(
          z.object({
            user: z.string(),
            date: Day,
            /** Minute of the UTC day. */
            minute: z.int(),
            time: z.string(),
            refused: Credits,
            binding: BindingDocument,
          }),
        )
        .readonly(),
    })
    .optional(),
});
export type BacktestDocument = z.output<typeof BacktestDocument>;

const columns = ['user', 'date', 'credits'] as const;

/** Wanted use. Use `rows` only when `problems` is empty. */
export interface TraceFile {
  readonly rows: readonly WantedUse[];
  /** Rows whose user and day repeat: their credits are summed. */
  readonly repeatedRows: number;
  /** The first ones only. */
  readonly problems: readonly FileNote[];
}

export const traceBytesMax = 100_000_000;
const rowsMax = 1_000_000;
const problemsMax = 20;
const userCharsMax = 320;
/** Credits of a whole trace: still exact when multiplied by a day's minutes. */
const creditsMax = 6_000_000_000_000;
const remedy = `the first line is ${columns.join(',')}`;

/** Reads wanted use from CSV: `user,date,credits`, columns in any order. Users match like emails. */
export function readTraceFile(bytes: Uint8Array): TraceFile {
  if (bytes.length > traceBytesMax) {
    return refused('file', `the file is larger than ${traceBytesMax / 1_000_000} MB; give fewer days`);
  }
  const text = decoded(bytes);
  if (text === undefined) {
    return refused('file', 'the file is not UTF-8 text; save it as UTF-8');
  }
  const reader = traceReader();
  const broken = readCsvRecords(text, (record) => reader.take(record));
  return broken === undefined ? reader.end() : refused(broken.at, broken.text);
}

function traceReader(): { take(record: CsvRecord): void; end(): TraceFile } {
  const rows: WantedUse[] = [];
  const problems: FileNote[] = [];
  const seen = new Set<string>();
  let names: readonly string[] | undefined;
  let isHeaderValid = false;
  let total = 0;
  const take = (record: CsvRecord): void => {
    if (names === undefined) {
      names = record.cells.map((cell) => cell.trim().toLowerCase());
      problems.push(...headerFaults(names, record.line));
      isHeaderValid = problems.length === 0;
      return;
    }
    const isFull = rows.length > rowsMax || total > creditsMax || problems.length >= problemsMax;
    if (!isHeaderValid || isFull) {
      return;
    }
    const row = readRow(record, names);
    if ('problems' in row) {
      problems.push(...row.problems);
      return;
    }
    rows.push(row);
    seen.add(`${row.date} ${row.user}`);
    total += row.credits;
  };
  const end = (): TraceFile => {
    if (names === undefined) {
      return refused('file', `the file is empty; ${remedy}`);
    }
    problems.push(...sizeFaults(rows, total));
    return { rows, repeatedRows: rows.length - seen.size, problems: problems.slice(0, problemsMax) };
  };
  return { take, end };
}

function headerFaults(names: readonly string[], line: number): readonly FileNote[] {
  const isExact = names.length === columns.length && columns.every((column) => names.includes(column));
  if (names.length === columns.length && !columns.some((column) => names.includes(column))) {
    return [{ at: `line ${line}`, text: `there is no header row; put ${columns.join(',')} first` }];
  }
  const text = `the columns are ${quotedValue(names.join(','))} where they should be user, date and credits; ${remedy}`;
  return isExact ? [] : [{ at: `line ${line}`, text }];
}

function sizeFaults(rows: readonly WantedUse[], total: number): readonly FileNote[] {
  if (rows.length > rowsMax) {
    return [{ at: 'file', text: `the file has more than ${rowsMax} rows; give fewer days, or one row a user and day` }];
  }
  return total > creditsMax
    ? [{ at: 'file', text: `the credits add up to more than ${creditsMax}; give fewer days` }]
    : [];
}

function readRow(
  { line, cells }: CsvRecord,
  names: readonly string[],
): WantedUse | { readonly problems: readonly FileNote[] } {
  const at = `line ${line}`;
  if (cells.length !== names.length) {
    const text = `the row has ${cells.length} cells where the first line names ${names.length}; put cells that hold commas in quotes`;
    return { problems: [{ at, text }] };
  }
  const cellOf = (column: (typeof columns)[number]): string => originalCell(cells[names.indexOf(column)] ?? '').trim();
  const row = { user: emailKey(cellOf('user')), date: cellOf('date'), credits: creditsOf(cellOf('credits')) };
  const faults = [userFault(row.user), dateFault(row.date), creditsFault(row.credits, cellOf('credits'))];
  const problems = faults.flatMap((text) => (text === undefined ? [] : [{ at, text }]));
  return problems.length === 0 ? row : { problems };
}

function userFault(user: string): string | undefined {
  if (user === '') {
    return 'field "user": "" is empty; give an email';
  }
  return user.length > userCharsMax ? `field "user": ${quotedValue(user)} is too long; give an email` : undefined;
}

function dateFault(date: string): string | undefined {
  return isDay(date)
    ? undefined
    : `field "date": ${quotedValue(date)} is not a day of the calendar; give a UTC day as YYYY-MM-DD`;
}

function creditsOf(cell: string): number {
  return /^\d{1,15}$/.test(cell) ? Number(cell) : Number.NaN;
}

function creditsFault(credits: number, cell: string): string | undefined {
  return Number.isNaN(credits)
    ? `field "credits": ${quotedValue(cell)} is not a whole number of credits; give digits alone, 0 or more`
    : undefined;
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function refused(at: string, text: string): TraceFile {
  return { rows: [], repeatedRows: 0, problems: [{ at, text }] };
}
