import { expect, test } from 'vitest';

import type { LimitRecord } from '../../../shared/limits/limit-record.ts';
import { isAhead, recordUntil } from '../../../shared/limits/record-ahead.ts';

const now = '2026-03-15T12:00:00.000Z';
const before = '2026-03-14T02:30:00.000Z';
const ahead = '2026-09-15T02:30:00.000Z';

function recordAt(at: string, day: string): LimitRecord {
  const sent = { limitCredits: 700, at, runId: 'a-run' };
  return {
    userId: 'ann',
    email: 'ann@acme.example',
    confirmed: { ...sent, answeredAt: at },
    unsettled: [sent],
    replaced: [{ limitCredits: 500, from: before, until: at }],
    counted: [{ at, limitCredits: 500 }],
    failure: { problem: 'no such user', nights: 1, lastNight: day },
  };
}

test('every moment that is later than now is now', () => {
  const days = ['2026-03-14', '2026-09-15'];

  expect(recordUntil({ ...recordAt(ahead, '2026-09-15'), stoppedDays: days }, now)).toEqual({
    ...recordAt(now, '2026-03-15'),
    stoppedDays: ['2026-03-14'],
  });
});

test('a record of the past stays as it is', () => {
  expect(recordUntil(recordAt(before, '2026-03-14'), now)).toEqual(recordAt(before, '2026-03-14'));
});

test.for([
  [ahead, true],
  ['2026-03-16T12:00:00.001Z', true],
  ['2026-03-16T12:00:00.000Z', false],
  [before, false],
] as const)('a record with moments of %s is ahead of the clock: %s', ([at, expected]) => {
  const { confirmed, unsettled, replaced, ...rest } = recordAt(at, '2026-03-14');
  const none = { ...rest, unsettled: [] };

  expect(isAhead(none, Date.parse(now))).toBe(false);
  for (const part of [{ confirmed }, { unsettled }, { replaced }]) {
    expect(isAhead({ ...none, ...part } as LimitRecord, Date.parse(now))).toBe(expected);
  }
});
