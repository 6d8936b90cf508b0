import { describe, expect, test } from 'vitest';

import { memoryLiveStore } from '../../../../shared/enforcement/memory-store.ts';
import type { Hint } from '../../../../shared/hook/hint.ts';
import { memoryHintStore } from '../../../../shared/hook/store/memory-hook-stores.ts';
import { immediateSteps } from '../../../../shared/kernel/runs/store/immediate-steps.ts';
import { memorySessionStore } from '../../../../shared/kernel/runs/store/memory-watcher-stores.ts';
import type { DayRange } from '../../../../shared/kernel/time/day.ts';
import { noLiveState, type LiveState } from '../../../../shared/live/live-state.ts';
import type { SessionTotal } from '../../../../shared/live/totals/session-total.ts';
import { noTotals } from '../../../../shared/live/totals/totals-state.ts';
import { collectTotals } from '../../../../shared/live/use-cases/collect-totals.ts';
import type { LiveWork } from '../../../../shared/live/use-cases/live-work.ts';
import type { SessionWalk } from '../../../../shared/sessions/session-walk.ts';
import type { Session } from '../../../../shared/sessions/session.ts';

const nowMs = Date.parse('2026-03-15T12:00:00.000Z');
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

function aSession(sessionId: string, ownCredits: number | undefined, facts: Partial<Session> = {}): Session {
  const said = { ...(ownCredits !== undefined && { ownCredits }) };
  return { sessionId, createdAtMs: 0, updatedAtMs: nowMs, messageCount: 1, childIds: [], ...said, ...facts };
}

const known = (sessionId: string, credits: number): SessionTotal => ({
  sessionId,
  credits,
  updatedAtMs: nowMs,
  dayStarts: [],
});

interface Scene {
  readonly runId?: string;
  /** How long ago the whole list was read. */
  readonly readBeforeMs?: number;
  readonly state?: Partial<LiveState>;
  readonly known?: readonly SessionTotal[];
  readonly listed?: readonly Session[];
  /** What the watcher of sessions has stored of its walk. */
  readonly walked?: readonly Session[];
  readonly walk?: SessionWalk;
  readonly hints?: readonly Hint[];
  readonly low?: readonly string[];
}

async function collected({ runId = 'live-12', readBeforeMs, state, ...scene }: Scene) {
  const live = memoryLiveStore();
  const reading =
    readBeforeMs === undefined
      ? {}
      : {
          reading: {
            beganAtMs: nowMs - readBeforeMs,
            endedAtMs: nowMs - readBeforeMs,
            doubts: [],
            sessionCount: 1,
          },
        };
  await live.putState({ ...noLiveState, totals: { ...noTotals, countedCredits: 100, ...reading }, ...state });
  await live.putSessions(scene.known ?? []);
  if (scene.low !== undefined) {
    await live.putLow({ userIds: scene.low } as Parameters<typeof live.putLow>[0]);
  }
  const sessions = memorySessionStore();
  await sessions.put(scene.walked ?? []);
  if (scene.walk !== undefined) {
    await sessions.putWalk(scene.walk);
  }
  const hints = memoryHintStore();
  await hints.record(scene.hints ?? []);
  const asked: string[] = [];
  const compared: DayRange[] = [];
  let times = 0;
  const listed = scene.listed ?? [];
  const work = {
    ports: {
      // The reading takes five minutes.
      clock: { now: () => nowMs + 5 * minuteMs * times++ },
      live,
      known: sessions,
      hints,
      steps: immediateSteps(),
      ledger: {
        async listDays(range: DayRange) {
          compared.push(range);
          return [];
        },
      },
      sessions: {
        async *pages() {
          asked.push('list');
          yield { sessions: listed, unreadable: 0, repeated: 0 };
        },
        async find(sessionId: string) {
          asked.push(sessionId);
          return listed.find((session) => session.sessionId === sessionId);
        },
      },
    },
    settings: { live: { shadowDays: 14 } },
    run: { runId, at: new Date(nowMs).toISOString(), today: '2026-03-15' },
    order: { stopAtMs: Infinity },
    aheadMs: 0,
  } as unknown as LiveWork;
  return { ...(await collectTotals(work)), asked, compared };
}

const aHint = (userId: string, sessionId: string, atMs: number): Hint => ({ userId, sessionId, event: 'Stop', atMs });

describe('a reading of the whole list', () => {
  test('adds what sessions have used since the one before', async () => {
    const { totals, sessions, changed, ledger, compared, before } = await collected({
      readBeforeMs: hourMs,
      known: [known('a', 10), known('b', 5)],
      listed: [aSession('a', 30), aSession('b', 5), aSession('c', 7)],
    });

    expect(totals).toMatchObject({
      countedCredits: 100 + 20 + 7,
      reading: { beganAtMs: nowMs, endedAtMs: nowMs + 5 * minuteMs, doubts: [], sessionCount: 3 },
    });
    expect(before.totals.countedCredits).toBe(100);
    expect([...sessions].map(([id, { credits }]) => [id, credits])).toEqual([
      ['a', 30],
      ['b', 5],
      ['c', 7],
    ]);
    expect(changed.map(({ sessionId }) => sessionId)).toEqual(['a', 'c']);
    expect(sessions.get('a')?.lastBurn).toEqual({ atMs: nowMs, hourCredits: 20 });
    expect({ ledger, compared }).toEqual({ ledger: [], compared: [{ from: '2026-02-13', through: '2026-03-14' }] });
  });

  test('of all says nothing of when it was used', async () => {
    const { sessions } = await collected({ listed: [aSession('a', 30)] });

    expect(sessions.get('a')).toMatchObject({ lastBurn: undefined });
  });

  test('is in doubt where sessions say nothing any more, or less than before', async () => {
    const { totals } = await collected({
      readBeforeMs: hourMs,
      known: [known('a', 10), known('b', 5), known('c', 7)],
      listed: [aSession('a', undefined), aSession('b', 4), aSession('c', 7)],
    });

    expect(totals.reading?.doubts).toEqual([
      expect.stringMatching(/^1 session no longer/u),
      expect.stringMatching(/^1 session said less/u),
    ]);
  });

  test('is in doubt where the list is', async () => {
    const gone = { ...known('a', 10), updatedAtMs: nowMs - hourMs };

    const { totals } = await collected({ known: [gone], listed: [aSession('b', 1), aSession('b', 1)] });

    expect(totals.reading?.doubts).toEqual([expect.stringContaining('two pages')]);
  });

  test('learns from hooks whose sessions are, which is to be stored once', async () => {
    const { sessions, changed, hookUsers } = await collected({
      readBeforeMs: hourMs,
      known: [known('a', 10), { ...known('b', 5), ownerId: 'bob' }],
      listed: [aSession('a', 12), aSession('b', 5)],
      hints: [
        aHint('ann', 'a', nowMs - 2 * hourMs),
        aHint('bob', 'b', nowMs - 6 * hourMs),
        aHint('bob', 'x', nowMs - hourMs),
        aHint('cem', 'b', nowMs - 6 * hourMs - 1),
      ],
    });

    expect([...sessions.values()].map(({ ownerId }) => ownerId)).toEqual(['ann', 'bob']);
    expect(changed).toMatchObject([{ sessionId: 'a', ownerId: 'ann', credits: 12 }]);
    expect(hookUsers).toBe(2);
  });

  test('stores a session of which only the owner is new', async () => {
    const { changed } = await collected({
      readBeforeMs: hourMs,
      known: [known('a', 10)],
      listed: [aSession('a', 10)],
      hints: [aHint('ann', 'a', nowMs - minuteMs)],
    });

    expect(changed).toMatchObject([{ sessionId: 'a', ownerId: 'ann' }]);
  });

  test('names those whose hooks have said since the one before that they are at work', async () => {
    const { reportedIds } = await collected({
      readBeforeMs: hourMs,
      hints: [
        aHint('ann', 'a', nowMs - hourMs),
        aHint('bob', 'b', nowMs - hourMs - 1),
        { ...aHint('cem', 'c', nowMs - minuteMs), event: 'SessionEnd' },
      ],
    });

    expect(reportedIds).toEqual(new Set(['ann']));
  });
});

describe('a run that hooks start', () => {
  const runId = 'live-12-reported';
  const scene: Scene = {
    runId,
    readBeforeMs: 10 * minuteMs,
    known: [known('a', 10), known('b', 5)],
    listed: [aSession('a', 30), aSession('b', 50), aSession('c', 7)],
    low: ['ann', 'cem'],
    hints: [
      aHint('ann', 'a', nowMs - minuteMs),
      aHint('bob', 'b', nowMs - minuteMs),
      aHint('cem', 'c', nowMs - 2 * minuteMs),
      aHint('cem', 'gone', nowMs - 3 * minuteMs),
      aHint('ann', 'old', nowMs - 10 * minuteMs - 1),
    ],
  };

  test('reads the sessions that whoever is running low has reported, the latest first, and no other', async () => {
    const { asked, sessions, compared } = await collected(scene);

    expect(asked).toEqual(['a', 'c', 'gone']);
    expect([...sessions].map(([id, { credits, ownerId }]) => [id, credits, ownerId])).toEqual([
      ['a', 30, 'ann'],
      ['b', 5, 'bob'],
      ['c', 7, 'cem'],
    ]);
    expect(compared).toEqual([{ from: '2026-02-13', through: '2026-03-14' }]);
  });

  test('counts nothing and stores nothing: the next reading of the list does', async () => {
    const { totals, before, changed } = await collected(scene);

    expect(totals).toEqual(before.totals);
    expect(changed).toEqual([]);
  });

  test('names who is at work by the reports', async () => {
    const { reportedIds } = await collected(scene);

    expect(reportedIds).toEqual(new Set(['cem', 'bob', 'ann']));
  });

  test('counts as many users of hooks as the hour did, or more', async () => {
    const report = (hookUsers: number) => ({ report: { hookUsers } as NonNullable<LiveState['report']> });

    expect((await collected(scene)).hookUsers).toBe(3);
    expect((await collected({ ...scene, state: stateWith(report(7)) })).hookUsers).toBe(7);
    expect((await collected({ ...scene, state: stateWith(report(2)) })).hookUsers).toBe(3);
  });

  test('reads fifty sessions at most', async () => {
    const hints = Array.from({ length: 60 }, (_, index) => aHint('ann', `s-${index}`, nowMs - minuteMs * (index / 60)));

    const { asked } = await collected({ ...scene, hints });

    expect(asked).toHaveLength(50);
    expect(asked[0]).toBe('s-0');
  });

  test('reads nothing where nobody is running low', async () => {
    const { low: _, ...nobody } = scene;

    expect((await collected(nobody)).asked).toEqual([]);
  });

  test.for([
    ['the hour before was missed', 70 * minuteMs],
    ['nothing was ever read', undefined],
  ] as const)('reads the list where %s', async ([, readBeforeMs]) => {
    const { readBeforeMs: _, ...rest } = scene;

    const { asked, totals } = await collected({ ...rest, ...(readBeforeMs !== undefined && { readBeforeMs }) });

    expect(asked).toEqual(['list']);
    expect(totals.reading?.beganAtMs).toBe(nowMs);
  });

  test('does not where it was read within that', async () => {
    expect((await collected({ ...scene, readBeforeMs: 70 * minuteMs - 1 })).asked).not.toContain('list');
  });

  test('of the hour reads the list, however late it was read', async () => {
    expect((await collected({ ...scene, runId: 'live-12' })).asked).toEqual(['list']);
  });
});

/** The state with a reading of ten minutes ago. */
function stateWith(said: Partial<LiveState>): Partial<LiveState> {
  const at = nowMs - 10 * minuteMs;
  const reading = { beganAtMs: at, endedAtMs: at, doubts: [], sessionCount: 1 };
  return { totals: { ...noTotals, reading }, ...said };
}

describe('the walk of the watcher of sessions', () => {
  const beganAtMs = nowMs - 15 * minuteMs;
  const whole = { beganAtMs, endedAtMs: beganAtMs + minuteMs, sessionCount: 1, doubts: [], parts: 1 };

  test('is counted as of its moment, and the list is not read again', async () => {
    const { asked, totals } = await collected({ walk: whole, walked: [aSession('a', 7)], readBeforeMs: hourMs });

    expect(asked).toEqual([]);
    expect(totals).toMatchObject({ countedCredits: 107, reading: { beganAtMs, endedAtMs: beganAtMs + minuteMs } });
  });

  test.for([
    ['was counted before', { readBeforeMs: 15 * minuteMs }],
    ['is of the hour before', { walk: { ...whole, beganAtMs: nowMs - 31 * minuteMs } }],
  ] as const)('is not counted where it %s', async ([, scene]) => {
    const { asked } = await collected({ walk: whole, listed: [aSession('a', 7)], readBeforeMs: hourMs, ...scene });

    expect(asked).toEqual(['list']);
  });

  test('proves nothing new while it is not at its end, and is left to its job', async () => {
    const rest = { cursor: '20', unreadable: 0, repeated: 0, sessionCount: 20, unseenIds: [] };
    const open = { beganAtMs, sessionCount: 20, doubts: [], parts: 1, rest };
    const { asked, totals } = await collected({ walk: open, walked: [aSession('a', 7)], readBeforeMs: hourMs });

    expect(asked).toEqual([]);
    expect(totals).toMatchObject({ countedCredits: 100, reading: { beganAtMs: nowMs - hourMs } });
  });
});
