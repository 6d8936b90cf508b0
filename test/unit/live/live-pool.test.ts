import { describe, expect, test } from 'vitest';

import { freeCredits } from '../../../shared/live/live-pool.ts';
import { partOf } from '../../support/part-of.ts';

describe('free credits', () => {
  test('are what the bound leaves of the amount', () => {
    const proof = { amountCredits: 1_000, boundCredits: 700, worstCaseCredits: 900 };

    expect(freeCredits(proof, partOf({ capPercent: 50 }))).toBe(300);
  });

  test('are at most what the exposure leaves of the amount when the cap is 0', () => {
    const proof = { amountCredits: 1_000, boundCredits: 700, worstCaseCredits: 900 };

    expect(freeCredits(proof, partOf({ capPercent: 0 }))).toBe(100);
  });

  test('stay within the cap beyond the amount, rounded down', () => {
    const proof = { amountCredits: 1_001, boundCredits: 300, worstCaseCredits: 1_000 };

    expect(freeCredits(proof, partOf({ capPercent: 5 }))).toBe(51);
  });

  test('are 0 where the bound passes the amount', () => {
    const proof = { amountCredits: 1_000, boundCredits: 1_001, worstCaseCredits: 1_001 };

    expect(freeCredits(proof, partOf({ capPercent: 50 }))).toBe(0);
  });
});
