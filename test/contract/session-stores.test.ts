import { describe, expect, test } from 'vitest';

import { memorySessionStore } from '../../shared/kernel/runs/store/memory-watcher-stores.ts';
import type { KnownSession } from '../../shared/sessions/known-session.ts';
import type { SessionStore } from '../../shared/sessions/ports.ts';
import type { TakenAction } from '../../shared/sessions/session-action.ts';
import { dynamoSessionStore } from '../../shared/sessions/store.ts';
import { useEngine } from '../support/test-engine.ts';

const engine = useEngine();

const session: KnownSession = {
  sessionId: 's-1',
  createdAtMs: 1,
  updatedAtMs: Date.parse('2026-03-02T08:00:00Z'),
  messageCount: 3,
  childIds: ['s-2'],
  status: 'running',
  title: 'A title',
  ownCredits: 0.5,
  tags: [{ name: 'team' }],
  statusSinceMs: 1,
  lastMessages: { counted: 20, errors: 3, ofCount: 60 },
};

const action: TakenAction = {
  sessionId: 's-1',
  kind: 'tag',
  policy: 'p',
  reason: 'over-ceiling: has used much',
  state: 'intended',
  before: { tags: [{ name: 'team', metadata: { nested: { deep: [1, null, ''] } } }] },
  after: { tags: [{ name: 'curfew', metadata: { policy: 'p' } }] },
  at: '2026-03-02T08:00:00.000Z',
  runId: 'sessions-2026-03-02T08:00:00.000Z-hourly',
  attempts: 1,
  version: 1,
};

const benches: readonly (readonly [string, () => Promise<SessionStore>])[] = [
  ['in memory', async () => Promise.resolve(memorySessionStore())],
  [
    'in DynamoDB',
    async () => {
      const tables = await engine.freshTables('sessions');
      return dynamoSessionStore(engine.dynamo(), tables.sessions);
    },
  ],
];

describe.each(benches)('what is known of sessions, %s', (_where, benchOf) => {
  test('a session is read as it was put, with any tags', async () => {
    const known = await benchOf();
    await known.put([session]);
    await known.put([
      { ...session, messageCount: 4 },
      { ...session, sessionId: 's-0' },
    ]);

    expect(await known.list()).toEqual([
      { ...session, sessionId: 's-0' },
      { ...session, messageCount: 4 },
    ]);
  });

  test('an action is written over the version that was seen, and over no other', async () => {
    const known = await benchOf();

    const written = [
      await known.putAction(action),
      await known.putAction(action),
      await known.putAction({ ...action, state: 'done', version: 3 }),
      await known.putAction({ ...action, state: 'done', version: 2 }),
    ];

    expect(written).toEqual([true, false, false, true]);
    expect(await known.listActions()).toEqual([{ ...action, state: 'done', version: 2 }]);
  });
});
