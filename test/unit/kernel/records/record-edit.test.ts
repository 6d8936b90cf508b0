import { describe, expect, test } from 'vitest';

import { budgetKind, type Budget, type BudgetTerms } from '../../../../shared/budgets/budget.ts';
import { termsIn } from '../../../../shared/kernel/records/diff-records.ts';
import { findDirectEdit, type RecordVersion } from '../../../../shared/kernel/records/record-edit.ts';
import { diffTerms } from '../../../../shared/kernel/records/record-kind.ts';
import { aBudget } from '../../../support/budgets.ts';

const at = '2026-03-15T10:00:00.000Z';
const key = { scope: { kind: 'default' }, window: 'month' } as const;

function row(credits: number, facts: Partial<Budget> = {}) {
  const { version, updatedBy, ...terms } = { ...aBudget({ window: 'month', credits }), ...facts };
  return { version, by: updatedBy, terms: termsIn<BudgetTerms>(terms) };
}

function lastOf(version: number, credits?: number): RecordVersion<BudgetTerms> {
  const made = { version, by: 'ada', at: '2026-03-01T00:00:00.000Z', way: 'command' } as const;
  return credits === undefined ? made : { ...made, terms: termsIn<BudgetTerms>(aBudget({ window: 'month', credits })) };
}

/** The direct edit that two states are evidence of. */
function editIn({ row: found, last }: FoundStates) {
  const isSame = (before: BudgetTerms, after: BudgetTerms) => diffTerms(budgetKind, before, after).length === 0;
  return findDirectEdit(key, { row: found, last, isSame }, at);
}

interface FoundStates {
  readonly row?: ReturnType<typeof row>;
  readonly last?: RecordVersion<BudgetTerms>;
}

describe('a row of the budgets table', () => {
  test('that is what the last version left was not edited', () => {
    expect(editIn({ row: row(10), last: lastOf(1, 10) })).toBeUndefined();
    expect(editIn({ last: lastOf(2) })).toBeUndefined();
    expect(editIn({})).toBeUndefined();
  });

  test.each([
    { title: 'that nobody had made', row: row(10, { version: 0 }), seenVersion: 0, version: 1 },
    { title: 'with other terms under its version', row: row(20), last: lastOf(1, 10), seenVersion: 1, version: 2 },
    {
      title: 'with the name of somebody who did not make it',
      row: row(10, { updatedBy: 'cfo' }),
      last: lastOf(1, 10),
      seenVersion: 1,
      version: 2,
    },
    { title: 'without a version', row: row(10, { version: 0 }), last: lastOf(4, 10), seenVersion: 0, version: 5 },
    {
      title: 'with a version from the air',
      row: row(10, { version: 9 }),
      last: lastOf(4, 10),
      seenVersion: 9,
      version: 10,
    },
    { title: 'made again after a removal', row: row(10, { version: 0 }), last: lastOf(4), seenVersion: 0, version: 5 },
  ])('$title is a direct edit, and gets the next version', ({ seenVersion, version, ...found }) => {
    const edit = editIn(found);

    expect(edit).toEqual({
      key,
      seenVersion,
      version,
      by: 'unknown',
      at,
      way: 'direct-edit',
      terms: found.row.terms,
    });
  });

  test('that is gone was removed directly', () => {
    const edit = editIn({ last: lastOf(4, 10) });

    expect(edit).toEqual({ key, seenVersion: 0, version: 5, by: 'unknown', at, way: 'direct-edit' });
  });
});
