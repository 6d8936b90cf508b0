import { expect, test } from 'vitest';

import { scheduleTimes } from '../../../../shared/status/api.ts';

function timesAt(instant: string, job: string, schedule: string) {
  return scheduleTimes(Date.parse(instant)).find((times) => times.job === job && times.schedule === schedule);
}

test('a schedule is shown with its next run, and the last one that has begun by now or is late', () => {
  expect(timesAt('2026-03-15T09:00:00Z', 'enforce', 'nightly')).toEqual({
    job: 'enforce',
    schedule: 'nightly',
    nextAt: '2026-03-16T02:30:00.000Z',
    dueAt: '2026-03-15T02:30:00.000Z',
  });
});

test('a run has a quarter of an hour to begin before it is due', () => {
  expect(timesAt('2026-03-15T02:40:00Z', 'enforce', 'nightly')?.dueAt).toBe('2026-03-14T02:30:00.000Z');
  expect(timesAt('2026-03-15T02:46:00Z', 'enforce', 'nightly')?.dueAt).toBe('2026-03-15T02:30:00.000Z');
});

test('jobs that keep no records of their runs are not shown', () => {
  const told = new Set(scheduleTimes(0).map(({ job }) => job));

  expect({ enforce: told.has('enforce'), mails: told.has('mails') }).toEqual({ enforce: true, mails: false });
});
