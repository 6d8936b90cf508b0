import { expect, test } from 'vitest';

import { job } from '../../../../shared/enforcement/job.ts';
import { nextRunMs, nightlyMinute, windowStartMinute } from '../../../../shared/kernel/runs/next-run.ts';
import { msPerMinute } from '../../../../shared/kernel/time/day.ts';

test.for([
  ['2026-03-15T02:29:00Z', '2026-03-15T02:30:00Z'],
  ['2026-03-15T02:30:00Z', '2026-03-16T02:30:00Z'],
  ['2026-03-31T14:00:00Z', '2026-04-01T00:05:00Z'],
  ['2026-04-01T00:04:00Z', '2026-04-01T00:05:00Z'],
  ['2026-04-01T00:05:00Z', '2026-04-01T02:30:00Z'],
  ['2026-03-15T00:01:00Z', '2026-03-15T02:30:00Z'],
] as const)('after %s the next run that can set limits is that of %s', ([now, next]) => {
  expect(nextRunMs(Date.parse(now), { anchorDay: 1 })).toBe(Date.parse(next));
});

test('the runs are when the job list says', () => {
  const minuteOf = (name: string): number | undefined => {
    const schedule = job.schedules.find((each) => each.name === name);
    return schedule && Number(schedule.hour) * 60 + Number(schedule.minute);
  };

  expect(minuteOf('nightly')).toBe(nightlyMinute);
  expect(minuteOf('window-start')).toBe(windowStartMinute);
  expect(msPerMinute).toBe(60_000);
});
