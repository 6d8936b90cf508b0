import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { countSessions, creditsSince, type SessionTotal } from '../../../../shared/live/totals/session-total.ts';
import type { Session } from '../../../../shared/sessions/session.ts';

const day = '2026-03-15';
/** Not lately, and not so long ago that it is kept no more. */
const restingSinceMs = Date.parse('2026-02-15T12:00:00Z');

function aSession(sessionId: string, facts: Partial<Session> = {}): Session {
  return { sessionId, createdAtMs: 1, updatedAtMs: restingSinceMs, messageCount: 1, childIds: [], ...facts };
}

function listed(...sessions: readonly Session[]): ReadonlyMap<string, Session> {
  return new Map(sessions.map((session) => [session.sessionId, session]));
}

function lookMs(on: string): number {
  return Date.parse(`${on}T12:00:00Z`);
}

/** What is known after some lists were read on days, and by how much the use rose in each. */
function readAll(lists: readonly (readonly [string, ReadonlyMap<string, Session>])[]) {
  const known = new Map<string, SessionTotal>();
  let beforeMs: number | undefined;
  const risen = lists.map(([on, sessions]) => {
    const counted = countSessions(known, sessions, { atMs: lookMs(on), beforeMs });
    beforeMs = lookMs(on);
    counted.changed.forEach((session) => known.set(session.sessionId, session));
    return counted.risenCredits;
  });
  return { known, risen };
}

describe('the sessions of a reading', () => {
  test('count each with its own use alone: those of children count once', () => {
    const parent = aSession('p', { ownCredits: 10, inclusiveCredits: 17, childIds: ['c'] });
    const child = aSession('c', { ownCredits: 7, inclusiveCredits: 7 });

    expect(readAll([[day, listed(parent, child)]]).risen).toEqual([17]);
  });

  test('count children that are not listed by what their parent says, and not again once they are listed', () => {
    const parent = aSession('p', { ownCredits: 10, inclusiveCredits: 17, childIds: ['c'] });
    const child = aSession('c', { ownCredits: 8 });

    expect(
      readAll([
        [day, listed(parent)],
        [day, listed(parent, child)],
        [day, listed(child)],
      ]).risen,
    ).toEqual([17, 1, 0]);
  });

  test('do not rise where a parent names a child that was known before', () => {
    const child = aSession('c', { ownCredits: 7 });
    const parent = (facts: Partial<Session>) => aSession('p', { ownCredits: 10, ...facts });

    expect(
      readAll([
        [day, listed(parent({}), child)],
        [day, listed(parent({ inclusiveCredits: 17, childIds: ['c'] }), child)],
      ]).risen,
    ).toEqual([17, 0]);
  });

  test('count whole where only the figure with all children is said', () => {
    const parent = aSession('p', { inclusiveCredits: 17, childIds: ['unlisted'] });

    expect(readAll([[day, listed(parent)]]).risen).toEqual([17]);
  });

  test('that vanish keep what they had used, and do not count again when they come back', () => {
    const session = aSession('a', { ownCredits: 5 });

    expect(
      readAll([
        [day, listed(session)],
        [day, listed()],
        [day, listed(session)],
      ]).risen,
    ).toEqual([5, 0, 0]);
  });

  test('whose figure falls count as unchanged until it is passed again', () => {
    const figures = [5, 3, 6].map((ownCredits) => [day, listed(aSession('a', { ownCredits }))] as const);

    expect(readAll(figures).risen).toEqual([5, 0, 1]);
  });

  test('that say less than before are counted as fallen while they are at work, and once they rest no longer', () => {
    const updatedAtMs = Date.parse(`${day}T08:00:00Z`);
    const { known } = readAll([[day, listed(aSession('a', { ownCredits: 5 }))]]);
    const fallen = listed(aSession('a', { ownCredits: 4, updatedAtMs }));

    const lookOn = (on: string) => ({ atMs: lookMs(on), beforeMs: lookMs(day) });

    expect(countSessions(known, fallen, lookOn(day)).fallenCount).toBe(1);
    expect(countSessions(known, fallen, lookOn('2026-03-19')).fallenCount).toBe(0);
    expect(countSessions(known, listed(aSession('a', { ownCredits: 5, updatedAtMs })), lookOn(day)).fallenCount).toBe(
      0,
    );
  });

  test('have not fallen where they say fractions that do not add up', () => {
    const figures = [0.001, 0.009, 0.009].map(
      (ownCredits) => [day, listed(aSession('a', { ownCredits, updatedAtMs: lookMs(day) }))] as const,
    );
    const { known } = readAll(figures);

    const again = countSessions(known, figures[2]?.[1] ?? listed(), { atMs: lookMs(day), beforeMs: lookMs(day) });

    expect(0.001 + (0.009 - 0.001)).toBeGreaterThan(0.009);
    expect(again).toMatchObject({ fallenCount: 0, risenCredits: 0, changed: [] });
  });

  test('that say nothing any more of what they used are counted as silent, and new ones are not', () => {
    const { known } = readAll([[day, listed(aSession('a', { ownCredits: 5 }))]]);

    expect(
      countSessions(known, listed(aSession('a'), aSession('b')), { atMs: lookMs(day), beforeMs: lookMs(day) }),
    ).toMatchObject({
      silentCount: 1,
      risenCredits: 0,
    });
  });

  test('of the first reading of all are nobody’s use of that day', () => {
    const session = (ownCredits: number) => listed(aSession('a', { ownCredits }));
    const { known, risen } = readAll([
      [day, session(500)],
      [day, session(520)],
    ]);

    expect(risen).toEqual([500, 20]);
    expect([...known.values()].map((total) => creditsSince(total, day))).toEqual([20]);
  });

  test('show what was used since a day began, as long as its figures may be missing', () => {
    const on = (at: string, ownCredits: number) => [at, listed(aSession('a', { ownCredits }))] as const;
    const { known } = readAll([
      on('2026-03-13', 5),
      on('2026-03-13', 10),
      on('2026-03-14', 30),
      on(day, 60),
      on(day, 100),
    ]);
    const total = known.get('a');

    expect(
      total === undefined ? [] : ['2026-03-14', day, '2026-03-16'].map((since) => creditsSince(total, since)),
    ).toEqual([90, 70, 0]);
  });

  test('that rest for longer than they are kept are not counted again, and not stored', () => {
    const old = (updatedAtMs: number) => listed(aSession('a', { ownCredits: 5, updatedAtMs }));
    const daysAgo = (days: number) => lookMs(day) - days * 86_400_000;
    const look = { atMs: lookMs(day), beforeMs: lookMs(day) };

    expect(countSessions(new Map(), old(daysAgo(60)), look)).toMatchObject({ risenCredits: 0, changed: [] });
    expect(countSessions(new Map(), old(daysAgo(59)), look)).toMatchObject({ risenCredits: 5, changed: [{}] });
  });

  test('never rise by less than what was used, whatever is missing from a list in between', () => {
    const use = fc.array(
      fc.record({ rises: fc.array(fc.nat(50), { minLength: 3, maxLength: 3 }), isShown: fc.boolean() }),
      {
        minLength: 1,
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(use, (looks) => {
        const used = [0, 0, 0];
        const lists = looks.map(({ rises, isShown }, at) => {
          rises.forEach((rise, index) => (used[index] = (used[index] ?? 0) + rise));
          const shown = used.flatMap((ownCredits, index) =>
            // All are shown at last, and one may be missing before.
            at === looks.length - 1 || isShown || index > 0 ? [aSession(`s${index}`, { ownCredits })] : [],
          );
          return [day, listed(...shown)] as const;
        });

        expect(readAll(lists).risen.reduce((sum, each) => sum + each, 0)).toBe(
          used.reduce((sum, each) => sum + each, 0),
        );
      }),
      { numRuns: 50 },
    );
  });
});
