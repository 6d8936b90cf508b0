import { expect, test } from 'vitest';
import type { SetCap } from '../../../../shared/domain/caps/cap.ts';
import type { RowOutcome } from '../../../../shared/domain/limits/limit-record.ts';
import { recordAttempt, recordOutcome } from '../../../../shared/domain/limits/record-outcome.ts';
import { aConfirmedLimit } from '../../../support/domain-samples.ts';

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
    replaced: [
      { limitCredits: 600, from: before.confirmed?.at, until: sent.at },
      { limitCredits: 500, from: sent.at, until: sent.at },
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
  expect(record.failure).toEqual({ problem: 'no such user', nights: 1, lastNight: '2026-03-15' });
});

test('failures are counted once a night', () => {
  const failed = { kind: 'failed', problem: 'no such user' } as const;

  const first = recordOutcome(before, change, outcome(failed));
  const second = recordOutcome(first, change, outcome(failed));
  const third = recordOutcome(second, change, outcome(failed, '2026-03-16'));

  expect([first, second, third].map((record) => record.failure?.nights)).toEqual([1, 1, 2]);
});
