import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { UsageTotals } from '../../../shared/ledger/usage-totals.ts';
import type { LimitRecord } from '../../../shared/limits/limit-record.ts';
import { addUnknownUse, type UnknownUse } from '../../../shared/limits/unknown-use.ts';
import { someCredits, someUsage } from '../../support/domain-samples.ts';

/** A quarter that spans the turn of the month, and a month that begins with it. */
const spanning: UsageTotals = {
  ...someUsage({ ann: { quarter: 700 } }),
  windows: [
    { kind: 'quarter', from: '2026-01-01', through: '2026-03-31' },
    { kind: 'month', from: '2026-03-01', through: '2026-03-31' },
  ],
};
const unknown: UnknownUse = {
  days: { from: '2026-02-28', through: '2026-02-28' },
  platformWindow: { anchorDay: 1 },
  userIds: ['ann'],
  limits: [aStandingLimit('ann', 500)],
  enforcementDelayMinutes: 30,
  knownCredits: new Map([['ann', 420]]),
};

function annIn(usage: UsageTotals) {
  return usage.users.get('ann')?.credits;
}

test('what a limit still allowed counts as consumed, and only in windows that began before', () => {
  const usage = addUnknownUse(spanning, unknown);

  expect(annIn(usage)).toEqual({ quarter: 780 });
  expect(usage.organization.quarter).toBe(780);
});

test('where every day is known, nothing is added', () => {
  const days = { from: '2026-03-01', through: '2026-02-28' };

  expect(addUnknownUse(spanning, { ...unknown, days })).toBe(spanning);
});

test('a limit that may be in force counts as if it were', () => {
  const unsettled = [{ limitCredits: 900, at: '2026-02-28T02:30:00.000Z', runId: 'earlier' }];
  const usage = addUnknownUse(spanning, { ...unknown, limits: [{ ...aStandingLimit('ann', 500), unsettled }] });

  expect(annIn(usage)).toEqual({ quarter: 700 + 480 });
});

test('a higher limit that was replaced on an unknown day was in force for a part of it', () => {
  const usage = addUnknownUse(spanning, { ...unknown, limits: [aReplacedLimit(1_420)] });

  expect(annIn(usage)).toEqual({ quarter: 1_700 });
});

test.for([
  ['was limited for the first time on an unknown day', { limits: [firstLimitedOn('2026-02-28T02:30:00.000Z')] }],
  ['was never limited', { limits: [] }],
] as const)('to who %s, nothing is left in a window that began before', ([, facts]) => {
  expect(annIn(addUnknownUse(spanning, { ...unknown, ...facts }))?.quarter).toBe(Number.POSITIVE_INFINITY);
});

test('users who never had a limit do not reduce the organization’s budget by an unbounded use', () => {
  expect(addUnknownUse(spanning, { ...unknown, limits: [] }).organization.quarter).toBe(700);
});

test('unknown days in two platform windows let a limit be used up in each', () => {
  const usage = addUnknownUse(spanning, { ...unknown, days: { from: '2026-01-31', through: '2026-02-28' } });

  expect(annIn(usage)).toEqual({ quarter: 700 + 80 + 500 });
});

test.for([
  ['the limit allowed more', {}, 240],
  ['there was no limit', { limits: [] }, 240],
  ['the limit allowed less', { maxCreditsPerUserHour: 100 }, 80],
] as const)('nobody counts for more than one person can consume in the time, where %s', ([, facts, added]) => {
  const usage = addUnknownUse(spanning, {
    ...unknown,
    limits: [aStandingLimit('ann', 500)],
    maxCreditsPerUserHour: 10,
    knownCredits: new Map([['ann', added === 240 ? 0 : 420]]),
    ...facts,
  });

  expect(annIn(usage)?.quarter).toBe(700 + added);
});

test('a limit can be used up in every platform window that unknown days touch', () => {
  const usage = addUnknownUse(spanning, { ...unknown, days: { from: '2026-01-31', through: '2026-03-01' } });

  expect(annIn(usage)).toEqual({ quarter: 700 + 80 + 2 * 500, month: 80 + 2 * 500 });
});

test('where every window began after the unknown days, nothing is added', () => {
  const days = { from: '2025-12-30', through: '2025-12-31' };

  expect(addUnknownUse(spanning, { ...unknown, days })).toBe(spanning);
});

test('a window that begins on the last unknown day has its part', () => {
  const days = { from: '2026-03-01', through: '2026-03-01' };

  expect(annIn(addUnknownUse(spanning, { ...unknown, days }))).toEqual({ quarter: 780, month: 80 });
});

test('a user of whom no use is known at all counts with what the limit allowed', () => {
  const usage = addUnknownUse(spanning, { ...unknown, userIds: [], limits: [aStandingLimit('bob', 300)] });

  expect(usage.users.get('bob')).toEqual({ userId: 'bob', emailKey: undefined, credits: { quarter: 300 } });
  expect(usage.organization.quarter).toBe(1_000);
});

test('what is counted is never less than what the limit allowed', () => {
  fc.assert(
    fc.property(someCredits, someCredits, fc.double({ min: 0, max: 1, noNaN: true }), (limit, known, share) => {
      const really = Math.floor(Math.max(0, limit - known) * share);
      const usage = addUnknownUse(spanning, {
        ...unknown,
        limits: [aStandingLimit('ann', limit)],
        knownCredits: new Map([['ann', known]]),
      });

      expect(annIn(usage)?.quarter).toBeGreaterThanOrEqual(700 + really);
    }),
  );
});

test('a limit that had ended before the unknown days does not count', () => {
  const usage = addUnknownUse(spanning, { ...unknown, limits: [aReplacedLimit(1_420, '2026-02-27T02:30:00.000Z')] });

  expect(annIn(usage)).toEqual({ quarter: 780 });
});

function aReplacedLimit(limitCredits: number, until = '2026-02-28T02:30:00.000Z'): LimitRecord {
  const replaced = [{ limitCredits, from: '2026-01-15T02:30:00.000Z', until }];
  return { ...firstLimitedOn(until), replaced };
}

/** In force since long before the unknown days. */
function aStandingLimit(userId: string, limitCredits: number): LimitRecord {
  const confirmed = { limitCredits, at: '2026-01-15T02:30:00.000Z', runId: 'earlier' };
  return { userId, email: `${userId}@acme.example`, confirmed, unsettled: [] };
}

function firstLimitedOn(at: string): LimitRecord {
  return { ...aStandingLimit('ann', 500), confirmed: { limitCredits: 500, at, runId: 'earlier' } };
}
