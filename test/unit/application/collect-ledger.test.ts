import { expect, test } from 'vitest';
import { memoryJournal } from '../../../shared/adapters/memory/memory-journal.ts';
import { memoryLedgerStore } from '../../../shared/adapters/memory/memory-ledger-store.ts';
import { collectLedger } from '../../../shared/application/collect-ledger.ts';
import type { UsageSource } from '../../../shared/application/ports.ts';
import { daysOf, type DayRange } from '../../../shared/domain/time/day.ts';

const day = '2026-03-14';
const range = { from: day, through: day };
const rules = { toleranceShare: 0.001, collapseShare: 0.1, collapseFloorCredits: 10_000, settleDays: 3 };

function aRun(runId: string, at = '2026-03-15T02:30:00.000Z') {
  return { runId, at, today: at.slice(0, 10) };
}

/** Tells `credits` of one user for every day, and another total when one is given. */
function usageOf(credits: number, totalCredits = credits): UsageSource & { readonly asked: DayRange[] } {
  const asked: DayRange[] = [];
  return {
    asked,
    async readDays(wanted) {
      asked.push(wanted);
      const rows = [{ userId: 'ann', credits, email: null }];
      return daysOf(wanted).map((each) => ({ day: each, totalCredits, rows, unreadable: [] }));
    },
    async *readUserMetrics(wanted) {
      yield { rows: daysOf(wanted).map((each) => ({ day: each, userId: 'ann', credits })), unreadable: [] };
    },
  };
}

function stores() {
  const [ledger, journal] = [memoryLedgerStore(), memoryJournal()];
  async function read(usage: UsageSource, run = aRun('run-1')) {
    const known = await ledger.listDays(range);
    return collectLedger({ usage, ledger, journal }, run, { range, daysPerCall: 31, rules, known });
  }
  async function kindsTold() {
    const entries = await journal.list({ from: '2026-03-01', through: '2026-03-31' }, 100);
    return entries.map(({ kind }) => kind);
  }
  return { ledger, read, kindsTold };
}

test('a sound day is set, and reading it again leaves the same ledger and no word in the journal', async () => {
  const { ledger, read, kindsTold } = stores();

  await read(usageOf(100));
  await read(usageOf(100), aRun('run-2'));

  expect(await ledger.readRows(day)).toEqual([{ userId: 'ann', credits: 100, email: null }]);
  expect(await kindsTold()).toEqual([]);
});

test('a doubtful reading never overwrites a sound one, yet makes the day suspect', async () => {
  const { ledger, read, kindsTold } = stores();

  await read(usageOf(100));
  const days = await read(usageOf(70, 100), aRun('run-2'));

  expect(await ledger.readRows(day)).toMatchObject([{ credits: 100 }]);
  expect(days).toMatchObject([{ status: 'suspect', totalCredits: 100, hasTrustedFigures: true }]);
  expect(await kindsTold()).toEqual(['day-suspect']);
});

test('a day that clears is told once, with the run that cleared it and since when it was in doubt', async () => {
  const { ledger, read, kindsTold } = stores();

  await read(usageOf(70, 100));
  const days = await read(usageOf(100), aRun('run-2', '2026-03-15T03:30:00.000Z'));

  expect(days).toMatchObject([
    { status: 'complete', totalCredits: 100, clearedByRunId: 'run-2', suspectSince: '2026-03-15T02:30:00.000Z' },
  ]);
  expect(await ledger.readRows(day)).toMatchObject([{ credits: 100 }]);
  expect(await kindsTold()).toEqual(['day-suspect', 'day-complete']);
});

test('a restatement is told with before and after; a first reading is none', async () => {
  const { read, kindsTold } = stores();

  await read(usageOf(100));
  await read(usageOf(130), aRun('run-2'));

  expect(await kindsTold()).toEqual(['day-restated']);
});

test('a long range is read in calls of so many days', async () => {
  const usage = usageOf(1);
  const ports = { usage, ledger: memoryLedgerStore(), journal: memoryJournal() };
  const order = { range: { from: '2026-03-01', through: '2026-03-10' }, daysPerCall: 4, rules, known: [] };

  const days = await collectLedger(ports, aRun('run-1'), order);

  expect(days).toHaveLength(10);
  expect(usage.asked).toEqual([
    { from: '2026-03-01', through: '2026-03-04' },
    { from: '2026-03-05', through: '2026-03-08' },
    { from: '2026-03-09', through: '2026-03-10' },
  ]);
});
