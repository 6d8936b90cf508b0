import { expect, test } from 'vitest';

import { isLowered, limitEffects, type LimitEffects } from '../../../shared/impact/limit-effects.ts';
import { planLimits, type PlannedLimits } from '../../../shared/impact/planned-limits.ts';
import { aConfirmedLimit } from '../../support/domain-samples.ts';
import { aPlanInput } from '../../support/plan-samples.ts';

type Limits = Readonly<Record<string, number | undefined>>;

/** What a run leaves behind that gives each user the limit named, or none. */
function planned(limits: Limits, stopped: readonly string[] = []): PlannedLimits {
  const users = Object.keys(limits).map((userId) => ({ userId, email: `${userId}@acme.example` }));
  const cause = { kind: 'ceiling' } as const;
  return {
    plan: planLimits(aPlanInput({})).plan,
    creditsByUser: new Map(
      Object.entries(limits).flatMap(([userId, credits]) =>
        credits === undefined ? [] : [[userId, credits] as const],
      ),
    ),
    decisions: users.map((user) => ({ kind: 'keep', ...user, reason: 'no-budget' })),
    stops: users
      .filter(({ userId }) => stopped.includes(userId))
      .map((user) => ({ ...user, limitCredits: 0, usedCredits: 0, cause })),
  };
}

const movedIn = ({ effects }: LimitEffects) => effects.map(({ userId }) => userId);

test('stopped users come first, then limits that fall, then those that rise; of each the largest move first', () => {
  const without = planned({ a: 100, b: 100, c: 100, d: 100, e: 100, f: 100, g: 100 });
  const after = planned({ a: 150, b: 300, c: 90, d: 40, e: 99, f: 110, g: 100 }, ['e', 'f']);

  const impact = limitEffects(without, after, []);

  // Of those who are stopped the one whose limit falls is first, although the other's moves by more.
  expect(movedIn(impact)).toEqual(['e', 'f', 'd', 'c', 'b', 'a']);
  expect(impact.effects.map(({ isStopped }) => isStopped)).toEqual([true, true, false, false, false, false]);
});

test('to have no limit is to have an infinite one, and of equal moves the email decides', () => {
  const without = planned({ d: undefined, c: undefined, b: 10, a: 10, e: 10 });
  const after = planned({ d: 5, c: 9, b: 20, a: 20, e: undefined });

  const impact = limitEffects(without, after, []);

  expect(movedIn(impact)).toEqual(['c', 'd', 'e', 'a', 'b']);
  expect(impact.effects.map(isLowered)).toEqual([true, true, false, false, false]);
});

test('a limit that the next run moves in any case is counted, and one that nothing moves is not', () => {
  const plan = planned({ a: 100, b: 200 });

  const impact = limitEffects(plan, plan, [aConfirmedLimit('a', 100), aConfirmedLimit('b', 150)]);

  expect(impact).toEqual({ effects: [], movedAnyway: 1 });
});

test('of equal moves the emails are in the order of the alphabet, whatever their case', () => {
  const effects = limitEffects(planned({ Grace: 5, ada: 5, Bob: 5 }), planned({ Grace: 9, ada: 9, Bob: 9 }), []);

  expect(movedIn(effects)).toEqual(['ada', 'Bob', 'Grace']);
});
