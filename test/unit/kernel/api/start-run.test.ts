import { expect, test } from 'vitest';

import { memoryJournal } from '../../../../shared/journal/store/memory-journal.ts';
import { callerOfClaims } from '../../../../shared/kernel/access/caller.ts';
import { startRunOf } from '../../../../shared/kernel/api/start-run.ts';

const nowMs = Date.parse('2026-03-15T12:00:00.000Z');

function anAsk() {
  const started: unknown[] = [];
  const journal = memoryJournal();
  const work = {
    starter: {
      jobs: ['enforce', 'digest'],
      async start(request: unknown) {
        started.push(request);
      },
    },
    ids: { next: () => '0'.repeat(32) },
    caller: callerOfClaims({ sub: 'x', email: 'ada@acme.example', emailVerified: true }),
    nowMs,
    installation: { journal },
  } as unknown as Parameters<typeof startRunOf>[0];
  return { started, journal, start: async (job: string, at: string) => startRunOf(work, job, Date.parse(at)) };
}

test.for(['enforce', 'digest'])(
  'a run of %s as of a moment ahead of the clock is refused, and nothing is done',
  async (job) => {
    const { start, started, journal } = anAsk();

    await expect(start(job, '2026-03-15T18:00:00.000Z')).rejects.toMatchObject({
      kind: 'invalid-input',
      message: expect.stringContaining('2026-03-15T18:00:00.000Z is ahead of the clock'),
      fields: [{ field: 'body.at', problem: expect.stringContaining('now, which is 2026-03-15T12:00:00.000Z') }],
    });
    expect(started).toEqual([]);
    expect(await journal.list({ from: '2026-03-15', through: '2026-03-15' }, 10)).toEqual([]);
  },
);

test('a caller whose clock is seconds ahead gets a run as of now', async () => {
  const { start, started } = anAsk();

  await start('enforce', '2026-03-15T12:00:20.000Z');

  expect(started).toMatchObject([{ scheduledTime: '2026-03-15T12:00:00.000Z' }]);
});
