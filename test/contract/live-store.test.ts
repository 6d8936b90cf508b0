import { randomUUID } from 'node:crypto';

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';

import { memoryLiveStore } from '../../shared/enforcement/memory-store.ts';
import { queryPart } from '../../shared/kernel/store/read-pages.ts';
import { noLiveState, type LiveState } from '../../shared/live/live-state.ts';
import type { LiveStore } from '../../shared/live/ports.ts';
import { dynamoLiveStore } from '../../shared/live/store.ts';
import type { SessionTotal } from '../../shared/live/totals/session-total.ts';
import { useEngine } from '../support/test-engine.ts';

const engine = useEngine();
const nowMs = Date.parse('2026-03-15T08:50:00Z');
const nowIso = '2026-03-15T08:50:00.000Z';

const session: SessionTotal = {
  sessionId: 's-1',
  credits: 0.5,
  updatedAtMs: nowMs,
  completedAtMs: nowMs,
  archivedAt: '2026-03-15T08:00:00Z',
  computerId: 'c-1',
  inclusiveCredits: 7.5,
  childIds: ['s-2'],
  ownerId: 'u-1',
  dayStarts: [{ day: '2026-03-15', credits: 0.25 }],
  lastBurn: { atMs: nowMs, hourCredits: 3 },
};

const state: LiveState = {
  totals: {
    countedCredits: 12.5,
    reading: { beganAtMs: nowMs, endedAtMs: nowMs + 1, doubts: ['a doubt'], sessionCount: 3 },
    marks: [{ day: '2026-03-15', credits: 12, readAtMs: nowMs - 1 }],
    readings: [{ beganAtMs: nowMs - 1, credits: 12 }],
  },
  coverage: [{ day: '2026-03-14', hintedCredits: 3, billedCredits: 4 }],
  report: {
    runId: 'live-1',
    at: '2026-03-15T08:50:00.000Z',
    standing: { kind: 'shadow', daysDone: 3, daysNeeded: 14, isVerified: false },
    seenCredits: 5,
    seenUsers: 2,
    pools: [
      {
        scope: 'org',
        window: 'month',
        amountCredits: 100,
        provenCredits: 70,
        worstCaseCredits: 80,
        freeCredits: 20,
        unboundedUsers: 1,
      },
    ],
    given: { users: 1, credits: 10 },
  },
};

describe.each<{ readonly name: string; readonly make: () => Promise<LiveStore> }>([
  { name: 'in memory', make: async () => Promise.resolve(memoryLiveStore()) },
  { name: 'in DynamoDB', make: async () => dynamoLiveStore(engine.dynamo(), (await engine.freshTables('live')).live) },
])('what is kept between the nights, $name', ({ make }) => {
  test('comes back as it was put, and is nothing at first', async () => {
    const store = await make();
    expect([await store.readState(), await store.listSessions()]).toEqual([noLiveState, []]);

    const bare = { sessionId: 's-0', credits: 1, updatedAtMs: nowMs, dayStarts: [] };
    await store.putSessions([{ ...session, credits: 0.25 }, bare]);
    await store.putSessions([session]);
    await store.putState({ ...state, totals: { ...state.totals, countedCredits: 1 } });
    await store.putState(state);

    expect(await store.readFloat()).toBeUndefined();
    const float = { at: nowIso, seenIds: ['u-1', 'u-2'], nightShare: 0.5 };
    await store.putFloat({ ...float, seenIds: Array.from({ length: 500 }, () => randomUUID()) });
    await store.putFloat(float);

    expect(await store.readFloat()).toEqual(float);
    expect(await store.readLow()).toBeUndefined();
    await store.putLow({ at: nowIso, userIds: ['u-1'] });
    expect(await store.readLow()).toEqual({ at: nowIso, userIds: ['u-1'] });

    expect(await store.listSessions()).toEqual([bare, session]);
    expect(await store.readState()).toEqual(state);

    const seen = { userId: 'u-1', at: nowIso, days: [{ day: '2026-03-15', credits: 12 }] };
    await store.putUsageSamples([
      { ...seen, days: [] },
      { ...seen, userId: 'u-2' },
    ]);
    await store.putUsageSamples([seen]);
    expect([await store.readSeen('u-1'), await store.readSeen('u-3')]).toEqual([seen, undefined]);
    await store.putState({ ...state, report: { ...(state.report ?? never()), standing: { kind: 'on', scale: 2 } } });
    expect((await store.readState()).report?.standing).toEqual({ kind: 'on', scale: 2 });
  });
});

test('what was seen of many people is some tens of items; an item of an earlier version is read until it is gone', async () => {
  const { live: table } = await engine.freshTables('live');
  const dynamo = engine.dynamo();
  const store = dynamoLiveStore(dynamo, table);
  const seenOf = (userId: string, at = nowIso) => ({ userId, at, days: [{ day: '2026-03-15', credits: 12 }] });
  const old = seenOf('u-old');
  const Item = { part: 'seen', id: old.userId, seen: JSON.stringify(old), goneAfter: nowMs };
  await dynamo.send(new PutCommand({ TableName: table, Item }));

  await store.putUsageSamples(Array.from({ length: 300 }, (_, index) => seenOf(`u-${index}`)));
  await store.putUsageSamples(Array.from({ length: 300 }, (_, index) => seenOf(`u-${index}`, '2026-03-23T08:00:00Z')));

  expect(await queryPart(dynamo, table, 'seen')).toHaveLength(33);
  expect([await store.readSeen('u-old'), await store.readSeen('u-299')]).toEqual([
    old,
    seenOf('u-299', '2026-03-23T08:00:00Z'),
  ]);
});

test('the state of a look is read as an earlier version wrote it', async () => {
  const { live: table } = await engine.freshTables('live');
  const dynamo = engine.dynamo();
  const Item = { part: 'state', id: 'state', state: JSON.stringify(state) };
  await dynamo.send(new PutCommand({ TableName: table, Item }));

  expect(await dynamoLiveStore(dynamo, table).readState()).toEqual(state);
});

function never(): never {
  throw new Error('the state has a report');
}
