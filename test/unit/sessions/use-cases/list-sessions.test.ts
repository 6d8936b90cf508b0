import { describe, expect, test } from 'vitest';

import type { SessionPlatform } from '../../../../shared/sessions/ports.ts';
import type { Session } from '../../../../shared/sessions/session.ts';
import { listSessions } from '../../../../shared/sessions/use-cases/list-sessions.ts';

const nowMs = Date.parse('2026-03-15T12:00:00.000Z');
const dayMs = 86_400_000;

function aSession(sessionId: string, facts: Partial<Session> = {}): Session {
  return { sessionId, createdAtMs: 0, updatedAtMs: nowMs - dayMs, messageCount: 1, childIds: [], ...facts };
}

type Page = { readonly sessions: readonly Session[]; readonly unreadable?: number };

/** The list as it is read by readings that follow each other, the last of them for ever. */
async function list(
  readings: readonly (readonly Page[])[],
  known: readonly Session[] = [],
  there: readonly Session[] = [],
) {
  let read = 0;
  const asked: string[] = [];
  const source: Pick<SessionPlatform, 'pages' | 'find'> = {
    async *pages() {
      const pages = readings[Math.min(read, readings.length - 1)] ?? [];
      read += 1;
      yield* pages.map((page) => ({ unreadable: 0, repeated: 0, ...page }));
    },
    async find(sessionId) {
      asked.push(sessionId);
      return there.find((session) => session.sessionId === sessionId);
    },
  };
  const { sessions, doubts } = await listSessions(source, new Map(known.map((each) => [each.sessionId, each])), nowMs);
  return { ids: [...sessions.keys()], sessions, doubts, read, asked };
}

test('a whole list is read once, and nothing is in doubt', async () => {
  const pages = [{ sessions: [aSession('a')] }, { sessions: [aSession('b')] }];

  expect(await list([pages], [aSession('a')])).toMatchObject({ ids: ['a', 'b'], doubts: [], read: 1, asked: [] });
});

describe('a list that may not be whole is read once more', () => {
  test('and is whole where the second one is', async () => {
    const bad = [{ sessions: [aSession('a')], unreadable: 1 }];
    const twice = [{ sessions: [aSession('a')] }, { sessions: [aSession('a')] }];
    const good = [{ sessions: [aSession('b')] }];

    expect(await list([bad, good])).toMatchObject({ ids: ['a', 'b'], doubts: [], read: 2 });
    expect(await list([twice, good])).toMatchObject({ ids: ['a', 'b'], doubts: [], read: 2 });
  });

  test('and is in doubt where rows of it cannot be read', async () => {
    const { doubts } = await list([
      [
        { sessions: [], unreadable: 1 },
        { sessions: [], unreadable: 2 },
      ],
    ]);

    expect(doubts).toEqual([expect.stringMatching(/^3 sessions /u)]);
  });

  test('and is in doubt where sessions stand on two pages', async () => {
    const pages = [{ sessions: [aSession('a'), aSession('b')] }, { sessions: [aSession('a')] }];

    expect((await list([pages])).doubts).toEqual([expect.stringMatching(/^1 session stood /u)]);
  });
});

test.for([
  ['the first', 2, 1],
  ['the second', 1, 2],
  ['the second, where both are as late', 2, 2],
] as const)('of a session that is there twice %s counts, whichever changed last', async ([, first, second]) => {
  const one = aSession('a', { updatedAtMs: first, title: 'one' });
  const other = aSession('a', { updatedAtMs: second, title: 'other' });

  const { sessions } = await list([[{ sessions: [one, other] }]]);

  expect(sessions.get('a')?.title).toBe(second >= first ? 'other' : 'one');
});

describe('a session that must be on the list and is not', () => {
  const missing = aSession('gone');

  test('is no reason to doubt where the second reading has it', async () => {
    expect(await list([[], [{ sessions: [missing] }]], [missing])).toMatchObject({
      ids: ['gone'],
      doubts: [],
      asked: [],
    });
  });

  test('is asked for, and is a reason to doubt where it is still there', async () => {
    const { ids, doubts, asked } = await list([[{ sessions: [aSession('a')] }]], [missing], [missing]);

    expect({ ids, asked }).toEqual({ ids: ['a', 'gone'], asked: ['gone'] });
    expect(doubts).toEqual([expect.stringMatching(/^1 session that is not over/u)]);
  });

  test('is no reason to doubt where the platform has it no more', async () => {
    expect(await list([[]], [missing])).toMatchObject({ ids: [], doubts: [], asked: ['gone'] });
  });

  test('is one that changed within three days and is not over', async () => {
    const old = aSession('old', { updatedAtMs: nowMs - 3 * dayMs });
    const over = aSession('over', { completedAtMs: nowMs - dayMs, archivedAt: '2026-03-14T12:00:00.000Z' });

    expect(await list([[]], [old, over])).toMatchObject({ read: 1, asked: [] });
    expect(await list([[]], [{ ...old, updatedAtMs: nowMs - 3 * dayMs + 1 }])).toMatchObject({
      read: 2,
      asked: ['old'],
    });
  });

  test('is asked for among twenty; that there are more is a reason to doubt', async () => {
    const many = Array.from({ length: 23 }, (_, index) => aSession(`s-${index}`));

    const { asked, doubts } = await list([[]], many);

    expect(asked).toHaveLength(20);
    expect(doubts).toEqual([expect.stringMatching(/^3 sessions /u)]);
    expect((await list([[]], many.slice(0, 20))).doubts).toEqual([]);
  });
});
