import { describe, expect, test } from 'vitest';

import { PlatformRefusedError } from '../../../../shared/kernel/runs/ports.ts';
import { immediateSteps } from '../../../../shared/kernel/runs/store/immediate-steps.ts';
import { memorySessionStore } from '../../../../shared/kernel/runs/store/memory-watcher-stores.ts';
import type { SessionPlatform } from '../../../../shared/sessions/ports.ts';
import type { Session } from '../../../../shared/sessions/session.ts';
import {
  describeOpenWalk,
  isRecent,
  storeWalk,
  walkFreshMs,
  walkSessions,
} from '../../../../shared/sessions/use-cases/walk-sessions.ts';

const startMs = Date.parse('2026-03-15T12:00:00.000Z');
const minuteMs = 60_000;
const pageSize = 10;

function sessionsOf(count: number): readonly Session[] {
  return Array.from({ length: count }, (_, index) => ({
    sessionId: `s-${String(index).padStart(3, '0')}`,
    createdAtMs: startMs - 60 * minuteMs,
    updatedAtMs: startMs - minuteMs,
    messageCount: 1,
    childIds: [],
  }));
}

/** Jobs that share a list of sessions; each page takes a minute, and a run ends after so many. */
function aWorld(count: number) {
  const world = { nowMs: startMs, listed: sessionsOf(count), pages: 0, refused: '', known: memorySessionStore() };
  const sessions: Pick<SessionPlatform, 'pages' | 'find'> = {
    async *pages(from = '0') {
      if (from === world.refused) {
        throw new PlatformRefusedError('no such cursor');
      }
      const { listed } = world;
      for (let at = Number(from); at < Math.max(1, listed.length); at += pageSize) {
        world.pages += 1;
        world.nowMs += minuteMs;
        const nextCursor = at + pageSize < listed.length ? String(at + pageSize) : undefined;
        yield Promise.resolve({ sessions: listed.slice(at, at + pageSize), unreadable: 0, repeated: 0, nextCursor });
      }
    },
    find: async (id) => Promise.resolve(world.listed.find(({ sessionId }) => sessionId === id)),
  };
  const walk = async (minutes = 1_000, isEnough = isRecent, leavesOpen = false) => {
    const ports = { clock: { now: () => world.nowMs }, steps: immediateSteps(), sessions, known: world.known };
    const known = new Map((await world.known.list()).map((session) => [session.sessionId, session]));
    const work = { ports, order: { stopAtMs: world.nowMs + minutes * minuteMs }, aheadMs: 0 };
    const pagesBefore = world.pages;
    const walked = await walkSessions(work, { nowMs: world.nowMs, known, isEnough, leavesOpen });
    await storeWalk(world.known, walked);
    return { ...walked, pages: world.pages - pagesBefore };
  };
  return { world, walk };
}

describe('one walk of the list serves the jobs of an hour', () => {
  test('and a later one stores only what changed', async () => {
    const { world, walk } = aWorld(25);
    const first = await walk();
    const taken = await walk();
    world.nowMs += walkFreshMs;
    world.listed = world.listed.map((session, index) => (index === 3 ? { ...session, messageCount: 2 } : session));
    const next = await walk();

    expect([first.pages, taken.pages, next.pages]).toEqual([3, 0, 3]);
    expect([first.changed.length, taken.changed.length]).toEqual([25, 0]);
    expect([...taken.sessions.keys()]).toEqual([...first.sessions.keys()]);
    expect(taken).toMatchObject({ isOwn: false, walk: first.walk });
    expect(next.changed).toEqual([expect.objectContaining({ sessionId: 's-003', messageCount: 2 })]);
  });

  test('and names what the list no longer names to none of them, until it is there again', async () => {
    const { world, walk } = aWorld(25);
    await walk();
    const all = world.listed;
    world.listed = all.slice(1).map((session) => ({ ...session, completedAtMs: startMs }));
    world.nowMs += walkFreshMs;
    await walk();
    const taken = await walk();
    world.listed = all;
    world.nowMs += walkFreshMs;

    expect([taken.sessions.has('s-000'), taken.sessions.size]).toEqual([false, 24]);
    expect((await walk()).sessions.get('s-000')).toMatchObject({ messageCount: 1 });
    expect((await walk()).sessions.size).toBe(25);
  });
});

describe('a walk that meets its deadline', () => {
  test('goes on where it stopped in the next run, of any job, and then reads as one of a single run', async () => {
    const { world, walk } = aWorld(95);
    const parts = [await walk(4), await walk(4), await walk(4)];

    expect(parts.map(({ pages }) => pages)).toEqual([4, 4, 2]);
    expect(parts.map(({ walk: { rest, endedAtMs } }) => [rest?.sessionCount, endedAtMs])).toEqual([
      [40, undefined],
      [80, undefined],
      [undefined, startMs + 10 * minuteMs],
    ]);
    expect(parts[2]).toMatchObject({ walk: { beganAtMs: startMs, sessionCount: 95, parts: 3, doubts: [] } });
    expect([...(parts[2]?.sessions.keys() ?? [])].toSorted()).toEqual(world.listed.map(({ sessionId }) => sessionId));
    expect(parts.map((part) => describeOpenWalk(part.walk))).toEqual([
      expect.stringMatching(/ up to session 40: the next run goes on/u),
      expect.stringContaining(' 80:'),
      undefined,
    ]);
  });

  test('is left to the job that began it, by a run that edits wait for', async () => {
    const { world, walk } = aWorld(40);
    await walk(2);
    const left = await walk(1_000, isRecent, true);

    expect([left.pages, left.isOwn, left.walk.rest?.sessionCount, left.sessions.size]).toEqual([0, false, 20, 20]);
    expect((await world.known.readWalk())?.parts).toBe(1);
  });

  test('looks behind every part for sessions that must be on the list', async () => {
    const { world, walk } = aWorld(40);
    await walk();
    const missing = world.listed.find(({ sessionId }) => sessionId === 's-035');
    world.listed = world.listed.filter((session) => session !== missing);
    world.nowMs += walkFreshMs;
    const first = await walk(2);
    const last = await walk();
    world.listed = [...world.listed, ...(missing === undefined ? [] : [missing])];

    // It was asked for by its id, and the platform has it no more.
    expect([first.walk.doubts, last.walk.doubts]).toEqual([[], []]);
    expect(first.walk.rest?.unseenIds).toContain('s-035');
  });

  test('begins again where the platform takes its cursor no more, or after hours', async () => {
    const { world, walk } = aWorld(40);
    await walk(2);
    world.refused = '20';
    const again = await walk();
    world.nowMs += walkFreshMs;
    await walk(2);
    world.refused = '';
    world.nowMs += 7 * 60 * minuteMs;

    expect([again.pages, again.walk.sessionCount]).toEqual([4, 40]);
    expect((await walk()).pages).toBe(4);
  });
});
