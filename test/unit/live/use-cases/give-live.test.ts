import { describe, expect, test } from 'vitest';

import { PlatformUnavailableError } from '../../../../shared/kernel/runs/ports.ts';
import { enforceJob } from '../../../../shared/kernel/runs/run-id.ts';
import { memoryRunStore } from '../../../../shared/kernel/runs/store/memory-run-store.ts';
import { noLiveState, type LiveState } from '../../../../shared/live/live-state.ts';
import type { SessionTotal } from '../../../../shared/live/totals/session-total.ts';
import { giveLive } from '../../../../shared/live/use-cases/give-live.ts';
import type { LivePorts } from '../../../../shared/live/use-cases/live-work.ts';
import { aConfirmedLimit } from '../../../support/domain-samples.ts';
import { aLiveRun, at, hourMs, nowMs, type LiveScene } from './live-tables.ts';

interface Scene extends LiveScene {
  readonly state?: (state: LiveState) => LiveState;
  /** What is known of sessions. */
  readonly known?: readonly SessionTotal[];
}

async function give({ state = (before) => before, known = [], ...scene }: Scene = {}) {
  const run = await aLiveRun(scene);
  await run.store.putState(state(await run.store.readState()));
  await run.store.putSessions(known);
  const { outcome, run: record } = await giveLive(run.ports, run.settings, run.order);
  return { ...run, outcome, record, now: await run.store.readState() };
}

const limitsOf = async ({ tables }: Awaited<ReturnType<typeof give>>) =>
  (await tables.limits.list()).map(({ confirmed }) => confirmed?.limitCredits);

const setLimits =
  (answer: LivePorts['limitWriter']['setLimits']): NonNullable<LiveScene['alter']> =>
  () => ({ limitWriter: { setLimits: answer } });

test('what is free is given, and everything is kept for the next run', async () => {
  const run = await give();
  const { outcome, sent, now, store, tables, record } = run;

  expect(record).toMatchObject({ job: 'live', runId: 'live-12-hourly', at });
  expect(outcome).toMatchObject({
    status: 'complete',
    dataThrough: '2026-03-14',
    capsChanged: 1,
    capsFailed: 0,
    alerts: 0,
    isUnfinished: false,
    problems: [],
  });
  expect(outcome.findings?.map(({ subject }) => subject)).toEqual(['totals', 'org month']);
  expect(sent).toEqual([{ email: 'ann@acme.example', limitCredits: 3_000 }]);
  expect(await limitsOf(run)).toEqual([3_000, 1_000]);
  expect(now).toMatchObject({
    totals: { countedCredits: 200 + 890 },
    coverage: [],
    given: [{ day: '2026-03-15', credits: 2_000, raises: 1 }],
    report: { given: { users: 1, credits: 2_000 }, seenCredits: 890 },
  });
  expect((await store.listSessions()).map(({ sessionId }) => sessionId)).toEqual(['s-ann', 's-bob']);
  expect(await store.readSeen('ann')).toMatchObject({ userId: 'ann', days: [{ credits: 880 }] });
  expect(await store.readFloat()).toMatchObject({ at, seenIds: ['ann', 'bob'] });
  expect(await store.readLow()).toEqual({ at, userIds: [] });
  // As after an edit: the night of this day may follow.
  expect(await tables.runs.latestApplied(enforceJob)).toBe('2026-03-15T00:00:00.000Z');
});

test('where that is off, nothing is read and nothing is kept', async () => {
  const { outcome, sent, now } = await give({
    terms: { mode: 'off' },
    state: () => noLiveState,
    alter: () => ({
      sessions: {
        pages: () => expect.unreachable('sessions were read'),
        find: async () => expect.unreachable('sessions were read'),
      },
    }),
  });

  expect(outcome).toEqual({
    status: 'complete',
    alerts: 0,
    isUnfinished: false,
    problems: [],
    findings: [],
    capsChanged: 0,
    capsFailed: 0,
  });
  expect({ sent, now }).toEqual({ sent: [], now: noLiveState });
});

test('a dry run says what it has found, and gives and keeps nothing', async () => {
  const { outcome, sent, now, store } = await give({ dryRun: true });

  expect(outcome).toMatchObject({ status: 'complete', capsChanged: 0, capsFailed: 0, problems: [] });
  expect(outcome.findings).toHaveLength(2);
  expect({ sent, report: now.report, float: await store.readFloat() }).toEqual({
    sent: [],
    report: undefined,
    float: undefined,
  });
});

test('where nothing is to be given, nothing is marked as changed', async () => {
  const { outcome, now, tables } = await give({ usedToday: { ann: 10 } });

  expect(outcome).toMatchObject({ status: 'complete', capsChanged: 0 });
  expect(now.report).toMatchObject({ given: { users: 0, credits: 0 } });
  expect(now).toMatchObject({ given: [] });
  expect(await tables.runs.latestApplied(enforceJob)).toBeUndefined();
});

test('what is said once a day is not written again', async () => {
  const putFloat = async () => expect.unreachable('what is left to the night was written');
  const readFloat = async () => ({ at, seenIds: [], nightShare: 1 });

  const { outcome } = await give({ alter: ({ live }) => ({ live: { ...live, readFloat, putFloat } }) });

  expect(outcome.status).toBe('complete');
});

test('what is given is added to what was given before on the day', async () => {
  const given = [
    { day: '2026-03-14', credits: 7, raises: 1 },
    { day: '2026-03-15', credits: 5, raises: 2 },
  ];

  const { now } = await give({ state: (state) => ({ ...state, given }) });

  expect(now.given).toEqual([given[0], { day: '2026-03-15', credits: 2_005, raises: 3 }]);
});

test('after a run of a later day nothing is sent; what was counted is kept', async () => {
  const runs = memoryRunStore(new Map(), { now: () => nowMs + 24 * hourMs });
  await runs.markApplied(enforceJob, '2026-03-16T02:30:00.000Z');

  const { outcome, sent, now } = await give({ alter: () => ({ runs }) });

  expect(outcome).toMatchObject({ status: 'held', held: { guard: 'newer-run' }, capsChanged: 0 });
  expect(sent).toEqual([]);
  expect(now).toMatchObject({ totals: { countedCredits: 1_090 }, report: { given: { users: 0 } } });
});

describe('where the platform', () => {
  test('is away, nothing counts as given, and the next run gives what is free then', async () => {
    const { outcome, now } = await give({
      alter: setLimits(async () => Promise.reject(new PlatformUnavailableError('try later'))),
    });

    expect(outcome).toMatchObject({
      status: 'partial',
      capsChanged: 0,
      problems: [expect.stringMatching(/^try later; the next run/u)],
    });
    expect(now).toMatchObject({ given: [], report: { given: { users: 0, credits: 0 } } });
  });

  test('refuses a row, that one failed, and does not count as given', async () => {
    const { outcome, now } = await give({
      alter: () => ({
        limitWriter: {
          setLimits: async (entries) => ({
            kind: 'answered',
            rows: entries.map(() => ({ kind: 'failed', problem: 'no such user' })),
          }),
        },
      }),
    });

    expect(outcome).toMatchObject({ status: 'partial', capsChanged: 0, capsFailed: 1 });
    expect(now.report?.given).toEqual({ users: 0, credits: 0 });
  });

  test('does what nobody has foreseen, that is raised', async () => {
    const giving = give({ alter: setLimits(async () => Promise.reject(new Error('unforeseen'))) });

    await expect(giving).rejects.toThrow('unforeseen');
  });
});

test('what is lowered is not counted as given', async () => {
  const bob = { sessionId: 's-bob', credits: 10, updatedAtMs: nowMs, ownerId: 'bob' };
  const lastBurn = { atMs: nowMs - 3 * hourMs, hourCredits: 10 };

  const { sent, now } = await give({
    pool: 2_100,
    terms: { capPercent: 50 },
    known: [{ ...bob, dayStarts: [{ day: '2026-03-15', credits: 0 }], lastBurn }],
    alter: ({ hints }) => ({
      hints: {
        ...hints,
        listSince: async (ms) => (await hints.listSince(ms)).filter(({ userId }) => userId !== 'bob'),
      },
    }),
  });

  expect(sent.map(({ email }) => email)).toEqual(['bob@acme.example', 'ann@acme.example']);
  expect(now.given).toMatchObject([{ raises: 1, credits: 100 }]);
});

describe('past a pool by as much as admins have set', () => {
  /** Bob’s limit was 1,500 until half past two: he may have used that up, by limits alone. */
  const lowered: LiveScene = {
    pool: 2_600,
    async prepare({ limits }) {
      const replaced = [{ limitCredits: 1_500, from: '2026-03-01T02:30:00.000Z', until: '2026-03-15T02:30:00.000Z' }];
      await limits.put([{ ...aConfirmedLimit('bob', 200), replaced }], 0);
    },
  };

  test.for([
    [0, 2_600 - 2_500],
    [20, 2_600 * 1.2 - 2_500],
  ] as const)(
    'by %s percent, so much is given where totals prove that the pool is not used up: %s',
    async ([capPercent, credits]) => {
      const { outcome, now } = await give({ ...lowered, terms: { capPercent } });

      expect(outcome).toMatchObject({ status: 'complete', capsChanged: 2 });
      expect(now.report).toMatchObject({ pools: [{ worstCaseCredits: 2_500 }], given: { users: 2, credits } });
    },
  );
});

describe('people are notified', () => {
  const settings = { admins: ['admin@acme.example'] };
  const recipientsOf = async ({ tables }: Awaited<ReturnType<typeof give>>) => {
    const open = await tables.outbox.listOpenStates();
    const mails = await Promise.all(open.map(async ({ mailId }) => tables.outbox.find(mailId)));
    return mails.flatMap((found) => (found === undefined ? [] : [found.mail.to])).toSorted();
  };

  /** Verified totals, of which the last reading is in doubt now. */
  const doubted: NonNullable<LiveScene['alter']> = ({ sessions }) => ({
    sessions: {
      ...sessions,
      async *pages() {
        yield { sessions: [], unreadable: 1, repeated: 0 };
      },
    },
  });

  test('once nothing can be given since the totals are in doubt', async () => {
    const run = await give({ settings, alter: doubted });

    expect(run.outcome).toMatchObject({
      status: 'complete',
      problems: [expect.stringMatching(/^Nothing was given: /u)],
    });
    expect(await recipientsOf(run)).toEqual(['admin@acme.example']);
    expect((await run.tables.alerts.read('live', [])).map(({ kind }) => kind)).toEqual(['observed']);
    expect(run.outcome.findings?.length).toBeGreaterThan(2);
  });

  test('of nothing while all is well', async () => {
    expect(await recipientsOf(await give({ settings }))).toEqual([]);
  });

  test('who is seen to reach a threshold, in the hour', async () => {
    const run = await give({
      settings,
      prepare: ({ budgets }) => budgets.writeByHand({ scope: 'default', window: 'month', amount: 1_200, version: 3 }),
    });

    expect(await recipientsOf(run)).toContain('ann@acme.example');
  });

  test('of nothing before any figures are known', async () => {
    const run = await give({ settings, completeThrough: '2026-01-31' });

    expect(await recipientsOf(run)).toEqual([]);
    expect(run.outcome.status).toBe('complete');
  });

  test('of what is seen since the known figures end, and of nothing that these hold', async () => {
    const bought = { sessionId: 's-ann', credits: 800, updatedAtMs: nowMs, ownerId: 'ann' };
    const dayStarts = [
      { day: '2026-03-14', credits: 0 },
      { day: '2026-03-15', credits: 700 },
    ];

    const run = await give({
      settings,
      known: [{ ...bought, dayStarts }],
      usedToday: { ann: 900 },
      prepare: ({ budgets }) => budgets.writeByHand({ scope: 'default', window: 'month', amount: 1_200, version: 3 }),
    });

    expect(await recipientsOf(run)).toEqual([]);
  });
});
