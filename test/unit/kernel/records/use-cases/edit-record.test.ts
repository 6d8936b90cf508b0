import { describe, expect, test } from 'vitest';

import { budgetKey, budgetKind, type BudgetKey, type BudgetTerms } from '../../../../../shared/budgets/budget.ts';
import { memoryBudgetStore } from '../../../../../shared/budgets/memory-store.ts';
import { memoryJournal } from '../../../../../shared/journal/store/memory-journal.ts';
import { termsIn } from '../../../../../shared/kernel/records/diff-records.ts';
import type { Author, BudgetStore } from '../../../../../shared/kernel/records/ports.ts';
import { recordInForce, type EditPorts } from '../../../../../shared/kernel/records/use-cases/edit-record.ts';
import { applyImport, planBudgets } from '../../../../../shared/kernel/records/use-cases/import-records.ts';
import { aBudget } from '../../../../support/budgets.ts';
import { removeRecord, setRecord } from '../../../../support/set-record.ts';

const ada = { name: 'ada', at: '2026-03-15T10:00:00.000Z' };
const today = { from: '2026-03-15', through: '2026-03-15' };

function anInstallation() {
  const journal = memoryJournal();
  const budgets = memoryBudgetStore(journal);
  let count = 0;
  return { journal, budgets, kind: budgetKind, store: budgets, ids: { next: () => `id-${(count += 1)}` } };
}

function terms(window: 'day' | 'month', credits: number): BudgetTerms {
  return termsIn<BudgetTerms>(aBudget({ window, credits }));
}

function month(credits: number): BudgetTerms {
  return terms('month', credits);
}

async function setBudget(ports: EditPorts<BudgetKey, BudgetTerms>, wanted: BudgetTerms, author: Author) {
  return setRecord(ports, { key: wanted, termsFrom: () => wanted }, author);
}

async function budgetIn(budgets: BudgetStore) {
  return recordInForce(await budgets.find(month(10)));
}

describe('editing budgets', () => {
  test('a budget that is set is there, with its author and the first version', async () => {
    const ports = anInstallation();

    const outcome = await setBudget(ports, month(10), ada);

    expect(outcome).toMatchObject({ kind: 'changed', change: { kind: 'add' } });
    expect(await budgetIn(ports.budgets)).toMatchObject({ version: 1, updatedBy: 'ada' });
  });

  test('every edit is in the journal with who, before and after', async () => {
    const ports = anInstallation();
    await setBudget(ports, month(10), ada);
    await setBudget(ports, month(20), ada);

    await removeRecord(ports, month(20), ada);

    const entries = await ports.journal.list(today, 10);
    expect(entries.map(({ kind, actor, subject }) => [kind, actor, subject])).toEqual(
      Array.from({ length: 3 }, () => ['budget-changed', 'ada', 'default']),
    );
    expect(entries.map(({ detail }) => detail)).toMatchObject([
      { before: null, after: { amount: 10, version: 1 } },
      { before: { amount: 10, version: 1 }, after: { amount: 20, version: 2 } },
      { before: { amount: 20, version: 2 }, after: null },
    ]);
  });

  test('setting what is there already changes nothing and is not journaled', async () => {
    const ports = anInstallation();
    await setBudget(ports, month(10), ada);

    const outcome = await setBudget(ports, month(10), ada);

    expect(outcome).toEqual({ kind: 'unchanged' });
    expect(await ports.journal.list(today, 10)).toHaveLength(1);
  });

  test('an edit of a budget that somebody else has changed meanwhile is refused and says so', async () => {
    const ports = anInstallation();
    await setBudget(ports, month(10), ada);
    const seen = await ports.budgets.find(month(10));
    await setBudget(ports, month(20), { ...ada, name: 'bob' });
    const outdated = { ...ports.budgets, find: async () => Promise.resolve(seen) };

    const outcome = await setBudget({ ...ports, store: outdated }, month(30), ada);

    expect(outcome).toEqual({ kind: 'refused', problem: expect.stringContaining('changed meanwhile') });
    expect(await budgetIn(ports.budgets)).toMatchObject({ updatedBy: 'bob' });
  });

  test.each([
    ['that never was valid', []],
    ['that was valid once', [10]],
  ])('a row %s is mended by setting the budget', async (_title, before) => {
    const ports = anInstallation();
    for (const credits of before) {
      await setBudget(ports, month(credits), ada);
    }
    const version = before.length === 0 ? {} : { version: 1 };
    ports.budgets.writeByHand({ scope: 'default', window: 'month', amount: -1, ...version });

    const outcome = await setBudget(ports, month(10), ada);

    expect(outcome).toMatchObject({ kind: 'changed' });
    expect(await ports.budgets.list()).toMatchObject({
      budgets: [{ amount: { credits: 10 }, version: before.length + 1 }],
      invalid: [],
    });
  });

  test('a row whose version cannot be read is not written over', async () => {
    const ports = anInstallation();
    ports.budgets.writeByHand({ scope: 'default', window: 'month', amount: 5, version: 'two' });

    const outcomes = [await setBudget(ports, month(10), ada), await removeRecord(ports, month(10), ada)];

    const refused = { kind: 'refused', problem: expect.stringContaining('edited by hand') };
    expect(outcomes).toEqual([refused, refused]);
  });

  test('versions go on counting after a removal', async () => {
    const ports = anInstallation();
    await setBudget(ports, month(10), ada);
    await removeRecord(ports, month(10), ada);

    await setBudget(ports, month(20), ada);

    const versions = await ports.budgets.listVersions({ scope: 'default', window: 'month' });
    expect(versions.map(({ version, terms }) => [version, terms?.amount])).toEqual([
      [1, { kind: 'credits', credits: 10 }],
      [2, undefined],
      [3, { kind: 'credits', credits: 20 }],
    ]);
  });

  test('removing a budget that is not there is distinguished from having removed it', async () => {
    const ports = anInstallation();

    expect(await removeRecord(ports, month(1), ada)).toEqual({ kind: 'not-there' });
  });
});

describe('a broken row', () => {
  const broken = { scope: 'default', window: 'month', amount: -1 } as const;

  test('is removed on the version that it carries, where an earlier one was valid', async () => {
    const ports = anInstallation();
    await setBudget(ports, month(10), ada);
    ports.budgets.writeByHand({ ...broken, version: 1 });

    expect(await removeRecord(ports, month(10), ada)).toMatchObject({ kind: 'changed', change: { kind: 'remove' } });

    expect(await ports.budgets.list()).toEqual({ budgets: [], invalid: [] });
  });

  test('that never was valid is not removed by command', async () => {
    const ports = anInstallation();
    ports.budgets.writeByHand(broken);

    expect(await removeRecord(ports, month(10), ada)).toMatchObject({ kind: 'refused' });
  });

  test('whose version cannot be read stays, even where an earlier one was valid', async () => {
    const ports = anInstallation();
    await setBudget(ports, month(10), ada);
    ports.budgets.writeByHand({ ...broken, version: 'two' });

    const outcomes = [await setBudget(ports, month(20), ada), await removeRecord(ports, month(10), ada)];

    const refused = { kind: 'refused', problem: expect.stringMatching(/mend or delete .*table/u) };
    expect(outcomes).toEqual([refused, refused]);
  });

  test('of another budget does not keep this one from being set', async () => {
    const ports = anInstallation();
    ports.budgets.writeByHand({ ...broken, window: 'day', version: 'two' });

    expect(await setBudget(ports, month(10), ada)).toMatchObject({ kind: 'changed', change: { kind: 'add' } });
  });

  test('is mended as a change of what was valid last, or as a new budget where nothing was', async () => {
    const ports = anInstallation();
    ports.budgets.writeByHand(broken);
    const added = await setBudget(ports, month(10), ada);
    ports.budgets.writeByHand({ ...broken, version: 1 });
    const mended = await setBudget(ports, month(20), ada);

    expect(added).toMatchObject({ change: { kind: 'add', after: { amount: { credits: 10 } } } });
    expect(mended).toMatchObject({
      change: { kind: 'change', before: { amount: { credits: 10 }, version: 1 }, after: { amount: { credits: 20 } } },
    });
  });
});

test('an error of the table is raised by an edit', async () => {
  const ports = anInstallation();
  const edit = async () => Promise.reject(new TypeError('no table'));
  const store = { ...ports.budgets, edit };

  await expect(setBudget({ ...ports, store }, month(10), ada)).rejects.toThrow('no table');
});

test('the id of a journal entry is the key of the record and an id of its own', async () => {
  const ports = anInstallation();

  await setBudget(ports, month(10), ada);
  await applyImport(ports, await planBudgets(ports.budgets, [month(20)], { prune: false }), ada);

  const entries = await ports.journal.list(today, 10);
  expect(entries.map(({ id, detail }) => [id, detail['way']])).toEqual([
    ['budget/default/month/id-1', 'command'],
    ['budget/default/month/id-2', 'import'],
  ]);
});

describe('importing budgets', () => {
  test('planning changes nothing', async () => {
    const ports = anInstallation();

    const plan = await planBudgets(ports.budgets, [month(10)], { prune: false });

    expect(plan.changes).toHaveLength(1);
    expect((await ports.budgets.list()).budgets).toEqual([]);
  });

  test('importing the same list again has nothing to do', async () => {
    const ports = anInstallation();
    const wanted = [month(10), terms('day', 1)];
    await applyImport(ports, await planBudgets(ports.budgets, wanted, { prune: false }), ada);

    const again = await planBudgets(ports.budgets, wanted, { prune: true });

    expect(again).toMatchObject({ changes: [], unchanged: 2 });
  });

  test('a budget that has moved since the plan is left alone, and the others are changed', async () => {
    const ports = anInstallation();
    await setBudget(ports, month(10), ada);
    const wanted = [month(30), terms('day', 1)];
    const plan = await planBudgets(ports.budgets, wanted, { prune: false });
    await setBudget(ports, month(20), { ...ada, name: 'bob' });

    const results = await applyImport(ports, plan, ada);

    expect(results.map(({ outcome }) => outcome.kind)).toEqual(['done', 'stale']);
    const { budgets } = await ports.budgets.list();
    expect(budgets.map((budget) => [budgetKey(budget), budget.amount])).toEqual([
      ['default / day', { kind: 'credits', credits: 1 }],
      ['default / month', { kind: 'credits', credits: 20 }],
    ]);
  });

  test('a wanted budget whose row is broken is named, and is not part of the plan', async () => {
    const ports = anInstallation();
    ports.budgets.writeByHand({ scope: 'default', window: 'month', amount: -1 });

    const plan = await planBudgets(ports.budgets, [month(10)], { prune: true });

    expect(plan.changes).toEqual([]);
    expect(plan.blocked).toEqual([{ key: 'default / month', problem: expect.stringContaining('negative') }]);
  });
});
