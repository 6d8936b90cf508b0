import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { budgetKey, budgetKind, type Budget, type BudgetTerms } from '../../../shared/budgets/budget.ts';
import { diffRecords, wantedTerms } from '../../../shared/kernel/records/diff-records.ts';
import { sortedBy } from '../../../shared/kernel/texts/compare-text.ts';
import { aBudget, someTerms, termsOfAll } from '../../support/budgets.ts';

const keep = { prune: false };

function diffBudgets(current: readonly Budget[], wanted: readonly BudgetTerms[], options: { readonly prune: boolean }) {
  return diffRecords(budgetKind, { current, wanted: sortedBy(wanted, budgetKey) }, options);
}

describe('comparing a list of budgets with those that are there', () => {
  test('a budget that is not there is added, one with other terms is changed, the same one is left alone', () => {
    const current = [aBudget({ window: 'month', credits: 10 }), aBudget({ window: 'week', credits: 5 })];
    const wanted = [
      aBudget({ window: 'day', credits: 1 }),
      aBudget({ window: 'month', credits: 11 }),
      aBudget({ window: 'week', credits: 5 }),
    ];

    const plan = diffBudgets(current, wanted, keep);

    expect(plan.changes.map(({ kind }) => kind)).toEqual(['add', 'change']);
    expect(plan.unchanged).toBe(1);
  });

  test('a budget that the list does not name stays unless removals are asked for', () => {
    const current = [aBudget({ window: 'month', credits: 10 })];

    const careful = diffBudgets(current, [], keep);
    const pruning = diffBudgets(current, [], { prune: true });

    expect(careful.changes).toEqual([]);
    expect(careful.unnamed).toHaveLength(1);
    expect(pruning.changes).toEqual([{ kind: 'remove', before: current[0] }]);
    expect(pruning.unnamed).toEqual([]);
  });

  test('a field of which the list says nothing stays as it is, set or not, and a new budget gets what stands for it', () => {
    const current = [aBudget({ window: 'month', credits: 10, forecastAlert: false })].map((budget) => ({
      ...budget,
      note: 'why',
    }));
    const wanted = [
      { ...aBudget({ window: 'month', credits: 11 }), from: '2026-03-01' },
      aBudget({ window: 'week', credits: 5 }),
    ];
    const unsaid = ['forecastAlert', 'note', 'from'];

    const terms = wantedTerms(budgetKind, { current, wanted }, [unsaid, unsaid]);

    expect(terms[0]).toMatchObject({ amount: { credits: 11 }, forecastAlert: false, note: 'why' });
    expect(terms[0]).not.toHaveProperty('from');
    expect(terms[1]).toEqual(wanted[1]);
  });

  test.each<Partial<BudgetTerms>>([
    { amount: { kind: 'unlimited' } },
    { mode: 'observe' },
    { thresholds: [50] },
    { forecastAlert: false },
    { guarantee: { kind: 'strict' } },
    { owners: ['a@b.example'] },
    { from: '2026-03-01' },
    { to: '2026-03-31' },
    { note: 'why' },
  ])('a difference in %o alone is a change', (difference) => {
    const before = aBudget({ window: 'month', credits: 10 });

    const plan = diffBudgets([before], [{ ...before, ...difference }], keep);

    expect(plan.changes.map(({ kind }) => kind)).toEqual(['change']);
  });

  test('a list compared with itself gives nothing to do', () => {
    fc.assert(
      fc.property(fc.uniqueArray(someTerms, { selector: keyOf }), (terms) => {
        const plan = diffBudgets(terms.map(stored), terms, { prune: true });

        expect(plan).toEqual({ changes: [], unchanged: terms.length, unnamed: [] });
      }),
    );
  });

  test('making the changes of a plan leads to what was wanted', () => {
    const lists = fc.uniqueArray(someTerms, { selector: keyOf, maxLength: 6 });
    fc.assert(
      fc.property(lists, lists, (current, wanted) => {
        const after = new Map(current.map((terms) => [keyOf(terms), terms]));
        for (const change of diffBudgets(current.map(stored), wanted, { prune: true }).changes) {
          if (change.kind === 'remove') {
            after.delete(keyOf(change.before));
          } else {
            after.set(keyOf(change.after), change.after);
          }
        }

        expect(termsOfAll([...after.values()])).toEqual(termsOfAll(wanted));
      }),
    );
  });

  test('the order of the two lists changes nothing', () => {
    const lists = fc.uniqueArray(someTerms, { selector: keyOf, maxLength: 6 });
    fc.assert(
      fc.property(lists, lists, (current, wanted) => {
        const straight = diffBudgets(current.map(stored), wanted, { prune: true });
        const reversed = diffBudgets(current.map(stored).toReversed(), wanted.toReversed(), { prune: true });

        expect(reversed).toEqual(straight);
      }),
    );
  });
});

function stored(terms: BudgetTerms): Budget {
  return { ...terms, version: 3, updatedBy: 'ada', updatedAt: '2026-03-01T00:00:00.000Z' };
}

function keyOf({ scope, window }: BudgetTerms): string {
  return `${JSON.stringify(scope)}/${window}`;
}
