import { expect, test } from 'vitest';

import { askedRuns } from '../../../../local/jobs/asked-runs.ts';
import type { RunRequest } from '../../../../shared/enforcement/contract.ts';

const at = '2026-03-15T08:00:00.000Z';
const roster = (schedule: string): RunRequest => ({ job: 'roster', schedule, scheduledTime: at });

test('a run that finds another at work is tried again until it is made, and asking for it twice is asking once', async () => {
  const made: string[] = [];
  const runs = askedRuns({
    pauseMs: 1,
    run: async ({ schedule }) => {
      made.push(schedule);
      return Promise.resolve(made.length < 3 ? 'busy' : 'ended');
    },
  });

  await runs.start(roster('by-hand-a'));
  await runs.start(roster('by-hand-a'));
  await expect.poll(() => made).toHaveLength(3);
  await runs.start(roster('by-hand-b'));
  await expect.poll(() => made).toHaveLength(4);
  await runs.stop();

  expect(made).toEqual(['by-hand-a', 'by-hand-a', 'by-hand-a', 'by-hand-b']);
});

test('runs of one job follow each other, and do not wait for those of another', async () => {
  const ends = new Map<string, () => void>();
  const runs = askedRuns({
    run: async ({ job, schedule }) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.set(`${job} ${schedule}`, resolve);
      await promise;
      return 'ended';
    },
  });

  await runs.start(roster('a'));
  await runs.start(roster('b'));
  await runs.start({ ...roster('c'), job: 'digest' });
  await expect.poll(() => [...ends.keys()]).toEqual(['roster a', 'digest c']);
  ends.get('roster a')?.();
  await expect.poll(() => [...ends.keys()]).toContain('roster b');
  ends.forEach((end) => end());
  await runs.stop();
});

test('more runs than can wait are refused, and none begins once it is stopped', async () => {
  const begun: string[] = [];
  const { promise: end, resolve: endAll } = Promise.withResolvers<void>();
  const runs = askedRuns({
    run: async ({ schedule }) => {
      begun.push(schedule);
      await end;
      return 'ended';
    },
  });
  const all = Array.from({ length: 20 }, (_, index) => roster(`r-${index}`));
  for (const request of all) {
    await runs.start(request);
  }

  await expect(runs.start(roster('one-more'))).rejects.toMatchObject({ kind: 'busy' });
  await expect.poll(() => begun).toHaveLength(1);
  const stopped = runs.stop();
  endAll();
  await stopped;

  expect(begun).toEqual(['r-0']);
});
