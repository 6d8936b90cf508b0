import fc from 'fast-check';
import { expect, test } from 'vitest';

import { digestDueAt } from '../../../shared/digest/digest-week.ts';
import { daysOf, weekdayOf } from '../../../shared/kernel/time/day.ts';

const monday7 = { weekday: 1, hour: 7 };

test.for([
  ['2026-03-16T07:00:00Z', '2026-03-16'],
  ['2026-03-16T06:59:59Z', '2026-03-09'],
  ['2026-03-22T23:00:00Z', '2026-03-16'],
] as const)('at %s the digest of %s is due', ([now, dueOn]) => {
  expect(digestDueAt(Date.parse(now), monday7).dueOn).toBe(dueOn);
});

test('a digest is about the seven days before its own, beside the seven before them', () => {
  expect(digestDueAt(Date.parse('2026-03-18T12:00:00Z'), monday7)).toEqual({
    dueOn: '2026-03-16',
    dueAt: '2026-03-16T07:00:00.000Z',
    week: { from: '2026-03-09', through: '2026-03-15' },
    before: { from: '2026-03-02', through: '2026-03-08' },
  });
});

test('days before the analytics began are in no week', () => {
  const { week, before } = digestDueAt(Date.parse('2026-01-19T07:00:00Z'), monday7);

  expect(daysOf(week)).toHaveLength(5);
  expect(daysOf(before)).toEqual([]);
});

test('each moment has one digest that is due, on the weekday and hour of the settings', () => {
  const moment = fc.integer({ min: Date.parse('2026-02-15'), max: Date.parse('2030-01-01') });
  const time = fc.record({ weekday: fc.integer({ min: 1, max: 7 }), hour: fc.integer({ min: 0, max: 23 }) });

  fc.assert(
    fc.property(moment, time, (nowMs, settings) => {
      const { dueOn, dueAt, week, before } = digestDueAt(nowMs, settings);
      const dueMs = Date.parse(dueAt);

      expect(dueMs <= nowMs && nowMs < dueMs + 7 * 86_400_000).toBe(true);
      expect([weekdayOf(dueOn), new Date(dueMs).getUTCHours()]).toEqual([settings.weekday, settings.hour]);
      expect([daysOf(week).length, daysOf(before).length]).toEqual([7, 7]);
    }),
    { numRuns: 50 },
  );
});
