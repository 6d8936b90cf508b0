import { expect, test } from 'vitest';

import type { SetCap } from '../../../shared/caps/cap.ts';
import type { RowOutcome } from '../../../shared/limits/limit-record.ts';
import { recordAttempt, recordOutcome } from '../../../shared/limits/record-outcome.ts';
import { aConfirmedLimit } from '../../support/domain-samples.ts';

const sent = { at: '2026-03-15T02:30:00.000Z', runId: 'run' };
const change: SetCap = {
  kind: 'set',
  userId: 'ann',
  email: 'Ann@acme.example',
  fromCredits: 600,
  limitCredits: 500,
  reason: 'lowered',
};
const before = aConfirmedLimit('ann', 600);

const binding = { scope: { kind: 'org' }, window: 'month', usedCredits: 120, headroomCredits: 380 } as const;
const done = { sent, night: '2026-03-15', settleDays: 0, outcome: { kind: 'done' } } as const;

function outcome(said: RowOutcome, night = '2026-03-15') {
  return { sent, night, settleDays: 0, outcome: said };
}

test('before it is sent, a limit is written down beside the one in force', () => {
  expect(recordAttempt(before, change, sent)).toEqual({
    ...before,
    email: 'Ann@acme.example',
    unsettled: [{ limitCredits: 500, ...sent }],
  });
});

test('a limit that is sent again is written down once', () => {
  const once = recordAttempt(before, change, sent);

  expect(recordAttempt(once, change, { ...sent, runId: 'later' })).toEqual(once);
});

test('what is confirmed settles everything sent before it, and ends a failure', () => {
  const failing = {
    ...recordAttempt(before, change, sent),
    failure: { problem: 'x', nights: 2, lastNight: '2026-03-14' },
  };

  expect(recordOutcome(failing, change, outcome({ kind: 'done' }))).toEqual({
    userId: 'ann',
    email: 'Ann@acme.example',
    confirmed: { limitCredits: 500, ...sent },
    unsettled: [],
    counted: [{ at: sent.at, limitCredits: 600 }],
    replaced: [
      { limitCredits: 600, from: before.confirmed?.at, until: sent.at },
      { limitCredits: 500, from: sent.at, until: sent.at, isUnknown: true },
    ],
  });
});

test('what is unknown may be in force, and so may what was before', () => {
  const record = recordOutcome(before, change, outcome({ kind: 'unknown', problem: 'no answer' }));

  expect(record.confirmed?.limitCredits).toBe(600);
  expect(record.unsettled.map(({ limitCredits }) => limitCredits)).toEqual([500]);
});

test('what is refused is not in force, and what was unknown before stays so', () => {
  const unsure = { ...before, unsettled: [{ limitCredits: 550, at: sent.at, runId: 'earlier' }] };

  const record = recordOutcome(unsure, change, outcome({ kind: 'failed', problem: 'no such user' }));

  expect(record).toMatchObject({ confirmed: before.confirmed, unsettled: unsure.unsettled });
  expect(record.failure).toEqual({ limitCredits: 500, problem: 'no such user', nights: 1, lastNight: '2026-03-15' });
});

test('failures are counted once a day', () => {
  const failed = { kind: 'failed', problem: 'no such user' } as const;

  const first = recordOutcome(before, change, outcome(failed));
  const second = recordOutcome(first, change, outcome(failed));
  const third = recordOutcome(second, change, outcome(failed, '2026-03-16'));

  expect([first, second, third].map((record) => record.failure?.nights)).toEqual([1, 1, 2]);
});

test('a limit is written down with the use, the pools and the window on which it was decided', () => {
  const alone = recordAttempt(before, { ...change, binding }, sent);
  const pooled = recordOutcome(before, { ...change, binding: { ...binding, pools: 'org 900' } }, done);

  expect(alone.unsettled).toStrictEqual([{ limitCredits: 500, ...sent, usedCredits: 120, window: 'month' }]);
  expect(pooled.confirmed).toStrictEqual({
    limitCredits: 500,
    ...sent,
    usedCredits: 120,
    pools: 'org 900',
    window: 'month',
  });
});

test('a limit that is only sent again goes on naming the run and the use that decided it', () => {
  const decided = { limitCredits: 500, at: '2026-03-08T02:30:00.000Z', runId: 'decided', usedCredits: 77 };
  const renewed = { ...change, reason: 'renewed', binding } as const;

  expect(recordOutcome({ ...before, confirmed: decided }, renewed, done).confirmed).toStrictEqual({
    ...decided,
    at: sent.at,
  });
  expect(recordOutcome(undefined, renewed, done).confirmed).toMatchObject({ runId: 'run', usedCredits: 120 });
});

test('what stood before lasted until the answer came', () => {
  const settledAt = '2026-03-15T02:34:00.000Z';

  const record = recordOutcome(before, change, { ...done, settledAt });

  expect(record.replaced?.map(({ until }) => until)).toEqual([settledAt]);
  expect(record.confirmed?.at).toBe(sent.at);
});

test('the first limit replaces none, and days on which the user was stopped stay noted', () => {
  expect(recordOutcome(undefined, change, done)).toEqual({
    userId: 'ann',
    email: 'Ann@acme.example',
    confirmed: { limitCredits: 500, ...sent },
    unsettled: [],
  });
  expect(recordOutcome({ ...before, stoppedDays: ['2026-03-13'] }, change, done).stoppedDays).toEqual(['2026-03-13']);
});

test('a row of which nothing is known can be refused', () => {
  const failed = { kind: 'failed', problem: 'no such user' } as const;

  expect(recordOutcome(undefined, change, outcome(failed))).toEqual({
    userId: 'ann',
    email: 'Ann@acme.example',
    unsettled: [],
    failure: { limitCredits: 500, problem: 'no such user', nights: 1, lastNight: '2026-03-15' },
  });
});

test('the first limit of a user is written down before it is sent', () => {
  expect(recordAttempt(undefined, change, sent)).toEqual({
    userId: 'ann',
    email: 'Ann@acme.example',
    unsettled: [{ limitCredits: 500, ...sent }],
  });
});

test('another limit is written down beside one that has no answer', () => {
  const unsure = { ...before, unsettled: [{ limitCredits: 550, at: sent.at, runId: 'earlier' }] };

  expect(recordAttempt(unsure, change, sent).unsettled.map(({ limitCredits }) => limitCredits)).toEqual([550, 500]);
});

test('a first limit that has no answer may be in force', () => {
  const record = recordOutcome(undefined, change, outcome({ kind: 'unknown', problem: 'no answer' }));

  expect(record.unsettled.map(({ limitCredits }) => limitCredits)).toEqual([500]);
});

test.for<readonly [string, Partial<NonNullable<SetCap['binding']>>, number]>([
  ['a strict pool takes does not count', { pools: 'org month 9000 strict' }, 0],
  ['a pool that promises no more than twice its amount takes counts', { pools: 'org month 9000 2' }, 1],
  [
    'an own budget takes of a member of a strict pool counts',
    { scope: { kind: 'user', email: 'ann@acme.example' }, pools: 'org month 9000 strict' },
    1,
  ],
  [
    'the looser of two pools takes counts, though the other is strict',
    { scope: { kind: 'team', name: 'web' }, pools: 'org month 9000 strict; team:web month 90 1.5' },
    1,
  ],
  ['use takes in any pool of the same terms does not count', { pools: 'org month 8000 2' }, 0],
])('of the changes of a day, what %s', ([, about, expected]) => {
  const earlier = {
    ...before,
    confirmed: { limitCredits: 600, at: '2026-03-15T01:00:00.000Z', runId: 'earlier', pools: 'org month 8000 2' },
  };

  const { counted = [] } = recordOutcome(earlier, { ...change, binding: { ...binding, ...about } }, done);

  expect(counted).toHaveLength(expected);
});
