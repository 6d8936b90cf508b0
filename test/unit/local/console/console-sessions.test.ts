import { describe, expect, test } from 'vitest';

import { consoleSessions } from '../../../../local/console/console-sessions.ts';
import { callerOfClaims, callerOfMachine } from '../../../../shared/kernel/access/caller.ts';

const own = callerOfMachine('ada');
const viewer = callerOfClaims({ sub: 'v', email: 'viewer@acme.example', emailVerified: true });
const hourMs = 3_600_000;

function sessionsAt(startMs = 0) {
  const clock = { nowMs: startMs };
  return { clock, sessions: consoleSessions(own, () => clock.nowMs) };
}

function opened({ sessions }: ReturnType<typeof sessionsAt>) {
  const session = sessions.open(sessions.newLink());
  expect(session).toBeDefined();
  return session ?? { cookie: '', key: '' };
}

describe('sessions of the console', () => {
  test('a link signs in once', () => {
    const { sessions } = sessionsAt();
    const secret = sessions.newLink();

    expect(sessions.open(secret)).toBeDefined();
    expect(sessions.open(secret)).toBeUndefined();
    expect(sessions.open('')).toBeUndefined();
  });

  test('a link is good for an hour', () => {
    const { clock, sessions } = sessionsAt();
    const [early, late] = [sessions.newLink(), sessions.newLink()];

    clock.nowMs = hourMs;
    expect(sessions.open(early)).toBeDefined();
    clock.nowMs = hourMs + 1;
    expect(sessions.open(late)).toBeUndefined();
  });

  test('cookie and key prove somebody together, and neither does alone or with that of another session', () => {
    const world = sessionsAt();
    const [one, other] = [opened(world), opened(world)];

    expect(world.sessions.find(one)).toEqual(own);
    expect(world.sessions.find({ ...one, key: '' })).toBeUndefined();
    expect(world.sessions.find({ ...one, cookie: '' })).toBeUndefined();
    expect(world.sessions.find({ ...one, key: other.key })).toBeUndefined();
  });

  test('a session ends when it is not used for twelve hours, or when somebody signs out', () => {
    const world = sessionsAt();
    const [idle, left] = [opened(world), opened(world)];

    world.clock.nowMs = 11 * hourMs;
    expect(world.sessions.find(idle)).toEqual(own);
    world.clock.nowMs = 23 * hourMs;
    expect(world.sessions.find(idle)).toEqual(own);
    expect(world.sessions.find(left)).toBeUndefined();
    world.sessions.end(idle);
    expect(world.sessions.find(idle)).toBeUndefined();
  });

  test('a session may look as somebody else, and as itself again', () => {
    const world = sessionsAt();
    const session = opened(world);

    world.sessions.lookAs(session, viewer);
    expect(world.sessions.find(session)).toEqual(viewer);
    world.sessions.lookAs(session, undefined);
    expect(world.sessions.find(session)).toEqual(own);
  });
});
