import { describe, expect, test } from 'vitest';
import type { Budget, BudgetTerms } from '../../../../shared/domain/budgets/budget.ts';
import type { BudgetVersion } from '../../../../shared/domain/budgets/budget-version.ts';
import { findDirectEdit } from '../../../../shared/domain/budgets/direct-edit.ts';
import { termsIn } from '../../../../shared/domain/records/diff-records.ts';
import { aBudget } from '../../../support/budgets.ts';

const at = '2026-03-15T10:00:00.000Z';
const key = { scope: { kind: 'default' }, window: 'month' } as const;

function row(credits: number, facts: Partial<Budget> = {}) {
  return { kind: 'budget', budget: { ...aBudget({ window: 'month', credits }), ...facts } } as const;
}

function lastOf(version: number, credits?: number): BudgetVersion {
  const made = { ...key, version, by: 'ada', at: '2026-03-01T00:00:00.000Z', way: 'command' } as const;
  return credits === undefined ? made : { ...made, terms: termsIn<BudgetTerms>(aBudget({ window: 'month', credits })) };
}

describe('a row of the budgets table', () => {
  test('that is what the last version left was not edited', () => {
    expect(findDirectEdit(key, { row: row(10), last: lastOf(1, 10) }, at)).toBeUndefined();
    expect(findDirectEdit(key, { row: { kind: 'none' }, last: lastOf(2) }, at)).toBeUndefined();
    expect(findDirectEdit(key, { row: { kind: 'none' } }, at)).toBeUndefined();
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
    const edit = findDirectEdit(key, found, at);

    expect(edit).toEqual({
      seenVersion,
      version: { ...key, version, by: 'unknown', at, way: 'direct-edit', terms: termsIn(found.row.budget) },
    });
  });

  test('that is gone was removed directly', () => {
    const edit = findDirectEdit(key, { row: { kind: 'none' }, last: lastOf(4, 10) }, at);

    expect(edit).toEqual({
      seenVersion: 0,
      version: { ...key, version: 5, by: 'unknown', at, way: 'direct-edit' },
    });
  });
});
