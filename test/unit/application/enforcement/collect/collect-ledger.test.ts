import { expect, test } from 'vitest';
import { memoryJournal } from '../../../../../shared/adapters/memory/runs/memory-journal.ts';
import { memoryLedgerStore } from '../../../../../shared/adapters/memory/enforcement/memory-ledger-store.ts';
import { memoryLimitStore } from '../../../../../shared/adapters/memory/enforcement/memory-limit-store.ts';
import { collectLedger } from '../../../../../shared/application/enforcement/collect/collect-ledger.ts';
import { gatherMetrics } from '../../../../../shared/application/enforcement/collect/gather-metrics.ts';
import type { UsageSource } from '../../../../../shared/application/enforcement/ports.ts';
import { Settings } from '../../../../../shared/contracts/settings/settings.ts';
import { addDays, daysOf } from '../../../../../shared/domain/time/day.ts';

const day = '2026-03-14';
const range = { from: day, through: day };
const settings = Settings.parse({});
const limits = memoryLimitStore();

function aRun(runId: string, at = '2026-03-15T02:30:00.000Z') {
  return { runId, at, today: at.slice(0, 10) };
}

/** Tells `credits` of one user for every day, and another total when one is given. */
function usageOf(credits: number, totalCredits = credits): UsageSource {
  return {
    async readDays(wanted) {
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
    const metrics = await gatherMetrics(range, usage.readUserMetrics(range));
    await collectLedger({ usage, ledger, limits, journal }, run, { range, metrics, settings });
    return ledger.listDays(range);
  }
  async function kindsTold() {
    const entries = await journal.list({ from: '2026-03-01', through: '2026-03-31' }, 100);
    return entries.map(({ kind }) => kind);
  }
  return { ledger, read, kindsTold };
}

test('a valid day is set, and reading it again leaves the same ledger and no word in the journal', async () => {
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

test('a day that clears is reported once, with the run that cleared it and since when it was in doubt', async () => {
  const { ledger, read, kindsTold } = stores();

  await read(usageOf(70, 100));
  const days = await read(usageOf(100), aRun('run-2', '2026-03-15T03:30:00.000Z'));

  expect(days).toMatchObject([
    { status: 'complete', totalCredits: 100, clearedByRunId: 'run-2', suspectSince: '2026-03-15T02:30:00.000Z' },
  ]);
  expect(await ledger.readRows(day)).toMatchObject([{ credits: 100 }]);
  expect(await kindsTold()).toEqual(['day-suspect', 'day-complete']);
});

test('a restatement is reported with before and after; a first reading is none', async () => {
  const { read, kindsTold } = stores();

  await read(usageOf(100));
  await read(usageOf(130), aRun('run-2'));

  expect(await kindsTold()).toEqual(['day-restated']);
});

test('use that drops and stays low is doubted for some nights, and believed from then on', async () => {
  const [ledger, journal] = [memoryLedgerStore(), memoryJournal()];
  const lowFrom = '2026-03-16';
  const usage: UsageSource = {
    async readDays(wanted) {
      return daysOf(wanted).map((each) => {
        const credits = each < lowFrom ? 100_000 : 500;
        return { day: each, totalCredits: credits, rows: [{ userId: 'ann', credits, email: null }], unreadable: [] };
      });
    },
    async *readUserMetrics(wanted) {
      const rows = daysOf(wanted).map((each) => ({
        day: each,
        userId: 'ann',
        credits: each < lowFrom ? 100_000 : 500,
      }));
      yield { rows, unreadable: [] };
    },
  };
  const suspectByNight: number[] = [];
  for (const today of daysOf({ from: '2026-03-17', through: '2026-03-23' })) {
    const read = { from: '2026-02-14', through: addDays(today, -1) };
    const order = { range: read, metrics: await gatherMetrics(read, usage.readUserMetrics(read)), settings };

    await collectLedger({ usage, ledger, limits, journal }, aRun(today, `${today}T02:30:00.000Z`), order);

    suspectByNight.push((await ledger.listDays(read)).filter(({ status }) => status === 'suspect').length);
  }

  expect(suspectByNight).toEqual([1, 2, 3, 0, 0, 0, 0]);
});

test.for([
  ['a pool that is used up had stopped her', 1_300_100, 0],
  ['her limit left her as much as usual', 1_400_000, 1],
] as const)('of a day without use, where %s, %s is suspect', async ([, limitCredits, suspect]) => {
  const [ledger, journal, stopping] = [memoryLedgerStore(), memoryJournal(), memoryLimitStore()];
  const empty = '2026-03-14';
  const usage: UsageSource = {
    async readDays(wanted) {
      return daysOf(wanted).map((each) => {
        const credits = each === empty ? 0 : 100_000 * Number(each >= '2026-02-10');
        return { day: each, totalCredits: credits, rows: [{ userId: 'ann', credits, email: null }], unreadable: [] };
      });
    },
    async *readUserMetrics(wanted) {
      const rows = daysOf(wanted).map((each) => ({
        day: each,
        userId: 'ann',
        credits: each === empty ? 0 : 100_000 * Number(each >= '2026-02-10'),
      }));
      yield { rows, unreadable: [] };
    },
  };
  // In March Ann has used 1,300,000; a limit is put on top of what the platform's window saw.
  const limit = { limitCredits, at: '2026-03-13T02:30:00.000Z', runId: 'r' };
  const replaced = [{ limitCredits: 5_000_000, from: '2026-03-01T02:30:00.000Z', until: limit.at }];
  await stopping.put([{ userId: 'ann', email: 'ann@acme.example', confirmed: limit, unsettled: [], replaced }], 1);
  const read = { from: '2026-02-10', through: empty };
  const order = { range: read, metrics: await gatherMetrics(read, usage.readUserMetrics(read)), settings };

  await collectLedger({ usage, ledger, limits: stopping, journal }, aRun('run-1'), order);

  expect((await ledger.listDays(read)).filter(({ status }) => status === 'suspect')).toHaveLength(suspect);
});
