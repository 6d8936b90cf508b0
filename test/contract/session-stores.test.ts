import { describe, expect, test } from 'vitest';
import { dynamoJournal } from '../../shared/adapters/dynamo/dynamo-journal.ts';
import { dynamoSessionPolicyStore } from '../../shared/adapters/dynamo/dynamo-session-policy-store.ts';
import { dynamoSessionStore } from '../../shared/adapters/dynamo/dynamo-session-store.ts';
import { memoryJournal } from '../../shared/adapters/memory/memory-journal.ts';
import { memorySessionPolicyStore } from '../../shared/adapters/memory/memory-session-policy-store.ts';
import { memorySessionStore } from '../../shared/adapters/memory/memory-session-store.ts';
import { editRecord } from '../../shared/application/edits/edit-record.ts';
import { editablePolicies } from '../../shared/application/edits/editable-records.ts';
import type { Journal } from '../../shared/application/runs/ports.ts';
import type { SessionPolicyStore, SessionStore } from '../../shared/application/watchers/sessions/ports.ts';
import type { KnownSession } from '../../shared/domain/sessions/known-session.ts';
import type { TakenAction } from '../../shared/domain/sessions/session-action.ts';
import type { SessionPolicyTerms } from '../../shared/domain/sessions/session-policy.ts';
import { useEngine } from '../support/test-engine.ts';

const engine = useEngine();
const author = { name: 'ann', at: '2026-03-02T08:00:00.000Z', way: 'command' } as const;

const session: KnownSession = {
  sessionId: 's-1',
  createdAtMs: 1,
  updatedAtMs: Date.parse('2026-03-02T08:00:00Z'),
  messageCount: 3,
  childIds: ['s-2'],
  status: 'running',
  title: 'A title',
  ownCredits: 0.5,
  tags: [{ name: 'team', metadata: { nested: { deep: [1, null, ''] } } }],
  statusSinceMs: 1,
  lastMessages: { counted: 20, errors: 3, ofCount: 60 },
};

const action: TakenAction = {
  sessionId: 's-1',
  kind: 'tag',
  policy: 'p',
  reason: 'over-ceiling: has used much',
  state: 'intended',
  before: { tags: session.tags ?? [] },
  after: { tags: [{ name: 'curfew', metadata: { policy: 'p' } }] },
  at: '2026-03-02T08:00:00.000Z',
  runId: 'sessions-2026-03-02T08:00:00.000Z-hourly',
  attempts: 1,
  version: 1,
};

interface Bench {
  readonly known: SessionStore;
  readonly policies: SessionPolicyStore;
  readonly journal: Journal;
}

const benches: readonly (readonly [string, () => Promise<Bench>])[] = [
  [
    'in memory',
    async () => {
      const journal = memoryJournal();
      return Promise.resolve({ known: memorySessionStore(), policies: memorySessionPolicyStore(journal), journal });
    },
  ],
  [
    'in DynamoDB',
    async () => {
      const tables = await engine.freshTables();
      const dynamo = engine.dynamo();
      return {
        known: dynamoSessionStore(dynamo, tables.sessions),
        policies: dynamoSessionPolicyStore(dynamo, tables),
        journal: dynamoJournal(dynamo, tables.journal),
      };
    },
  ],
];

describe.each(benches)('what is known of sessions, %s', (_where, benchOf) => {
  test('a session comes back as it was put, whatever its tags hold', async () => {
    const { known } = await benchOf();
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
    const { known } = await benchOf();

    const written = [
      await known.putAction(action),
      await known.putAction(action),
      await known.putAction({ ...action, state: 'done', version: 3 }),
      await known.putAction({ ...action, state: 'done', version: 2 }),
    ];

    expect(written).toEqual([true, false, false, true]);
    expect(await known.listActions()).toEqual([{ ...action, state: 'done', version: 2 }]);
  });

  test('an edit of a policy makes a version and a journal entry; one on a stale version is refused', async () => {
    const { policies, journal } = await benchOf();
    let lastId = 0;
    const ports = { records: editablePolicies(policies), ids: { next: () => `id-${(lastId += 1)}` } };
    const terms: SessionPolicyTerms = { name: 'a', findings: ['unusual'], actions: ['tag'], mode: 'propose' };

    await editRecord(ports, { kind: 'add', after: terms }, author);
    const again = await editRecord(ports, { kind: 'add', after: terms }, author);
    const [before] = await policies.list();
    if (before !== undefined) {
      await editRecord(ports, { kind: 'change', before, after: { ...terms, mode: 'act' } }, author);
      await editRecord(ports, { kind: 'remove', before: { ...before, version: 2 } }, author);
    }
    await editRecord(ports, { kind: 'add', after: terms }, author);

    expect(again).toMatchObject({ kind: 'stale' });
    expect(await policies.list()).toMatchObject([{ ...terms, version: 4, updatedBy: 'ann' }]);
    expect((await policies.versions('a')).map(({ version, terms: made }) => [version, made?.mode])).toEqual([
      [1, 'propose'],
      [2, 'act'],
      [3, undefined],
      [4, 'propose'],
    ]);
    const days = { from: '2026-03-02', through: '2026-03-02' };
    expect((await journal.list(days, 10)).map(({ kind }) => kind)).toEqual(Array(4).fill('session-policy-changed'));
  });
});
