import { expect, test } from 'vitest';

import { memoryLiveStore } from '../../../../shared/enforcement/memory-store.ts';
import { memoryHintStore } from '../../../../shared/hook/store/memory-hook-stores.ts';
import { reportedStarter, type ReportedStart } from '../../../../shared/hook/use-cases/start-run.ts';

const nowMs = Date.parse('2026-03-15T10:20:00.000Z');
const minuteMs = 60_000;

/** Intakes of one installation, of which Ann is running low. */
async function intakes(count: number) {
  const [live, hints, clock] = [memoryLiveStore(), memoryHintStore(), { ms: nowMs, now: () => clock.ms }];
  const started: ReportedStart[] = [];
  const switched = { isOn: true };
  await live.putLow({ at: new Date(nowMs).toISOString(), userIds: ['u-ann'] });
  const start = async (run: ReportedStart) => {
    started.push(run);
    return Promise.resolve();
  };
  const terms = { job: 'live', everyMinutes: 10, isOn: () => switched.isOn };
  return {
    live,
    clock,
    started,
    switched,
    start: Array.from({ length: count }, () => reportedStarter({ live, hints, clock, start }, terms)),
  };
}

test('a storm of events at several intakes starts one run in so many minutes', async () => {
  const { start, started, clock } = await intakes(3);
  for (; clock.ms < nowMs + 25 * minuteMs; clock.ms += 10_000) {
    await Promise.all(start.flatMap((at) => [at('u-ann'), at('u-ann'), at('u-bob')]));
  }

  expect(started).toEqual(
    [0, 10, 20].map((minutes) => ({
      job: 'live',
      schedule: 'reported',
      scheduledTime: new Date(nowMs + minutes * minuteMs).toISOString(),
    })),
  );
});

test('who has enough starts nothing, nor does anybody while nothing is given between the nights', async () => {
  const { start, started, switched, live, clock } = await intakes(1);
  await start[0]?.('u-bob');
  switched.isOn = false;
  await start[0]?.('u-ann');
  switched.isOn = true;
  await live.putLow({ at: new Date(nowMs).toISOString(), userIds: [] });
  clock.ms += minuteMs;
  await start[0]?.('u-ann');

  expect(started).toEqual([]);
});

test('who is found to be running low is served within a minute, though others were asked about just before', async () => {
  const { start, started, live, clock } = await intakes(1);
  await start[0]?.('u-bob');
  await live.putLow({ at: new Date(nowMs).toISOString(), userIds: ['u-bob'] });
  clock.ms += minuteMs / 2;
  await start[0]?.('u-bob');

  expect(started).toHaveLength(1);
});

test('nothing is started before any run has looked for who is running low', async () => {
  const [live, hints, clock] = [memoryLiveStore(), memoryHintStore(), { now: () => nowMs }];
  const started: ReportedStart[] = [];
  const start = async (run: ReportedStart) => Promise.resolve(void started.push(run));

  await reportedStarter({ live, hints, clock, start }, { job: 'live', everyMinutes: 10, isOn: () => true })('u-ann');

  expect(started).toEqual([]);
});
