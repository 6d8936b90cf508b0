import { expect, test } from 'vitest';

import {
  allowedLeft,
  amountState,
  describeOverUntil,
  leftText,
  nextBound,
  useOfBudget,
} from '../../../../shared/kernel/texts/amount-state.ts';

const of = (used: number, allowed = 1_000) => ({ amount: 1_000, used, allowed });

test.for([
  [of(999), 'within', 1_000, 1, '1'],
  [of(1_000), 'used-up', 1_000, 0, '0'],
  [of(1_400), 'used-up', 1_000, 0, '0'],
  [of(999, 1_200), 'within', 1_000, 201, '1'],
  [of(1_000, 1_200), 'over-budget', 1_200, 200, '200 allowed'],
  [of(1_199, 1_200), 'over-budget', 1_200, 1, '1 allowed'],
  [of(1_200, 1_200), 'used-up', 1_200, 0, '0'],
] as const)('a budget is used up once nothing more is allowed, with overcommit later than its amount: %#', (known) => {
  const [use, state, bound, left, text] = known;

  expect(amountState(use)).toBe(state);
  expect([nextBound(use), allowedLeft(use), leftText(use)]).toEqual([bound, left, text]);
});

test('a day is said only where what is allowed is expected to run out', () => {
  expect(describeOverUntil(of(1_050, 1_200), '2026-11-26')).toBe(
    '50 over its amount; overcommit allows 150 more, which runs out about 26 Nov',
  );
  expect(describeOverUntil(of(1_000, 1_200), null)).toBe('at its amount; overcommit allows 200 more');
});

test('top-ups belong to the amount; an unlimited budget, or one that is not in force, has no state', () => {
  const known = { amount: 1_000, topUps: 100, used: 1_050, allowed: 1_320 };

  expect(useOfBudget(known)).toEqual({ amount: 1_100, used: 1_050, allowed: 1_320 });
  expect(useOfBudget({ ...known, amount: 'unlimited' })).toBeUndefined();
  expect(useOfBudget({ ...known, used: null })).toBeUndefined();
});
