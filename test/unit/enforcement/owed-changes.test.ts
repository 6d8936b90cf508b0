import { expect, test } from 'vitest';

import { planCaps } from '../../../shared/caps/cap-plan.ts';
import type { SetCap } from '../../../shared/caps/cap.ts';
import { withOwed } from '../../../shared/enforcement/owed-changes.ts';
import { aBudget, aConfirmedLimit, credits } from '../../support/domain-samples.ts';
import { aPlanInput } from '../../support/plan-samples.ts';

const names = ['ann', 'bob', 'cem'];

function withLimits(...limits: readonly number[]) {
  const planInputs = aPlanInput({
    budgets: [aBudget({ scope: { kind: 'org' }, amount: credits(1_000) })],
    users: names.map((userId) => ({ userId, email: `${userId}@acme.example` })),
    limits: limits.map((limitCredits, index) => aConfirmedLimit(names[index] ?? '', limitCredits)),
  });
  return { plan: planCaps(planInputs), planInputs };
}

function set(userId: string, limitCredits: number): SetCap {
  return { kind: 'set', userId, email: `${userId}@acme.example`, fromCredits: 0, limitCredits, reason: 'lowered' };
}

const limitsIn = (changes: readonly SetCap[]) => changes.map(({ userId, limitCredits }) => [userId, limitCredits]);

test('what pools are owed besides is sent first, and nothing of what is sent anyway is sent twice', () => {
  const parted = withLimits(600, 900, 100);

  expect(limitsIn(withOwed(parted, [set('ann', 300), set('cem', 50)]))).toEqual([
    ['bob', 450],
    ['ann', 300],
    ['cem', 50],
  ]);
});

test('who is owed a lower limit than is sent anyway gets the lower one alone', () => {
  const parted = withLimits(900, 900, 0);

  expect(limitsIn(withOwed(parted, [set('ann', 800), set('bob', 800)]))).toEqual([
    ['ann', 500],
    ['bob', 500],
  ]);
});

test('changes after which nothing is owed are sent as they are', () => {
  const parted = withLimits(900, 900, 0);
  const changes = [set('bob', 100), set('cem', 0)];

  expect(withOwed(parted, changes)).toEqual(changes);
});
