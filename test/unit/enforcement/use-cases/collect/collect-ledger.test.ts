import { expect, test, vi } from 'vitest';

import { memoryLedgerStore, memoryLimitStore } from '../../../../../shared/enforcement/memory-store.ts';
import type { UsageSource } from '../../../../../shared/enforcement/ports.ts';
import { collectLedger } from '../../../../../shared/enforcement/use-cases/collect/collect-ledger.ts';
import type {
  EnforcementPorts,
  EnforcementWork,
} from '../../../../../shared/enforcement/use-cases/enforcement-work.ts';
import { memoryJournal } from '../../../../../shared/journal/store/memory-journal.ts';
import { addDays, daysOf } from '../../../../../shared/kernel/time/day.ts';
import { gatherMetrics } from '../../../../../shared/ledger/gather-metrics.ts';
import { Settings } from '../../../../../shared/settings/contract/settings.ts';
import { aLedgerDay } from '../../../../support/domain-samples.ts';
import { partOf } from '../../../../support/part-of.ts';

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

function workOn(ports: Partial<EnforcementPorts>, run = aRun('run-1')) {
  return partOf<EnforcementWork>({ ports: partOf<EnforcementPorts>(ports), run, settings });
}

function stores() {
  const [ledger, journal] = [memoryLedgerStore(), memoryJournal()];
  async function read(usage: UsageSource, run = aRun('run-1')) {
    const metrics = await gatherMetrics(range, usage.readUserMetrics(range));
    await collectLedger(workOn({ usage, ledger, limits, journal }, run), range, metrics);
    return ledger.listDays(range);
  }
  const entries = async () => journal.list({ from: '2026-03-01', through: '2026-03-31' }, 100);
  const kindsNoted = async () => (await entries()).map(({ kind }) => kind);
  return { ledger, read, entries, kindsNoted };
}

test('a valid day is set, and reading it again leaves the same ledger and no word in the journal', async () => {
  const { ledger, read, kindsNoted } = stores();

  await read(usageOf(100));
  await read(usageOf(100), aRun('run-2'));

  expect(await ledger.readRows(day)).toEqual([{ userId: 'ann', credits: 100, email: null }]);
  expect(await kindsNoted()).toEqual([]);
});

test('a doubtful reading never overwrites a sound one, yet makes the day suspect', async () => {
  const { ledger, read, kindsNoted } = stores();

  await read(usageOf(100));
  const days = await read(usageOf(70, 100), aRun('run-2'));

  expect(await ledger.readRows(day)).toMatchObject([{ credits: 100 }]);
  expect(days).toMatchObject([{ status: 'suspect', totalCredits: 100, hasTrustedFigures: true }]);
  expect(await kindsNoted()).toEqual(['day-suspect']);
});

test('the limits are looked at only for a day that seems to have collapsed', async () => {
  const list = vi.spyOn(limits, 'list');
  const { ledger, read } = stores();
  for (const each of daysOf({ from: '2026-02-14', through: addDays(day, -1) })) {
    await ledger.putDay(aLedgerDay({ day: each, totalCredits: 1_000_000 }));
  }

  await read(usageOf(1_000_000));
  await read(usageOf(700_000, 1_000_000), aRun('run-2'));
  expect(list).not.toHaveBeenCalled();

  const days = await read(usageOf(1), aRun('run-3'));
  expect(days).toMatchObject([{ doubts: [{ kind: 'collapsed' }] }]);
  expect(list).toHaveBeenCalledOnce();
});

test('days are compared with those of the four weeks before them, and of the day before', async () => {
  const { ledger, read } = stores();
  const listDays = vi.spyOn(ledger, 'listDays');

  await read(usageOf(100));

  expect(listDays).toHaveBeenCalledWith({ from: '2026-02-13', through: day });
});

test('a day that clears is reported once, with the run that cleared it and since when it was in doubt', async () => {
  const { ledger, read, kindsNoted } = stores();

  await read(usageOf(70, 100));
  const days = await read(usageOf(100), aRun('run-2', '2026-03-15T03:30:00.000Z'));

  expect(days).toMatchObject([
    { status: 'complete', totalCredits: 100, clearedByRunId: 'run-2', suspectSince: '2026-03-15T02:30:00.000Z' },
  ]);
  expect(await ledger.readRows(day)).toMatchObject([{ credits: 100 }]);
  expect(await kindsNoted()).toEqual(['day-suspect', 'day-complete']);
});

test('a restatement is reported with before and after; a first reading is none', async () => {
  const { read, entries } = stores();

  await read(usageOf(100));
  await read(usageOf(130), aRun('run-2'));

  const run = { at: '2026-03-15T02:30:00.000Z', actor: 'curfew', runId: 'run-2' };
  expect(await entries()).toEqual([
    {
      ...run,
      id: `run-2/restated/${day}`,
      kind: 'day-restated',
      subject: day,
      detail: { totalBefore: 100, totalAfter: 130, userCount: 1, users: [{ userId: 'ann', before: 100, after: 130 }] },
    },
  ]);
});

test('of a restatement of many users a hundred are named, and all are counted', async () => {
  const { read, entries } = stores();
  const many = (credits: number): UsageSource => ({
    async readDays(wanted) {
      const rows = Array.from({ length: 150 }, (_, index) => ({ userId: `u-${index}`, credits, email: null }));
      return daysOf(wanted).map((each) => ({ day: each, totalCredits: 150 * credits, rows, unreadable: [] }));
    },
    async *readUserMetrics(wanted) {
      for (const each of daysOf(wanted)) {
        const rows = Array.from({ length: 150 }, (_, index) => ({ day: each, userId: `u-${index}`, credits }));
        yield { rows, unreadable: [] };
      }
    },
  });

  await read(many(10));
  await read(many(11), aRun('run-2'));

  const [entry] = await entries();
  expect(entry?.detail).toMatchObject({ userCount: 150, totalBefore: 1_500, totalAfter: 1_650 });
  expect(entry?.detail?.['users']).toHaveLength(100);
});

test('a change of a day that was in doubt is none of figures that anybody relied on', async () => {
  const { ledger, read, kindsNoted } = stores();
  await ledger.putDay(aLedgerDay({ day, status: 'suspect', hasTrustedFigures: false, totalCredits: 40 }));
  await ledger.putRows(day, [{ userId: 'ann', credits: 40, email: null }]);

  await read(usageOf(100));

  expect(await kindsNoted()).toEqual(['day-complete']);
});

test('what is in doubt is reported with why, and what clears it with its credits', async () => {
  const { read, entries } = stores();

  await read(usageOf(70, 100));
  await read(usageOf(70, 100), aRun('run-2'));
  await read(usageOf(100), aRun('run-3'));

  const told = { actor: 'curfew', at: '2026-03-15T02:30:00.000Z', subject: day };
  expect(await entries()).toEqual([
    {
      ...told,
      id: `run-1/day-suspect/${day}`,
      kind: 'day-suspect',
      runId: 'run-1',
      detail: { doubts: [expect.stringMatching(/^[a-z-]+: \S/u)] },
    },
    { ...told, id: `run-3/day-complete/${day}`, kind: 'day-complete', runId: 'run-3', detail: { totalCredits: 100 } },
  ]);
});

test('figures in doubt are kept as long as there are none that can be trusted', async () => {
  const { ledger, read } = stores();

  await read(usageOf(70, 100));

  expect(await ledger.readRows(day)).toMatchObject([{ credits: 70 }]);
});

test('a day that the platform does not report is in doubt, and changes no row', async () => {
  const { ledger, read } = stores();
  const silent: UsageSource = { ...usageOf(100), readDays: async () => [] };

  expect(await read(silent)).toMatchObject([{ status: 'suspect', totalCredits: 0 }]);
  await read(usageOf(100), aRun('run-2'));
  await read(silent, aRun('run-3'));

  expect(await ledger.readRows(day)).toMatchObject([{ credits: 100 }]);
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
    const metrics = await gatherMetrics(read, usage.readUserMetrics(read));
    const work = workOn({ usage, ledger, limits, journal }, aRun(today, `${today}T02:30:00.000Z`));

    await collectLedger(work, read, metrics);

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
  const metrics = await gatherMetrics(read, usage.readUserMetrics(read));

  await collectLedger(workOn({ usage, ledger, limits: stopping, journal }), read, metrics);

  expect((await ledger.listDays(read)).filter(({ status }) => status === 'suspect')).toHaveLength(suspect);
});
