import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { startScheduler, type Scheduler } from '../../../../local/jobs/scheduler.ts';
import { jobs } from '../../../../shared/jobs.ts';
import type { ScheduledRun } from '../../../../shared/kernel/runs/contract/scheduled-run.ts';
import { cronPattern } from '../../../../shared/kernel/runtime/cron-pattern.ts';

let scheduler: Scheduler | undefined;

const nights = jobs.filter(({ name }) => name === 'enforce');

beforeEach(() => vi.useFakeTimers());

afterEach(() => {
  scheduler?.stop();
  vi.useRealTimers();
});

describe('the timers of a single machine', () => {
  test('start every job at the moments of its declaration, in UTC, and name the moment', async () => {
    vi.setSystemTime(new Date('2026-03-15T00:10:00Z'));
    const events: ScheduledRun[] = [];
    scheduler = startScheduler(jobs, async (event) => void events.push(event));

    await vi.advanceTimersByTimeAsync(4 * 3_600_000);

    const byJob = Map.groupBy(events, ({ job }) => job);
    expect(byJob.get('enforce')).toEqual([
      { job: 'enforce', schedule: 'nightly', scheduledTime: '2026-03-15T02:30:00.000Z' },
      { job: 'enforce', schedule: 'hourly', scheduledTime: '2026-03-15T03:30:00.000Z' },
    ]);
    expect(byJob.get('controls')?.slice(0, 2)).toEqual([
      { job: 'controls', schedule: 'every-5-minutes', scheduledTime: '2026-03-15T00:15:00.000Z' },
      { job: 'controls', schedule: 'every-5-minutes', scheduledTime: '2026-03-15T00:20:00.000Z' },
    ]);
    expect(byJob.get('controls')).toHaveLength(48);
  });

  test('say when the next run is, and start nothing once stopped', async () => {
    vi.setSystemTime(new Date('2026-03-15T00:10:00Z'));
    const events: ScheduledRun[] = [];
    scheduler = startScheduler(nights, async (event) => void events.push(event));

    const next = scheduler.nextRunAt();
    scheduler.stop();
    await vi.advanceTimersByTimeAsync(86_400_000);

    expect(next?.toISOString()).toBe('2026-03-15T02:30:00.000Z');
    expect(events).toEqual([]);
  });

  test('do not start a run while the one before it is still at work', async () => {
    vi.setSystemTime(new Date('2026-03-15T03:10:00Z'));
    const events: ScheduledRun[] = [];
    const twoHours = 7_200_000 - 60_000;
    scheduler = startScheduler(nights, async (event) => {
      events.push(event);
      await new Promise((resolve) => setTimeout(resolve, twoHours));
    });

    await vi.advanceTimersByTimeAsync(3 * 3_600_000);

    expect(events.map(({ scheduledTime }) => scheduledTime)).toEqual([
      '2026-03-15T03:30:00.000Z',
      '2026-03-15T05:30:00.000Z',
    ]);
  });

  test('understand a day of the month', () => {
    expect(cronPattern({ name: 'window-start', minute: '5', hour: '0', dayOfMonth: '1' })).toBe('5 0 1 * *');
  });
});
