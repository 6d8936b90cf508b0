import { expect, test } from 'vitest';

import { expectedCredits } from '../../../shared/ledger/expected-credits.ts';

const confirmed = (limitCredits: number) => ({ limitCredits, fromMs: 0, outcome: 'confirmed' }) as const;

test('a user without a limit is expected to consume the usual', () => {
  expect(expectedCredits([{ usualCredits: 70, usedCredits: 1_000, limits: [] }])).toBe(70);
});

test('a user is expected to consume no more than the limit leaves', () => {
  expect(expectedCredits([{ usualCredits: 70, usedCredits: 100, limits: [confirmed(130)] }])).toBe(30);
  expect(expectedCredits([{ usualCredits: 70, usedCredits: 100, limits: [confirmed(400)] }])).toBe(70);
});

test('the highest limit of the day counts', () => {
  expect(expectedCredits([{ usualCredits: 70, usedCredits: 100, limits: [confirmed(110), confirmed(140)] }])).toBe(40);
});

test('a user beyond the limit is expected to consume nothing, not less', () => {
  const stopped = { usualCredits: 70, usedCredits: 100, limits: [confirmed(60)] };

  expect(expectedCredits([stopped, { usualCredits: 5, usedCredits: 0, limits: [] }])).toBe(5);
});

test('the day is the sum of its users, in whole credits', () => {
  const users = [10.4, 20.4].map((usualCredits) => ({ usualCredits, usedCredits: 0, limits: [] }));

  expect(expectedCredits(users)).toBe(30);
});
