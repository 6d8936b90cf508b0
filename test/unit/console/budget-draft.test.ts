import { describe, expect, test } from 'vitest';

import {
  conflictsOf,
  draftOf,
  draftProblems,
  freshDraft,
  merged,
  saidOf,
} from '../../../console/pages/budgets/edit/draft.ts';

const began = draftOf({
  amount: 780_000,
  mode: 'enforce',
  thresholds: [50, 80, 100],
  owners: ['finops@demo.example'],
  forecastAlert: true,
  note: 'Agreed',
});

describe('the draft of a budget', () => {
  test('says only the fields that mean something else', () => {
    expect(saidOf(began, { ...began, amount: '780k', owners: 'finops@demo.example; ' })).toEqual({});
    expect(saidOf(began, { ...began, amount: '0.9M', note: '', to: '2026-12-31' })).toEqual({
      amount: 900_000,
      note: null,
      to: '2026-12-31',
    });
  });

  test('of a new budget says all that is filled in', () => {
    expect(saidOf(undefined, { ...freshDraft, amount: 'unlimited' })).toEqual({
      amount: 'unlimited',
      mode: 'enforce',
      thresholds: [50, 80, 100],
      forecastAlert: true,
    });
  });

  test.for(['', '-1', '1.5', 'much', 'NaN', '1e9', '9'.repeat(20)])('refuses %j as an amount', (amount) => {
    expect(draftProblems({ ...began, amount })).toHaveProperty('amount');
  });

  test('keeps what both have changed: mine where I did, theirs elsewhere, and theirs where it is chosen', () => {
    const theirs = { ...began, amount: '950000', mode: 'alert' };
    const mine = { ...began, amount: '960k', note: 'By telephone' };

    expect(conflictsOf(began, theirs, mine).map(({ field, isClash }) => [field, isClash])).toEqual([
      ['amount', true],
      ['mode', false],
    ]);
    expect(merged(began, theirs, { mine, keepsTheirs: new Set() })).toEqual({
      ...began,
      amount: '960k',
      mode: 'alert',
      note: 'By telephone',
    });
    expect(merged(began, theirs, { mine, keepsTheirs: new Set(['amount'] as const) })).toMatchObject({
      amount: '950000',
      note: 'By telephone',
    });
  });

  test('both meaning the same is no clash', () => {
    expect(conflictsOf(began, { ...began, amount: '900000' }, { ...began, amount: '900k' })).toMatchObject([
      { field: 'amount', isClash: false },
    ]);
  });
});
