import { expect, test } from 'vitest';

import { memoryLiveStore } from '../../../../shared/enforcement/memory-store.ts';
import { hookReports } from '../../../../shared/hook/api/hook-reports.ts';
import { hookTokenText } from '../../../../shared/hook/hook-token.ts';
import { memoryHintStore, memoryHookTokenStore } from '../../../../shared/hook/store/memory-hook-stores.ts';
import { makeToken } from '../../../../shared/hook/use-cases/connect-hook.ts';
import { memoryJournal } from '../../../../shared/journal/store/memory-journal.ts';
import type { Installation } from '../../../../shared/wiring/installation.ts';

const nowMs = Date.parse('2026-03-15T10:20:00.000Z');
const text = hookTokenText('t'.repeat(43));

/** The intake of an installation in which Ann is running low. */
async function intake(start: (job: string) => Promise<void>) {
  const [live, hints, clock] = [memoryLiveStore(), memoryHintStore(), { now: () => nowMs }];
  const hookTokens = memoryHookTokenStore(memoryJournal());
  await makeToken({ hookTokens, clock }, { userId: 'u-ann', email: 'ann@acme.example' }, text);
  await live.putLow({ at: new Date(nowMs).toISOString(), userIds: ['u-ann'] });
  const nothing = async () => Promise.resolve(undefined);
  const installation = {
    live,
    hints,
    hookTokens,
    limits: { find: nothing },
    ledger: { listDays: async () => Promise.resolve([]), readUser: async () => Promise.resolve([]) },
    readSettings: () => ({ platformWindowAnchorDay: 1, unlimitedCredits: 1, live: { mode: 'on' } }),
  } as unknown as Installation;
  const errors: unknown[] = [];
  const { report } = hookReports(installation, {
    clock,
    start: async ({ job }) => start(job),
    onError: (error) => errors.push(error),
    file: () => '',
  });
  return { report, hints, errors };
}

test('whoever works and is running low starts the job that is declared to follow hooks, and who ends a session does not', async () => {
  const started: string[] = [];
  const { report } = await intake(async (job) => Promise.resolve(void started.push(job)));

  await report(text, { event: 'test' });
  await report(text, { event: 'SessionEnd', sessionId: 's-1' });
  expect(started).toEqual([]);
  await report(text, { event: 'Stop', sessionId: 's-1' });
  await report(text, { event: 'Stop', sessionId: 's-2' });

  expect(started).toEqual(['live']);
});

test('an event is taken though no run can be started for it', async () => {
  const { report, hints, errors } = await intake(async () => Promise.reject(new Error('no capacity')));

  expect(await report(text, { event: 'Stop', sessionId: 's-1' })).toMatchObject({ kind: 'reported' });

  expect(await hints.listSince(nowMs)).toHaveLength(1);
  expect(errors).toEqual([new Error('no capacity')]);
});
