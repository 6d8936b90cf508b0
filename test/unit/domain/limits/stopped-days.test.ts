import { expect, test } from 'vitest';
import type { LimitRecord } from '../../../../shared/domain/limits/limit-record.ts';
import { lookBack, stoppedDaysOf } from '../../../../shared/domain/limits/stopped-days.ts';
import { daysOf } from '../../../../shared/domain/time/day.ts';

const range = { from: '2026-03-01', through: '2026-03-14' };
const known = { dataThrough: '2026-03-14', platformWindow: { anchorDay: 1 } };

/** A hundred credits a day in the first fortnight of March. */
const ann = Float64Array.from(daysOf(range).map(() => 100));
const use = { range, days: daysOf(range), knownFrom: range.from, organization: ann, users: new Map([['ann', ann]]) };
const back = lookBack(use, known);

const record: LimitRecord = {
  userId: 'ann',
  email: 'ann@acme.example',
  confirmed: { limitCredits: 1_400, at: '2026-03-13T02:30:00.000Z', runId: 'r' },
  unsettled: [],
  replaced: [
    { limitCredits: 1_100, from: '2026-03-10T02:30:00.000Z', until: '2026-03-12T02:30:00.000Z' },
    { limitCredits: 1_250, from: '2026-03-12T02:30:00.000Z', until: '2026-03-13T02:30:00.000Z' },
  ],
};

test('a day is stopped when the use in the platform’s window came to the limit in force at its end', () => {
  expect(stoppedDaysOf(record, ann, back)).toEqual(['2026-03-11', '2026-03-14']);
});

test('stored days are kept while they count, and calculated again while the limits are known', () => {
  const noted = { ...record, stoppedDays: ['2026-01-02', '2026-02-20', '2026-03-12'] };

  expect(stoppedDaysOf(noted, ann, back)).toEqual(['2026-02-20', '2026-03-11', '2026-03-14']);
});

test('nobody was stopped who had no limit', () => {
  expect(stoppedDaysOf(undefined, ann, back)).toEqual([]);
});
