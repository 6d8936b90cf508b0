import { describe, expect, test } from 'vitest';

import { budgetForm } from '../../../console/pages/budgets/budget-form.ts';
import { changeWords, conflictsOf, draftOf, merged, saidOf } from '../../../console/parts/editing/record-form.ts';

const stored = {
  amount: 780_000,
  mode: 'enforce',
  thresholds: [50, 80, 100],
  owners: ['finops@acme.example'],
  forecastAlert: true,
  note: 'Agreed',
};
const began = draftOf(budgetForm, stored);

describe('the draft of a budget', () => {
  test('says only the fields that mean something else', () => {
    expect(saidOf(budgetForm, began, { ...began, amount: '780k', owners: 'finops@acme.example; ' })).toEqual({});
    expect(saidOf(budgetForm, began, { ...began, amount: '0.9M', note: '', to: '2026-12-31' })).toEqual({
      amount: 900_000,
      note: null,
      to: '2026-12-31',
    });
  });

  test('of a new budget says all that is filled in', () => {
    expect(saidOf(budgetForm, undefined, { ...budgetForm.fresh, amount: 'unlimited' })).toEqual({
      amount: 'unlimited',
      mode: 'enforce',
      thresholds: [50, 80, 100],
      forecastAlert: true,
    });
  });

  test.for(['', '-1', '1.5', 'much', 'NaN', '1e9', '9'.repeat(20)])('refuses %j as an amount', (amount) => {
    expect(budgetForm.faults({ ...began, amount }, { scope: 'org', window: 'month' })).toHaveProperty('amount');
  });

  test('keeps what both have changed: mine where I did, theirs elsewhere, and theirs where it is chosen', () => {
    const theirs = { ...began, amount: '950000', mode: 'alert' };
    const mine = { ...began, amount: '960k', note: 'By telephone' };

    expect(conflictsOf(budgetForm, { began, theirs, mine }).map(({ field, isClash }) => [field, isClash])).toEqual([
      ['amount', true],
      ['mode', false],
    ]);
    expect(merged(budgetForm, { began, theirs, mine }, new Set())).toEqual({
      ...began,
      amount: '960k',
      mode: 'alert',
      note: 'By telephone',
    });
    expect(merged(budgetForm, { began, theirs, mine }, new Set(['amount'] as const))).toMatchObject({
      amount: '950000',
      note: 'By telephone',
    });
  });

  test('both meaning the same is no clash', () => {
    const [theirs, mine] = [
      { ...began, amount: '900000' },
      { ...began, amount: '900k' },
    ];

    expect(conflictsOf(budgetForm, { began, theirs, mine })).toMatchObject([{ field: 'amount', isClash: false }]);
  });

  test('shows what an edit changed, with amounts as people read them', () => {
    expect(changeWords(budgetForm, stored, { ...stored, amount: 900_000, note: undefined })).toEqual([
      'Amount 780,000 → 900,000',
      'Note Agreed → none',
    ]);
    expect(changeWords(budgetForm, null, { amount: 'unlimited', mode: 'alert' })).toEqual([
      expect.stringContaining('Amount unlimited, Mode alert'),
    ]);
    expect(changeWords(budgetForm, stored, null)).toEqual(['removed']);
  });
});
