import { describe, expect, test } from 'vitest';

import { budgetKind, type BudgetTerms } from '../../../../../shared/budgets/budget.ts';
import { storedBudgets } from '../../../../../shared/budgets/contract/budget-rows.ts';
import { memoryBudgetStore } from '../../../../../shared/budgets/memory-store.ts';
import { memoryGrantStore } from '../../../../../shared/grants/memory-store.ts';
import { memoryJournal } from '../../../../../shared/journal/store/memory-journal.ts';
import { termsIn } from '../../../../../shared/kernel/records/diff-records.ts';
import { StaleRecordError, type BudgetStore } from '../../../../../shared/kernel/records/ports.ts';
import {
  watchEdits,
  type EditRun,
  type WatchPorts,
} from '../../../../../shared/kernel/records/use-cases/watch-edits.ts';
import { PlatformUnavailableError } from '../../../../../shared/kernel/runs/ports.ts';
import { immediateSteps } from '../../../../../shared/kernel/runs/store/immediate-steps.ts';
import { memoryTeamStore } from '../../../../../shared/teams/memory-store.ts';
import { aBudget } from '../../../../support/budgets.ts';
import { setRecord } from '../../../../support/set-record.ts';

const rows = ['org', 'default', 'user:ann@acme.example'].map(
  (scope) => ({ table: 'budgets', scope, window: 'month' }) as const,
);
const order = { runId: 'edits-1', enforceRunId: 'enforce-1', atMs: 0, stopAtMs: 1_000, rows };

/** Each row is invalid, and takes half a second to read. */
function someWork(
  find: WatchPorts['budgets']['find'] = async () => ({ row: { kind: 'invalid', problem: '' } }) as never,
) {
  let nowMs = 0;
  const ordered: string[] = [];
  const ports = (end: EditRun): WatchPorts => ({
    clock: { now: () => nowMs },
    steps: immediateSteps(),
    budgets: {
      find: async (key) => {
        nowMs += 500;
        return find(key);
      },
      adopt: async () => Promise.resolve(),
    },
    teams: memoryTeamStore(memoryJournal()),
    grants: memoryGrantStore(memoryJournal()),
    orderRun: async ({ runId }) => {
      ordered.push(runId);
      return Promise.resolve(end);
    },
  });
  return { ports, ordered };
}

test('rows that the deadline leaves are handed over again, and the others take effect', async () => {
  const { ports, ordered } = someWork();

  const watched = await watchEdits(ports({ isDone: true }), order);

  expect(watched).toMatchObject({ invalid: 2, failedRows: [{ row: rows[2] }], isDone: true });
  expect(watched.outcome).toMatchObject({ status: 'partial', isUnfinished: true });
  expect(ordered).toEqual(['enforce-1']);
});

test('a batch is complete only when every row was looked at and its run is ordered', async () => {
  const whole = await watchEdits(someWork().ports({ isDone: true }), { ...order, stopAtMs: Infinity });
  const unordered = await watchEdits(someWork().ports({ isDone: false }), { ...order, stopAtMs: Infinity });

  expect(whole.outcome).toMatchObject({ status: 'complete', isUnfinished: false, problems: [] });
  expect(unordered.outcome).toMatchObject({ status: 'partial', isUnfinished: true });
});

test('a row that cannot be read does not keep the others from taking effect, and the outcome names it', async () => {
  const { ports, ordered } = someWork(async ({ scope }) => {
    if (scope === 'org') {
      throw new TypeError('no answer');
    }
    return Promise.resolve({ row: { kind: 'invalid', problem: '' } }) as never;
  });

  const watched = await watchEdits(ports({ isDone: true }), { ...order, stopAtMs: Infinity });

  expect(watched).toMatchObject({ invalid: 2, failedRows: [{ row: rows[0], problem: 'TypeError' }] });
  expect(watched.outcome.problems).toEqual([expect.stringMatching(/org \(month\): TypeError$/u)]);
  expect(ordered).toEqual(['enforce-1']);
});

test('a batch whose run cannot be ordered has done nothing, and is handed over again', async () => {
  const { ports } = someWork();
  const away = {
    ...ports({ isDone: true }),
    orderRun: async () => Promise.reject(new PlatformUnavailableError('away')),
  };

  const watched = await watchEdits(away, { ...order, stopAtMs: Infinity });

  expect(watched).toMatchObject({ adopted: 0, invalid: 0, failedRows: [], isDone: false });
  expect(watched.outcome).toMatchObject({ status: 'failed', problems: ['away'] });
});

test('a dry run looks at no row', async () => {
  const { ports, ordered } = someWork();

  const watched = await watchEdits(ports({ isDone: true }), { ...order, dryRun: true });

  expect(watched).toMatchObject({ invalid: 0, isDone: false, run: { job: 'edits' } });
  expect(watched.outcome).toMatchObject({ status: 'partial', problems: [expect.stringContaining('are not set yet')] });
  expect(ordered).toEqual([]);
});

describe('an edit of the table', () => {
  const key = { scope: 'default', window: 'month' };
  const at = '2026-03-15T10:00:00.000Z';

  /** A budget that Ada set by command, of ten credits a month and so many a day. */
  async function aTable() {
    const journal = memoryJournal();
    const budgets = memoryBudgetStore(journal);
    let count = 0;
    const records = { kind: budgetKind, store: budgets, ids: { next: () => `id-${(count += 1)}` } };
    for (const window of ['day', 'month'] as const) {
      const wanted = termsIn<BudgetTerms>(aBudget({ window, credits: 10 }));
      await setRecord(records, { key: wanted, termsFrom: () => wanted }, { name: 'ada', at });
    }
    return { journal, budgets };
  }

  /** Somebody writes another amount with the tools of the table. */
  function writeByHand(budgets: ReturnType<typeof memoryBudgetStore>, credits: number): void {
    budgets.writeByHand({ ...key, ...storedBudgets.format({ ...aBudget({ window: 'month', credits }) }) });
  }

  async function watched(budgets: Pick<BudgetStore, 'find' | 'adopt'>, edited = [key]) {
    const { ports } = someWork();
    const clock = { now: () => Date.parse(at) };
    return watchEdits(
      { ...ports({ isDone: true }), clock, budgets },
      {
        ...order,
        rows: edited.map((row) => ({ table: 'budgets', ...row })),
        stopAtMs: Infinity,
      },
    );
  }

  async function editsIn(journal: ReturnType<typeof memoryJournal>) {
    return journal.list({ from: '2026-03-15', through: '2026-03-15' }, 100, ['budget-changed']);
  }

  test('by hand gets the next version and an entry in the journal with what was there before', async () => {
    const { journal, budgets } = await aTable();
    writeByHand(budgets, 500);

    const { adopted, invalid, outcome } = await watched(budgets);

    expect({ adopted, invalid, status: outcome.status }).toEqual({ adopted: 1, invalid: 0, status: 'complete' });
    expect((await budgets.find(key)).last).toMatchObject({ version: 2, way: 'direct-edit' });
    expect((await editsIn(journal)).find(({ id }) => id === 'budget/default/month/version-2')).toMatchObject({
      at,
      subject: 'default',
      detail: { window: 'month', before: { amount: 10, version: 1 }, after: { amount: 500, version: 2 } },
    });
  });

  test('by hand of a budget that was never there has nothing before it', async () => {
    const journal = memoryJournal();
    const budgets = memoryBudgetStore(journal);
    writeByHand(budgets, 500);

    expect((await watched(budgets)).adopted).toBe(1);

    expect(await editsIn(journal)).toMatchObject([{ detail: { before: null, after: { amount: 500 } } }]);
  });

  test('that Curfew wrote itself has its version already', async () => {
    const { journal, budgets } = await aTable();

    const { adopted, invalid, outcome } = await watched(budgets);

    expect({ adopted, invalid, status: outcome.status }).toEqual({ adopted: 0, invalid: 0, status: 'complete' });
    expect(await editsIn(journal)).toHaveLength(2);
  });

  test.for([
    { scope: 'nobody', window: 'month' },
    { scope: 'default', window: 'fortnight' },
  ])('under a key that is none ($scope, $window) is invalid, and stays as it is', async (row) => {
    const { budgets } = await aTable();

    expect(await watched(budgets, [row])).toMatchObject({ adopted: 0, invalid: 1, failedRows: [] });
  });

  /** The table of a budget that was edited by hand, on which adopting fails so many times. */
  async function anUneasyTable(failures: number, failure: unknown = new StaleRecordError('moved')) {
    const { budgets } = await aTable();
    writeByHand(budgets, 500);
    let looks = 0;
    const uneasy = {
      ...budgets,
      adopt: async (...args: Parameters<BudgetStore['adopt']>) => {
        looks += 1;
        return looks <= failures ? Promise.reject(failure as Error) : budgets.adopt(...args);
      },
    };
    return { uneasy, looks: () => looks };
  }

  test('that somebody edits again meanwhile is read again', async () => {
    const { uneasy, looks } = await anUneasyTable(4);

    expect((await watched(uneasy)).adopted).toBe(1);
    expect(looks()).toBe(5);
  });

  test('that never stands still is looked at five times and handed over again', async () => {
    const { uneasy, looks } = await anUneasyTable(99);

    expect(await watched(uneasy)).toMatchObject({ adopted: 0, failedRows: [{ problem: 'StaleRecordError' }] });
    expect(looks()).toBe(5);
  });

  test('that the table refuses is looked at once', async () => {
    const { uneasy, looks } = await anUneasyTable(99, 'no error at all');

    expect(await watched(uneasy)).toMatchObject({ adopted: 0, failedRows: [{ problem: 'unknown' }] });
    expect(looks()).toBe(1);
  });
});
