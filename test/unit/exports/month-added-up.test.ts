import { parse } from 'csv-parse/sync';
import { parquetReadObjects } from 'hyparquet';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { budgetsContract } from '../../../shared/budgets/contract/budgets-contract.ts';
import { capsContract } from '../../../shared/caps/contract/caps-contract.ts';
import { memoryLedgerStore, memoryUserStore } from '../../../shared/enforcement/memory-store.ts';
import { exports } from '../../../shared/exports/api.ts';
import { exportFormats, type ExportFormat } from '../../../shared/exports/export-kinds.ts';
import { usageSource } from '../../../shared/exports/export-source.ts';
import { usageColumns } from '../../../shared/exports/exported-rows.ts';
import { rowEncoder } from '../../../shared/exports/row-encoder.ts';
import { writeExport } from '../../../shared/exports/write-export.ts';
import { memoryJournal } from '../../../shared/journal/store/memory-journal.ts';
import type { OperationWork } from '../../../shared/kernel/api/operation.ts';
import { daysOf } from '../../../shared/kernel/time/day.ts';
import { Settings } from '../../../shared/settings/contract/settings.ts';
import { memoryTeamStore } from '../../../shared/teams/memory-store.ts';
import { aLedgerDay } from '../../support/domain-samples.ts';

const month = { from: '2026-03-01', through: '2026-03-31' };
const people = ['ann', 'bob', 'cid', '=dora'];
const price = '2026-01-01 12.50 EUR';
let billed = 0;
let operation: () => ReturnType<typeof exports.operations.exportUsage>;

beforeAll(async () => {
  const [users, ledger, journal] = [memoryUserStore(), memoryLedgerStore(), memoryJournal()];
  await users.put(people.map((name) => ({ userId: name, email: `${name}@acme.example` })));
  for (const [index, day] of daysOf(month).entries()) {
    const rows = people.map((userId, at) => ({ userId, credits: 1_000_003 * (index + at + 1), email: null }));
    const beyond = index % 7;
    const totalCredits = rows.reduce((sum, { credits }) => sum + credits, beyond);
    await ledger.putDay(aLedgerDay({ day, totalCredits }));
    await ledger.putRows(day, rows);
    billed += totalCredits;
  }
  await journal.append([
    {
      id: 'n/restated',
      at: '2026-04-03T02:30:00.000Z',
      kind: 'day-restated',
      actor: 'curfew',
      subject: '2026-03-31',
      detail: {
        totalBefore: billed + 7_999_904,
        totalAfter: billed,
        userCount: 1,
        users: [{ userId: 'bob', before: 40_000_000, after: 1_000_003 * 32 }],
      },
    },
  ]);
  const installation = {
    users,
    ledger,
    journal,
    teams: memoryTeamStore(journal),
    readSettings: () => Settings.parse({ money: { prices: [price] } }),
  };
  operation = async () =>
    exports.operations.exportUsage(
      { installation, nowMs: Date.parse('2026-04-10T12:00:00Z') } as unknown as OperationWork,
      { from: month.from, to: month.through },
    );
});

async function fileOf(format: ExportFormat): Promise<Buffer> {
  const { document } = await operation();
  // In pages, as a command gets them: a first one, and the rest of the rows.
  const [first, rest] = [
    { ...document, rows: document.rows.slice(0, 50), next: '50' },
    { ...document, rows: document.rows.slice(50) },
  ];
  const parts: Buffer[] = [];
  const sink = {
    write: async (part: string | Uint8Array) => Promise.resolve(void parts.push(Buffer.from(part))),
    end: async () => Promise.resolve(),
    abort: async () => Promise.resolve(),
  };
  const source = usageSource(first, format.startsWith('focus'), async () => Promise.resolve(rest));
  expect(await writeExport(source, { sink, format })).toBe(document.rows.length);
  return Buffer.concat(parts);
}

type Row = Readonly<Record<string, unknown>>;

const readers: Readonly<Record<ExportFormat, (file: Buffer) => readonly Row[] | Promise<readonly Row[]>>> = {
  csv: (file) => parse(file, { columns: true }),
  focus: (file) => parse(file, { columns: true }),
  json: (file) => JSON.parse(file.toString()) as readonly Row[],
  parquet: async (file) => parquetReadObjects({ file: bytesOf(file) }),
  'focus-parquet': async (file) => parquetReadObjects({ file: bytesOf(file) }),
};

function bytesOf(file: Buffer): ArrayBuffer {
  return new Uint8Array(file).buffer;
}

test.each(exportFormats)('a month exported as %s adds up to the bill, with its restated day', async (format) => {
  const rows = await readers[format](await fileOf(format));

  const credits = format.startsWith('focus') ? 'ConsumedQuantity' : 'credits';
  expect(rows.reduce((sum, row) => sum + Number(row[credits]), 0)).toBe(billed);
  const corrections = rows.filter((row) => row['ChargeClass'] === 'Correction' || dayIn(row['correctedOn']) !== '');
  expect(corrections.map((row) => Number(row[credits]))).toEqual([1_000_003 * 32 - 40_000_000]);
});

test('Parquet has days as dates, credits as whole numbers and money as exact decimals', async () => {
  const rows = await readers.parquet(await fileOf('parquet'));

  expect(Object.keys(rows[0] ?? {})).toStrictEqual(usageColumns);
  expect(rows[0]).toMatchObject({ day: new Date('2026-03-01'), credits: 4_000_012n, money: 50.00015, userId: '=dora' });
});

test('an export without rows is a file in each format', async () => {
  for (const format of exportFormats) {
    const encoder = rowEncoder(format, ['day', 'credits']);
    const file = Buffer.concat([Buffer.from(encoder.page([])), Buffer.from(encoder.end())]);

    expect(await readers[format](file)).toEqual([]);
  }
});

test('a column of whole credits is a whole number in Parquet, whichever list has it', async () => {
  const shapes: readonly Readonly<Record<string, z.ZodType>>[] = [
    (budgetsContract.listBudgets.answer.shape.rows.unwrap().element as unknown as z.ZodObject).shape,
    capsContract.listCaps.answer.shape.rows.unwrap().element.shape,
  ];
  const isWhole = (type: z.ZodType) => type.safeParse(7).success && !type.safeParse('unlimited').success;
  const names = shapes.flatMap((shape) => Object.keys(shape).filter((name) => isWhole(shape[name] ?? z.never())));
  const encoder = rowEncoder('parquet', names);
  const row = Object.fromEntries(names.map((name) => [name, 7]));

  const parts = [encoder.page([row]), encoder.end()].map((part) => Buffer.from(part));
  const [read] = await readers.parquet(Buffer.concat(parts));

  expect(read).toEqual(Object.fromEntries(names.map((name) => [name, 7n])));
});

function dayIn(value: unknown): string {
  return value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : '';
}
