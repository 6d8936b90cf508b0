import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { SetCap } from '../../../shared/caps/cap.ts';
import { excessesOf, measureBlast, type BlastFacts } from '../../../shared/enforcement/blast-radius.ts';
import type { LimitRecord } from '../../../shared/limits/limit-record.ts';
import { aConfirmedLimit } from '../../support/domain-samples.ts';
import { partOf } from '../../support/part-of.ts';

const bounds = { loweredShare: 0.3, blockedUsersMax: 2, raisedShare: 0.5 };
const userIds = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
const limits = userIds.map((userId) => aConfirmedLimit(userId, 1_000));

function aChange(userId: string, limitCredits: number, binding: Partial<SetCap['binding']> = {}): SetCap {
  const usedCredits = 400;
  return {
    kind: 'set',
    userId,
    email: `${userId}@acme.example`,
    fromCredits: 1_000,
    limitCredits,
    reason: limitCredits < 1_000 ? 'lowered' : 'raised',
    binding: {
      scope: { kind: 'default' },
      window: 'month',
      usedCredits,
      headroomCredits: Math.max(0, limitCredits - usedCredits),
      ...binding,
    },
  };
}

function unchanged(userId: string) {
  return { kind: 'keep', userId, email: `${userId}@acme.example`, reason: 'unchanged' } as const;
}

/** Nothing of which the guard has to know. */
const calm: BlastFacts = {
  limits,
  endsOf: () => [],
  movedAtMs: () => 0,
  isMovedByTurn: () => false,
  isLeftOver: () => false,
  isRoutine: () => false,
  isToppedUp: () => false,
  countedSince: '2026-03-14T12:00:00.000Z',
  isNewWindow: () => false,
};

/** Changes for the first users, and the others as they were. */
function judge(changes: readonly SetCap[], facts: Partial<BlastFacts> = {}) {
  const changed = new Set(changes.map(({ userId }) => userId));
  const decisions = [...changes, ...userIds.filter((userId) => !changed.has(userId)).map(unchanged)];
  return measureBlast(partOf({ decisions }), { ...calm, ...facts });
}

function changing(count: number, limitCredits: number, binding: Partial<SetCap['binding']> = {}) {
  return userIds.slice(0, count).map((userId) => aChange(userId, limitCredits, binding));
}

test.for([
  [3, 0],
  [4, 1],
] as const)('of ten caps %s may be lowered: %s objections', ([count, objections]) => {
  expect(excessesOf(judge(changing(count, 900)), bounds)).toHaveLength(objections);
});

test.for([
  [2, 0],
  [3, 1],
] as const)('%s users may lose all that they had left: %s objections', ([count, objections]) => {
  expect(excessesOf(judge(changing(count, 400)), bounds)).toHaveLength(objections);
});

test('who consumed all of the old limit is not blocked by the plan', () => {
  expect(judge(changing(3, 1_000, { usedCredits: 1_000, headroomCredits: 0 })).blocked).toBe(0);
});

test.for([
  [1_500, 0],
  [1_501, 1],
] as const)('ten limits of 1000 may rise to %s: %s objections', ([limitCredits, objections]) => {
  expect(excessesOf(judge(changing(10, limitCredits)), bounds)).toHaveLength(objections);
});

test('a limit that a daily budget moves along with use is no raise', () => {
  const paced = limits.map((record) => withUse(record, 800));

  const blast = judge(changing(10, 1_200, { window: 'day', usedCredits: 1_000, headroomCredits: 200 }), {
    limits: paced,
  });

  expect(blast.raisedCredits).toBe(0);
});

test('a daily budget made tenfold is a raise, however late in the window', () => {
  const paced = limits.map((record) => withUse(record, 800));

  const blast = judge(changing(10, 3_000, { window: 'day', usedCredits: 1_000, headroomCredits: 2_000 }), {
    limits: paced,
  });

  expect(excessesOf(blast, bounds)).toEqual([expect.stringContaining('raises')]);
});

test('a budget whose window begins again is measured by what it leaves', () => {
  const endOfWindow = limits.map((record) => withUse(record, 200));

  const blast = judge(changing(10, 1_800, { usedCredits: 1_000, headroomCredits: 800 }), {
    limits: endOfWindow,
    isNewWindow: () => true,
  });

  expect(blast.raisedCredits).toBe(0);
});

test('whoever is stopped, the objection names the budgets in which nothing is left', () => {
  const stopped = [...changing(2, 400), aChange('c', 400, { scope: { kind: 'org' }, window: 'quarter' })];

  expect(excessesOf(judge(stopped), bounds)).toEqual([expect.stringContaining('default month, org quarter)')]);
});

test('the total is what is confirmed, for limits that go along with use what they left', () => {
  const paced = limits.map((record) => withUse(record, 800));
  const [a, b, c] = [
    aChange('a', 900, { scope: { kind: 'org' } }),
    aChange('b', 900, { window: 'week' }),
    aChange('c', 900),
  ];

  expect(judge([a, b, c], { limits: paced })).toMatchObject({ caps: 10, totalCredits: 200 + 200 + 8 * 1_000 });
  expect(judge([aChange('a', 900, { window: 'day' })]).totalCredits).toBe(10_000);
  expect(
    judge([aChange('a', 900, { window: 'day' })], { limits: [withUse(aConfirmedLimit('a', 100), 300)] }),
  ).toMatchObject({
    caps: 1,
    totalCredits: 0,
  });
});

test('limits within a team’s pool are judged by what they leave', () => {
  const paced = limits.map((record) => withUse(record, 800));
  const change = aChange('a', 1_200, {
    scope: { kind: 'team', name: 'web' },
    usedCredits: 1_000,
    headroomCredits: 200,
  });

  expect(judge([change], { limits: paced }).raisedCredits).toBe(0);
});

test('a cap that is set to what it was is neither lowered nor raised', () => {
  expect(judge(changing(2, 1_000))).toMatchObject({ lowered: 0, blocked: 0, raisedCredits: 0 });
});

test('users are blocked who had a credit left and have none', () => {
  const used = { usedCredits: 999, headroomCredits: 0 };

  expect(judge(changing(2, 999, used)).blocked).toBe(2);
  expect(judge(changing(2, 1_000, used)).blocked).toBe(0);
});

test('the budgets in which nothing is left are named once each, in order', () => {
  const forOrg = { scope: { kind: 'org' } } as const;
  const stopped = [aChange('a', 400, forOrg), aChange('b', 400), aChange('c', 400, forOrg)];

  expect(judge(stopped).blockedBy).toEqual(['default month', 'org month']);
});

test('a user without a confirmed limit is no part of a plan’s reach', () => {
  const { confirmed: _, ...unconfirmed } = aConfirmedLimit('a', 1_000);

  expect(judge([aChange('a', 400)], { limits: [unconfirmed] })).toMatchObject({ caps: 0, lowered: 0, totalCredits: 0 });
});

test('a limit that is lifted counts as doubled', () => {
  const { binding: _binding, ...lifted } = aChange('a', 1_000_000_000_000);

  expect(
    judge([{ ...lifted, reason: 'lifted' }], { limits: [withUse(aConfirmedLimit('a', 1_000), 300)] }),
  ).toMatchObject({
    raisedCredits: 1_000,
    totalCredits: 1_000,
  });
});

test('what a pool’s own use does to its members’ limits is routine', () => {
  const blast = judge(changing(5, 400, { scope: { kind: 'org' } }), { isRoutine: () => true });

  expect(blast).toMatchObject({ lowered: 0, blocked: 0, raisedCredits: 0 });
});

test('caps that go with an expired budget may change as they will', () => {
  const blast = judge(changing(9, 0), { endsOf: () => [{ endMs: 1, credits: Infinity }] });

  expect(excessesOf(blast, bounds)).toEqual([]);
});

test.for([
  ['all that it takes', 600, 0],
  ['less than the limit falls by', 599, 9],
] as const)('the end of a top-up excuses a lowering of %s', ([, credits, lowered]) => {
  const blast = judge(changing(9, 400), { endsOf: () => [{ endMs: 1, credits }] });

  expect(blast.lowered).toBe(lowered);
});

test('ends before limits were last set excuse nothing, and those since add up', () => {
  const ends = [100, 200, 300].map((endMs) => ({ endMs, credits: 100 }));
  const lowered = (limitCredits: number) =>
    judge(changing(9, limitCredits), { endsOf: () => ends, movedAtMs: () => 100 }).lowered;

  expect([lowered(800), lowered(799)]).toEqual([0, 9]);
});

test('a limit that is left over from an earlier platform window is no part of a plan’s reach', () => {
  const blast = judge(changing(9, 0), { isLeftOver: () => true });

  expect(excessesOf(blast, bounds)).toEqual([]);
});

test('a limit that the turn of a platform window moves is no part of a plan’s reach', () => {
  expect(excessesOf(judge(changing(10, 5_000), { isMovedByTurn: () => true }), bounds)).toEqual([]);
});

test('where nothing is confirmed, any plan may go ahead', () => {
  expect(excessesOf(judge(changing(10, 0), { limits: [] }), bounds)).toEqual([]);
});

test('what is too far is reported with the bound', () => {
  expect(excessesOf(judge(changing(4, 900)), bounds)[0]).toContain('30 %');
  expect(excessesOf(judge(changing(10, 1_501)), bounds)[0]).toContain('50 %');
});

test('a plan that does less is objected to no more', () => {
  const target = fc.integer({ min: 0, max: 3_000 });
  fc.assert(
    fc.property(fc.array(target, { minLength: 1, maxLength: 10 }), fc.nat({ max: 9 }), (targets, dropped) => {
      const lowering = targets.map((limit, index) => aChange(userIds[index] ?? '', Math.min(limit, 1_000)));
      const fewer = lowering.filter((_, index) => index !== dropped);

      expect(excessesOf(judge(fewer), bounds).length).toBeLessThanOrEqual(excessesOf(judge(lowering), bounds).length);
    }),
  );
});

function withUse(record: LimitRecord, usedCredits: number): LimitRecord {
  return record.confirmed === undefined ? record : { ...record, confirmed: { ...record.confirmed, usedCredits } };
}

test('a limit that was lowered before counts as it was then, less what the end of a top-up took of it', () => {
  const steps = [
    { at: '2026-03-14T20:00:00.000Z', limitCredits: 1_000 },
    { at: '2026-03-15T02:30:00.000Z', limitCredits: 900 },
  ];
  const lowered = limits.map((record) => ({
    ...record,
    counted: steps,
    confirmed: { ...confirmedOf(record), limitCredits: 500 },
  }));
  const kept = userIds.map((userId) => ({ ...unchanged(userId), limitCredits: 500, binding: bindingOf(400) }));
  const judged = (endedMs: number) =>
    measureBlast(partOf({ decisions: kept }), {
      ...calm,
      limits: lowered,
      endsOf: () => [{ endMs: endedMs, credits: 400 }],
    });
  const midnight = Date.parse('2026-03-15T00:00:00.000Z');

  // 1,000 became 900 by an edit, and 500 when the top-up had ended: the edit still counts, and the end does not.
  expect(judged(midnight)).toMatchObject({ lowered: 10, totalCredits: 6_000 });
  expect(judged(0)).toMatchObject({ lowered: 10, totalCredits: 10_000 });
  expect(judged(midnight - 2 * 86_400_000)).toMatchObject({ lowered: 10, totalCredits: 10_000 });
});

test('who lost nothing but an ended top-up is not lowered', () => {
  const steps = [{ at: '2026-03-15T02:30:00.000Z', limitCredits: 1_000 }];
  const ended = limits.map((record) => ({
    ...record,
    counted: steps,
    confirmed: { ...confirmedOf(record), limitCredits: 500 },
  }));
  const kept = userIds.map((userId) => ({ ...unchanged(userId), limitCredits: 500, binding: bindingOf(400) }));
  const loweredBy = (credits: number) => {
    const endsOf = () => [{ endMs: Date.parse('2026-03-15T00:00:00.000Z'), credits }];
    return measureBlast(partOf({ decisions: kept }), { ...calm, limits: ended, endsOf }).lowered;
  };

  expect(loweredBy(500)).toBe(0);
  expect(loweredBy(499)).toBe(10);
});

function confirmedOf({ confirmed }: LimitRecord): NonNullable<LimitRecord['confirmed']> {
  return confirmed ?? { limitCredits: 0, at: '', runId: '' };
}

function bindingOf(usedCredits: number): NonNullable<SetCap['binding']> {
  return { scope: { kind: 'default' }, window: 'month', usedCredits, headroomCredits: 100 };
}
