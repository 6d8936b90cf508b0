import { expect, test } from 'vitest';

import { daysOf } from '../../../shared/kernel/time/day.ts';
import type { LimitRecord } from '../../../shared/limits/limit-record.ts';
import { lookBack, recordsWithStops, stoppedDaysOf } from '../../../shared/limits/stopped-days.ts';
import { aPlanInput } from '../../support/plan-samples.ts';

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

test('a day ends under the limit that stood until midnight, not under the one that came then', () => {
  const midnight = '2026-03-12T00:00:00.000Z';
  const raised = {
    ...record,
    confirmed: { limitCredits: 5_000, at: midnight, runId: 'r' },
    replaced: [{ limitCredits: 1_100, from: '2026-03-10T02:30:00.000Z', until: midnight }],
  };

  expect(stoppedDaysOf(raised, ann, back)).toEqual(['2026-03-11']);
});

test('of several limits that may have been in force, the highest had to be met', () => {
  const unsure = standingAt(1_000, [{ limitCredits: 1_350, at: '2026-03-06T02:30:00.000Z', runId: 'r' }]);

  const unsureLower = standingAt(1_350, [{ limitCredits: 1_000, at: '2026-03-06T02:30:00.000Z', runId: 'r' }]);

  expect(stoppedDaysOf(unsure, ann, back)).toEqual(['2026-03-14']);
  expect(stoppedDaysOf(unsureLower, ann, back)).toEqual(['2026-03-14']);
});

test('the last eight days are looked at', () => {
  expect(stoppedDaysOf(standingAt(100), ann, back)).toEqual(daysOf({ from: '2026-03-07', through: '2026-03-14' }));
});

test('a user whose limit is 0 is stopped without consuming anything', () => {
  expect(stoppedDaysOf(standingAt(0), undefined, back)).toHaveLength(8);
  expect(stoppedDaysOf(standingAt(1), undefined, back)).toEqual([]);
});

test('what was used before the platform window turned does not meet a limit', () => {
  const turned = lookBack(use, { ...known, platformWindow: { anchorDay: 10 } });

  expect(stoppedDaysOf(standingAt(500), ann, turned)).toEqual(['2026-03-07', '2026-03-08', '2026-03-09', '2026-03-14']);
});

test('days noted count for eight weeks', () => {
  const noted = { ...standingAt(5_000), stoppedDays: ['2026-01-17', '2026-01-18'] };

  expect(stoppedDaysOf(noted, ann, back)).toEqual(['2026-01-18']);
});

test('days noted outside of those that are looked at stay, and all days are ascending', () => {
  const noted = { ...standingAt(1_400), stoppedDays: ['2026-03-06', '2026-03-07', '2026-03-15'] };

  expect(stoppedDaysOf(noted, ann, back)).toEqual(['2026-03-06', '2026-03-14', '2026-03-15']);
});

test('where no use is known, the days noted stay', () => {
  const before = lookBack(use, { ...known, dataThrough: '2026-02-28' });

  expect(stoppedDaysOf({ ...standingAt(0), stoppedDays: ['2026-02-27'] }, ann, before)).toEqual(['2026-02-27']);
});

test('a record is written with its stopped days, and without any when there are none', () => {
  const bob = { ...standingAt(5_000), userId: 'bob', stoppedDays: ['2026-03-13'] };
  const input = aPlanInput({ limits: [standingAt(1_400), bob], dataThrough: '2026-03-14' });

  const records = recordsWithStops({ ...input, pools: { ...input.pools, use } });

  expect(records.get('ann')).toStrictEqual({ ...standingAt(1_400), stoppedDays: ['2026-03-14'] });
  expect(records.get('bob')).toStrictEqual({ ...standingAt(5_000), userId: 'bob' });
});

test('before any use is known, records stay as they are', () => {
  const noted = { ...standingAt(0), stoppedDays: ['2026-02-27'] };

  const records = recordsWithStops({ ...aPlanInput({ limits: [noted] }), dataThrough: undefined });

  expect(records.get('ann')).toBe(noted);
});

function standingAt(limitCredits: number, unsettled: LimitRecord['unsettled'] = []): LimitRecord {
  const confirmed = { limitCredits, at: '2026-02-10T02:30:00.000Z', runId: 'r' };
  return { userId: 'ann', email: 'ann@acme.example', confirmed, unsettled };
}

test('a higher limit that was replaced is not the limit of the days after', () => {
  const lowered = {
    ...standingAt(1_000),
    confirmed: { limitCredits: 1_000, at: '2026-03-12T02:30:00.000Z', runId: 'r' },
    replaced: [{ limitCredits: 5_000, from: '2026-03-01T02:30:00.000Z', until: '2026-03-12T02:30:00.000Z' }],
  };

  expect(stoppedDaysOf(lowered, ann, back)).toEqual(['2026-03-12', '2026-03-13', '2026-03-14']);
});

test('a first limit that has no answer may have been met', () => {
  const { confirmed: _, ...first } = standingAt(0, [
    { limitCredits: 1_400, at: '2026-03-06T02:30:00.000Z', runId: 'r' },
  ]);

  expect(stoppedDaysOf(first, ann, back)).toEqual(['2026-03-14']);
});
