import { beforeEach, describe, expect, test } from 'vitest';

import type { BudgetKey, BudgetTerms } from '../../shared/budgets/budget.ts';
import type { JournalEntry } from '../../shared/journal/journal-entry.ts';
import { StaleRecordError, type BudgetRowKey, type BudgetStore } from '../../shared/kernel/records/ports.ts';
import type { RecordEdit } from '../../shared/kernel/records/record-edit.ts';
import type { Journal } from '../../shared/kernel/runs/ports.ts';

/** A store, the journal that it writes to, and the hand of an admin with the tools of the table. */
export interface BudgetBench {
  readonly store: BudgetStore;
  readonly journal: Journal;
  writeByHand(row: Record<string, unknown> & Readonly<Record<'scope' | 'window', string>>): Promise<void>;
  removeByHand(key: BudgetRowKey): Promise<void>;
}

const author = { name: 'ada@x.example', at: '2026-03-15T10:00:00.000Z' };
const march = { from: '2026-03-01', through: '2026-03-31' };

function terms(credits: number, facts: Partial<BudgetTerms> = {}): BudgetTerms {
  return {
    scope: { kind: 'org' },
    window: 'month',
    amount: { kind: 'credits', credits },
    mode: 'enforce',
    thresholds: [50, 80, 100],
    forecastAlert: true,
    owners: [],
    ...facts,
  };
}

function anEdit(seenVersion: number, edited?: BudgetTerms): RecordEdit<BudgetKey, BudgetTerms> {
  const { scope, window } = edited ?? terms(0);
  const facts = { version: seenVersion + 1, by: author.name, at: author.at, way: 'command' } as const;
  return { key: { scope, window }, seenVersion, ...facts, ...(edited && { terms: edited }) };
}

const orgMonth = { scope: 'org', window: 'month' };

function aDirectEdit(seenVersion: number, edited?: BudgetTerms): RecordEdit<BudgetKey, BudgetTerms> {
  return { ...anEdit(seenVersion, edited), by: 'unknown', way: 'direct-edit' };
}

function anEntry(id: string): JournalEntry {
  return { id, at: author.at, kind: 'budget-changed', actor: author.name, detail: {} };
}

export function describeBudgetStore(name: string, makeBench: () => Promise<BudgetBench>): void {
  describe(`the budget store ${name}`, () => {
    let bench: BudgetBench;
    beforeEach(async () => {
      bench = await makeBench();
    });

    async function budgets() {
      return (await bench.store.list()).budgets;
    }
    async function entryIds() {
      return (await bench.journal.list(march, 100)).map(({ id }) => id);
    }

    test('adds a budget with version 1, its author, and its journal entry', async () => {
      await bench.store.edit(anEdit(0, terms(500)), anEntry('e-1'));

      expect(await budgets()).toEqual([{ ...terms(500), version: 1, updatedBy: author.name, updatedAt: author.at }]);
      expect(await entryIds()).toEqual(['e-1']);
    });

    test('keeps every term of a budget', async () => {
      const all = terms(0, {
        scope: { kind: 'team', name: 'Core : α' },
        window: 'quarter',
        amount: { kind: 'unlimited' },
        mode: 'observe',
        thresholds: [10, 120],
        forecastAlert: false,
        guarantee: { kind: 'overcommit', factor: 1.2 },
        owners: ['o@x.example'],
        from: '2026-03-01',
        to: '2026-03-31',
        note: 'a note',
      });
      await bench.store.edit(anEdit(0, all), anEntry('e-1'));

      expect(await budgets()).toMatchObject([all]);
    });

    test('replaces a budget on the version that was seen', async () => {
      await bench.store.edit(anEdit(0, terms(500, { note: 'old' })), anEntry('e-1'));
      await bench.store.edit(anEdit(1, terms(600)), anEntry('e-2'));

      expect(await budgets()).toEqual([{ ...terms(600), version: 2, updatedBy: author.name, updatedAt: author.at }]);
      expect(await entryIds()).toEqual(['e-1', 'e-2']);
    });

    test('refuses an edit on a version that is not the last, with no trace in the journal', async () => {
      await bench.store.edit(anEdit(0, terms(500)), anEntry('e-1'));

      const edits = [0, 7].map(async (seenVersion) =>
        bench.store.edit(anEdit(seenVersion, terms(600)), anEntry('e-2')),
      );

      const stale = { status: 'rejected', reason: expect.any(StaleRecordError) };
      expect(await Promise.allSettled(edits)).toEqual([stale, stale]);
      expect(await budgets()).toMatchObject([{ version: 1 }]);
      expect(await entryIds()).toEqual(['e-1']);
    });

    test('takes an edit that was made already as done, once', async () => {
      await bench.store.edit(anEdit(0, terms(500)), anEntry('e-1'));
      await bench.store.edit(anEdit(0, terms(500)), anEntry('e-1'));

      expect(await budgets()).toMatchObject([{ version: 1 }]);
      expect(await entryIds()).toEqual(['e-1']);
    });

    test('takes an edit as done whose entry is in the journal, though the budget has moved on', async () => {
      await bench.store.edit(anEdit(0, terms(500)), anEntry('e-1'));
      await bench.store.edit(anEdit(1, terms(600)), anEntry('e-2'));
      await bench.store.edit(anEdit(0, terms(500)), anEntry('e-1'));

      expect(await budgets()).toMatchObject([{ version: 2, amount: { credits: 600 } }]);
    });

    test('removes a budget on the version that was seen, and takes the same removal as done', async () => {
      await bench.store.edit(anEdit(0, terms(500)), anEntry('e-1'));
      await bench.store.edit(anEdit(1), anEntry('e-2'));
      await bench.store.edit(anEdit(1), anEntry('e-2'));

      expect(await budgets()).toEqual([]);
      expect(await entryIds()).toEqual(['e-1', 'e-2']);
    });

    test('refuses to remove what is not there', async () => {
      const removal = bench.store.edit(anEdit(0), anEntry('e-1'));

      await expect(removal).rejects.toThrow(StaleRecordError);
      expect(await entryIds()).toEqual([]);
    });

    test('reads a row that was written by hand with the defaults for what it lacks', async () => {
      await bench.writeByHand({ scope: 'default', window: 'day', amount: 20 });

      expect(await budgets()).toEqual([
        {
          ...terms(20, { scope: { kind: 'default' }, window: 'day' }),
          version: 0,
          updatedBy: 'unknown',
          updatedAt: '1970-01-01T00:00:00.000Z',
        },
      ]);
    });

    test('edits and removes a row that was written by hand on version 0', async () => {
      await bench.writeByHand({ scope: 'org', window: 'month', amount: 20 });
      await bench.writeByHand({ scope: 'default', window: 'month', amount: 20 });
      await bench.store.edit(anEdit(0, terms(30)), anEntry('e-1'));
      await bench.store.edit({ ...anEdit(0), key: { scope: { kind: 'default' }, window: 'month' } }, anEntry('e-2'));

      expect(await budgets()).toMatchObject([{ amount: { credits: 30 }, version: 1 }]);
    });

    test.each([
      { fault: { amount: -5 }, problem: 'field "amount": "-5" is negative; give a whole number of credits' },
      { fault: { amount: 1.5 }, problem: 'field "amount": "1.5" is not a whole number' },
      { fault: { amount: '500' }, problem: 'field "amount": "500" is not a number' },
      { fault: { amount: null }, problem: 'field "amount": "null" is not a number' },
      { fault: { window: 'year' }, problem: 'field "window": "year" is unknown; give one of day, week' },
      { fault: { scope: 'everyone' }, problem: 'field "scope": "everyone" is unknown; give org, default' },
      { fault: { scope: 'user:Ada@x.example' }, problem: 'write it as "user:ada@x.example"' },
      { fault: { amout: 5 }, problem: 'field "amout": is unknown; remove it' },
      { fault: { thresholds: [50, 50] }, problem: 'field "thresholds": "50, 50" names one twice' },
      { fault: { version: 'two' }, problem: 'field "version": "two" is not a whole number' },
    ])('reports a row with $fault, names field, value and remedy, and reads the others', async ({ fault, problem }) => {
      await bench.writeByHand({ scope: 'org', window: 'month', amount: 10, ...fault });
      await bench.writeByHand({ scope: 'default', window: 'month', amount: 20 });

      const listed = await bench.store.list();

      expect(listed.budgets).toMatchObject([{ scope: { kind: 'default' } }]);
      expect(listed.invalid).toMatchObject([{ problem: expect.stringContaining(problem) }]);
    });

    test('lists budgets ascending by scope and window', async () => {
      for (const [scope, window] of [
        ['user:a@x.example', 'day'],
        ['org', 'week'],
        ['org', 'day'],
      ] as const) {
        await bench.writeByHand({ scope, window, amount: 1 });
      }

      const listed = (await budgets()).map((budget) => `${budget.scope.kind} ${budget.window}`);

      expect(listed).toEqual(['org day', 'org week', 'user day']);
    });

    test('keeps every version with who, when and how, removals too, and finds the last', async () => {
      await bench.store.edit(anEdit(0, terms(500, { note: 'why' })), anEntry('e-1'));
      await bench.store.edit({ ...anEdit(1, terms(600)), way: 'import' }, anEntry('e-2'));
      await bench.store.edit(anEdit(2), anEntry('e-3'));

      const versions = await bench.store.listVersions(orgMonth);

      const made = { scope: { kind: 'org' }, window: 'month', by: author.name, at: author.at };
      expect(versions).toEqual([
        { ...made, version: 1, way: 'command', terms: terms(500, { note: 'why' }) },
        { ...made, version: 2, way: 'import', terms: terms(600) },
        { ...made, version: 3, way: 'command' },
      ]);
      expect(await bench.store.find(orgMonth)).toEqual({ row: { kind: 'none' }, last: versions[2] });
      expect(await bench.store.listVersions()).toEqual(versions);
      expect(await bench.store.listVersions({ scope: 'org', window: 'day' })).toEqual([]);
    });

    test('finds the tenth version after the ninth', async () => {
      for (let seen = 0; seen < 10; seen += 1) {
        await bench.store.edit(anEdit(seen, terms(seen)), anEntry(`e-${seen}`));
      }

      expect((await bench.store.find(orgMonth)).last).toMatchObject({ version: 10 });
    });

    test('refuses an edit whose version was made before, with no trace', async () => {
      await bench.store.edit(anEdit(0, terms(500)), anEntry('e-1'));
      await bench.store.edit(anEdit(1), anEntry('e-2'));

      const edit = bench.store.edit(anEdit(0, terms(600)), anEntry('e-3'));

      await expect(edit).rejects.toThrow(StaleRecordError);
      expect(await budgets()).toEqual([]);
      expect(await entryIds()).toEqual(['e-1', 'e-2']);
    });

    test('lets the last valid version stand in for a row that was spoiled by hand, and names it', async () => {
      await bench.store.edit(anEdit(0, terms(500)), anEntry('e-1'));
      await bench.writeByHand({ ...orgMonth, amount: -5, version: 1, updatedBy: 'ada' });

      const { budgets: inForce, invalid } = await bench.store.list();

      const lastValid = { ...terms(500), version: 1, updatedBy: author.name, updatedAt: author.at };
      expect(inForce).toEqual([lastValid]);
      expect(invalid).toMatchObject([{ ...orgMonth, seenVersion: 1, lastValid }]);
    });

    test('lets nothing stand in for a row whose last version is a removal', async () => {
      await bench.store.edit(anEdit(0, terms(500)), anEntry('e-1'));
      await bench.store.edit(anEdit(1), anEntry('e-2'));
      await bench.writeByHand({ ...orgMonth, amount: -5 });

      const { budgets: inForce, invalid } = await bench.store.list();

      expect(inForce).toEqual([]);
      expect(invalid).toEqual([{ ...orgMonth, seenVersion: 0, problem: expect.any(String) }]);
    });

    test('adopts a direct edit: version and author are added, the terms stay, the journal and the history have it', async () => {
      await bench.writeByHand({ ...orgMonth, amount: 700, note: 'by hand' });
      const edit = aDirectEdit(0, terms(700, { note: 'by hand' }));

      await bench.store.adopt(edit, anEntry('e-1'));
      await bench.store.adopt(edit, anEntry('e-1'));

      const stamped = { version: 1, updatedBy: 'unknown', updatedAt: author.at };
      expect(await budgets()).toEqual([{ ...terms(700, { note: 'by hand' }), ...stamped }]);
      const { key, seenVersion: _seen, ...made } = edit;
      expect(await bench.store.listVersions(orgMonth)).toEqual([{ ...key, ...made }]);
      expect(await entryIds()).toEqual(['e-1']);
    });

    test('takes up a removal that was made directly, while the row is gone', async () => {
      await bench.store.edit(anEdit(0, terms(500)), anEntry('e-1'));
      const early = bench.store.adopt(aDirectEdit(1), anEntry('e-2'));
      await expect(early).rejects.toThrow(StaleRecordError);
      await bench.removeByHand(orgMonth);

      await bench.store.adopt(aDirectEdit(1), anEntry('e-2'));

      expect((await bench.store.find(orgMonth)).last).toMatchObject({ version: 2, way: 'direct-edit' });
      expect(await entryIds()).toEqual(['e-1', 'e-2']);
    });

    test('refuses to take up a direct edit whose row carries another version by now', async () => {
      await bench.writeByHand({ ...orgMonth, amount: 700 });
      await bench.store.edit(anEdit(0, terms(800)), anEntry('e-1'));

      const edit = bench.store.adopt({ ...aDirectEdit(0, terms(700)) }, anEntry('e-2'));

      await expect(edit).rejects.toThrow(StaleRecordError);
      expect(await budgets()).toMatchObject([{ amount: { credits: 800 }, version: 1 }]);
      expect(await entryIds()).toEqual(['e-1']);
    });
  });
}
