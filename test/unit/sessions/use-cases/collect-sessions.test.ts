import { describe, expect, test } from 'vitest';

import { PlatformUnavailableError } from '../../../../shared/kernel/runs/ports.ts';
import type { KnownSession } from '../../../../shared/sessions/known-session.ts';
import type { MessageFlags } from '../../../../shared/sessions/ports.ts';
import { collectSessions } from '../../../../shared/sessions/use-cases/collect-sessions.ts';
import type { SessionWork } from '../../../../shared/sessions/use-cases/session-work.ts';
import { partOf } from '../../../support/part-of.ts';
import { aSession, hourMs, nowMs, sessionTables } from './session-tables.ts';

type Tables = Awaited<ReturnType<typeof sessionTables>>;

function withFind({ work, ports }: Tables, find: SessionWork['ports']['sessions']['find']): SessionWork {
  return { ...work, ports: partOf({ ...ports, sessions: { ...ports.sessions, find } }) };
}

async function away(): Promise<never> {
  throw new PlatformUnavailableError('status 503');
}

describe('sessions are asked for', () => {
  test('and only what is new of them is to be stored', async () => {
    const tables = await sessionTables({ sessions: [aSession('a'), aSession('b', { status: 'idle' })] });

    const first = await collectSessions(tables.work);
    await tables.ports.known.put(first.changed);
    const second = await collectSessions(tables.work);

    expect([...first.sessions.values()].map(({ sessionId, status }) => [sessionId, status])).toEqual([
      ['a', 'running'],
      ['b', 'idle'],
    ]);
    expect(first.changed).toHaveLength(2);
    expect(second.changed.map(({ sessionId }) => sessionId)).not.toContain('b');
    // Of the second look only that at work: the other has not moved.
    expect(tables.asked.toSorted((a, b) => a.localeCompare(b))).toEqual(['a', 'a', 'b']);
    expect(first).toMatchObject({ doubts: [], problems: [], policies: [] });
  });

  test('again while they are at work, and once they have moved', async () => {
    const tables = await sessionTables({
      sessions: [aSession('working'), aSession('waking', { status: 'idle' }), aSession('still', { status: 'idle' })],
    });
    const { changed } = await collectSessions(tables.work);
    await tables.ports.known.put(changed);
    tables.platform.sessions.set('working', aSession('working', { status: 'idle' }));
    tables.platform.sessions.set('waking', aSession('waking', { updatedAtMs: nowMs }));
    tables.asked.length = 0;

    const { sessions } = await collectSessions(tables.work);

    expect(tables.asked).toEqual(['working', 'waking']);
    expect([...sessions.values()].map(({ status }) => status)).toEqual(['idle', 'running', 'idle']);
  });

  test('once more where they completed while they were at work, and not when they are archived', async () => {
    const tables = await sessionTables({ sessions: [aSession('done'), aSession('archived')] });
    const { changed } = await collectSessions(tables.work);
    await tables.ports.known.put(changed);
    const archivedAt = '2026-03-15T02:00:00.000Z';
    tables.platform.sessions.set('done', aSession('done', { status: 'idle', completedAtMs: nowMs }));
    tables.platform.sessions.set('archived', aSession('archived', { archivedAt }));
    tables.asked.length = 0;

    const { sessions } = await collectSessions(tables.work);

    expect(tables.asked).toEqual(['done']);
    expect(sessions.get('done')?.status).toBe('idle');
  });

  test('with actions that were taken and policies that there are', async () => {
    const policy = { name: 'p', actions: ['tag'], mode: 'act' } as const;
    const tables = await sessionTables({ policies: [policy] });
    const action = {
      sessionId: 'a',
      kind: 'tag',
      policy: 'p',
      reason: 'r',
      state: 'done',
      before: {},
      after: {},
      at: 'x',
      runId: 'r',
      attempts: 1,
      version: 1,
    } as const;
    await tables.ports.known.putAction(action);

    const { policies, taken } = await collectSessions(tables.work);

    expect(policies).toMatchObject([policy]);
    expect(taken).toEqual(new Map([['a/tag', action]]));
  });

  test('no more than so many, most of them those at work, then the dearest, then those that moved last', async () => {
    const known = { status: 'running', askedAtMs: 0, statusSinceMs: 0 } as const;
    const tables = await sessionTables({
      sessions: [
        aSession('cheap', { inclusiveCredits: 1, messageCount: 90 }),
        aSession('dear', { inclusiveCredits: 500, messageCount: 90 }),
        aSession('recent', { inclusiveCredits: 1, updatedAtMs: nowMs, messageCount: 90 }),
        aSession('at-work', { messageCount: 90 }),
        aSession('quiet', { messageCount: 1 }),
      ],
      terms: { asksMax: 4 },
    });
    await tables.ports.known.put([{ ...aSession('at-work', { messageCount: 90 }), ...known }]);

    await collectSessions(tables.work);

    expect(tables.asked).toEqual(['at-work', 'dear', 'recent', 'quiet']);
  });

  test('and stores nothing of one that is as it was, whatever the order of its fields', async () => {
    const tables = await sessionTables({ sessions: [aSession('a', { title: 't', model: 'm', status: 'running' })] });
    await tables.ports.known.put((await collectSessions(tables.work)).changed);
    const [stored] = await tables.ports.known.list();
    const turned = Object.fromEntries(Object.entries(stored ?? {}).toReversed()) as unknown as KnownSession;
    await tables.ports.known.put([{ ...turned, askedAtMs: nowMs - hourMs }]);

    expect((await collectSessions(tables.work)).changed).toEqual([]);
  });

  test('and neither asks for nor stores one that rests for longer than it is kept', async () => {
    const old = { updatedAtMs: nowMs - 60 * 24 * hourMs };
    const tables = await sessionTables({ sessions: [aSession('a', old)] });

    expect((await collectSessions(tables.work)).changed).toEqual([]);
    expect(tables.asked).toEqual([]);
  });

  test('of the quiet ones the oldest first', async () => {
    const tables = await sessionTables({
      sessions: [
        aSession('young', { messageCount: 1 }),
        aSession('old', { messageCount: 1, createdAtMs: nowMs - 2 * hourMs }),
        ...['a', 'b', 'c'].map((id) => aSession(id, { messageCount: 9, inclusiveCredits: 5 })),
      ],
      terms: { asksMax: 4 },
    });

    await collectSessions(tables.work);

    expect(tables.asked).toEqual(['a', 'b', 'c', 'old']);
  });

  test('one that the platform has no more is left out', async () => {
    const tables = await sessionTables({ sessions: [aSession('a'), aSession('b')] });

    const { sessions, problems } = await collectSessions(
      withFind(tables, async (id) => (id === 'a' ? undefined : aSession(id))),
    );

    expect([...sessions.keys()]).toEqual(['b']);
    expect(problems).toEqual([]);
  });

  test('past one that cannot be read, but not past three in a row', async () => {
    const sessions = Array.from({ length: 9 }, (_, index) => aSession(`s-${index}`, { messageCount: 0 }));
    const tables = await sessionTables({ sessions });
    let calls = 0;
    const everyThird = await collectSessions(
      withFind(tables, async (id) => {
        calls += 1;
        return calls % 3 === 0 ? aSession(id, { messageCount: 0 }) : away();
      }),
    );
    expect(calls).toBe(9);
    expect(everyThird.problems).toEqual([expect.stringMatching(/^6 sessions.*status 503/u)]);

    calls = 0;
    const none = await collectSessions(
      withFind(tables, async () => {
        calls += 1;
        return away();
      }),
    );
    expect(calls).toBe(3);
    expect(none.problems).toEqual([expect.stringMatching(/^3 sessions/u)]);
  });

  test('not past another error', async () => {
    const tables = await sessionTables({ sessions: [aSession('a')] });

    await expect(collectSessions(withFind(tables, async () => Promise.reject(new TypeError('ours'))))).rejects.toThrow(
      'ours',
    );
  });

  test('not past the deadline', async () => {
    const tables = await sessionTables({ sessions: [aSession('a')], stopAtMs: nowMs });

    await collectSessions(tables.work);

    expect(tables.asked).toEqual([]);
  });
});

describe('messages are counted', () => {
  const message = (minutesAgo: number, isError: boolean): MessageFlags => ({
    createdAtMs: nowMs - minutesAgo * 60_000,
    isError,
  });

  async function counted(said: Parameters<typeof aSession>[1], messages: readonly MessageFlags[] | undefined) {
    const tables = await sessionTables({ sessions: [aSession('a', said)] });
    const asked: unknown[] = [];
    const work: SessionWork = {
      ...tables.work,
      ports: partOf({
        ...tables.ports,
        sessions: {
          ...tables.ports.sessions,
          messages: async (...args) => {
            asked.push(args);
            return messages;
          },
        },
      }),
    };
    const { sessions } = await collectSessions(work);
    return { asked, last: sessions.get('a')?.lastMessages };
  }

  test('of the twenty newest, with how many messages there were', async () => {
    const old = [message(50, true), message(49, true)];
    const newest = Array.from({ length: 20 }, (_, index) => message(index, index < 3));

    expect(await counted({ messageCount: 22 }, [...old, ...newest])).toEqual({
      asked: [['a', 2_000]],
      last: { counted: 20, errors: 3, ofCount: 22 },
    });
  });

  test('not where there are too many to read', async () => {
    expect((await counted({}, undefined)).last).toBeUndefined();
  });

  test.for([
    { what: 'is idle', said: { status: 'idle' } },
    { what: 'is over', said: { archivedAt: '2026-03-15T01:00:00Z' } },
    { what: 'has none', said: { messageCount: 0 } },
  ] as const)('not of a session that $what', async ({ said }) => {
    expect((await counted(said, [])).asked).toEqual([]);
  });

  test('again only once there are more, of those with errors first and then of those with most new ones', async () => {
    const lastMessages = (errors: number, ofCount: number) => ({ counted: 1, errors, ofCount });
    const sessions = ['same', 'few', 'many', 'failing'].map((id) => aSession(id, { messageCount: 30 }));
    const tables = await sessionTables({ sessions, terms: { messageReadsMax: 2 } });
    const [same, few, many, failing] = sessions;
    await tables.ports.known.put(
      [
        { ...same, lastMessages: lastMessages(9, 30) },
        { ...few, lastMessages: lastMessages(0, 29) },
        { ...many, lastMessages: lastMessages(0, 5) },
        { ...failing, lastMessages: lastMessages(2, 29) },
      ].map((session) => session as never),
    );
    const read: string[] = [];
    const messages = async (id: string) => {
      read.push(id);
      return [];
    };

    await collectSessions({
      ...tables.work,
      ports: partOf({ ...tables.ports, sessions: { ...tables.ports.sessions, messages } }),
    });

    expect(read).toEqual(['failing', 'many']);
  });
});
