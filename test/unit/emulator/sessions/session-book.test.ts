import { describe, expect, test } from 'vitest';
import { sessionBook } from '../../../../emulator/state/sessions/session-book.ts';
import { aWorld, memorySlices } from '../../../support/emulator-world.ts';

const now = '2026-03-12T15:00:00Z';
const computerIds = ['computer-a', 'computer-b'];
const dayMs = 86_400_000;

function creditsOf(settings: object, field = 'tokenUsage'): number {
  return (settings as Record<string, { serviceCredits: number }>)[field]?.serviceCredits ?? 0;
}

describe('the list', () => {
  test('is the same for the same seed', () => {
    const once = sessionBook(aWorld({ now }), computerIds).list();

    const again = sessionBook(aWorld({ now }), computerIds).list();

    expect(again).toEqual(once);
  });

  test.each([1, 40, 10_000])('is bounded and within fourteen days for %i people', (users) => {
    const sessions = sessionBook(aWorld({ now, users }), computerIds).list();

    expect(sessions.length).toBeGreaterThan(30);
    expect(sessions.length).toBeLessThanOrEqual(400);
    for (const { createdAt, updatedAt } of sessions) {
      expect(createdAt).toBeGreaterThan(Date.parse(now) - 14 * dayMs);
      expect(createdAt).toBeLessThanOrEqual(updatedAt);
      expect(updatedAt).toBeLessThanOrEqual(Date.parse(now));
    }
  });

  test('is ordered from the newest start, each session once', () => {
    const sessions = sessionBook(aWorld({ now }), computerIds).list();

    const starts = sessions.map(({ createdAt }) => createdAt);

    expect(starts).toEqual(starts.toSorted((a, b) => b - a));
    expect(new Set(sessions.map(({ sessionId }) => sessionId)).size).toBe(sessions.length);
  });

  test('gains new sessions and keeps the course of the old ones as the clock moves on', () => {
    const world = aWorld({ now });
    const book = sessionBook(world, computerIds);
    const before = new Map(book.list().map((session) => [session.sessionId, session]));

    world.clock.moveTo(Date.parse(now) + dayMs);

    const after = book.list();
    expect(after.some(({ sessionId }) => !before.has(sessionId))).toBe(true);
    for (const session of after) {
      const earlier = before.get(session.sessionId);
      expect(session.messageCount).toBeGreaterThanOrEqual(earlier?.messageCount ?? 0);
      expect(creditsOf(session.sessionSettings)).toBeGreaterThanOrEqual(creditsOf(earlier?.sessionSettings ?? {}));
    }
  });

  test('holds only the sessions of a computer when one is named', () => {
    const book = sessionBook(aWorld({ now }), computerIds);

    const connected = book.list('computer-a');

    expect(connected.length).toBeGreaterThan(0);
    expect(connected.every(({ computerId }) => computerId === 'computer-a')).toBe(true);
    expect(book.list('computer-z')).toEqual([]);
  });

  test('is empty in an empty world', () => {
    expect(sessionBook(aWorld({ now, empty: true }), computerIds).list()).toEqual([]);
  });
});

describe('the courses', () => {
  test.each([0, 1, 2, 3, 4, 5, 6])('include a runaway that burns more with every hour (day %i)', (day) => {
    const world = aWorld({ now: new Date(Date.parse(now) + day * dayMs).toISOString() });
    const book = sessionBook(world, computerIds);
    const running = book
      .plans()
      .filter(({ character, sessionId }) => character === 'runaway' && book.find(sessionId)?.status === 'running');

    const before = running.map(({ sessionId }) => creditsOf(book.find(sessionId)?.sessionSettings ?? {}));
    world.clock.moveTo(world.clock.now() + 3_600_000);
    const after = running.map(({ sessionId }) => creditsOf(book.find(sessionId)?.sessionSettings ?? {}));

    expect(before.length).toBeGreaterThan(0);
    expect(after.every((credits, index) => credits > (before[index] ?? 0))).toBe(true);
  });

  test('include a loop in which most tool messages are errors', () => {
    const book = sessionBook(aWorld({ now }), computerIds);
    const looping = book.plans().filter(({ character }) => character === 'looping');

    const errors = looping.map(
      ({ sessionId }) => (book.messages(sessionId) ?? []).filter(({ message }) => message.isError === true).length,
    );

    expect(Math.max(...errors)).toBeGreaterThan(40);
  });

  test('count the children of a session in its inclusive usage', () => {
    const book = sessionBook(aWorld({ now }), computerIds);
    const parent = book.plans().find(({ children }) => children.length > 0);
    const session = book.find(parent?.sessionId ?? '');
    const children = (parent?.children ?? []).map(({ sessionId }) => book.find(sessionId));

    const own = creditsOf(session?.sessionSettings ?? {});
    const ofChildren = children.reduce((sum, child) => sum + creditsOf(child?.sessionSettings ?? {}), 0);

    expect(children).toHaveLength(2);
    expect(ofChildren).toBeGreaterThan(0);
    expect(creditsOf(session?.sessionSettings ?? {}, 'inclusiveTokenUsage')).toBe(own + ofChildren);
  });

  test('belong to people of the roster', () => {
    const world = aWorld({ now });
    const emails = new Set(world.organization.usersAt(0).map(({ email }) => email));

    const owners = sessionBook(world, computerIds).plans();

    expect(owners.every(({ ownerEmail }) => emails.has(ownerEmail))).toBe(true);
  });
});

describe('messages', () => {
  test('are as many as the session says, in the order of time, each pointing to the one before', () => {
    const book = sessionBook(aWorld({ now }), computerIds);

    for (const { sessionId, messageCount, createdAt } of book.list().slice(0, 40)) {
      const messages = (book.messages(sessionId) ?? []).map(({ message }) => message);
      expect(messages).toHaveLength(messageCount);
      expect(messages[0]?.createdAt).toBe(createdAt);
      expect(messages.slice(1).map(({ parentId }) => parentId)).toEqual(messages.slice(0, -1).map(({ id }) => id));
      const times = messages.map((message) => message.createdAt);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    }
  });

  test('show every documented field somewhere', () => {
    const book = sessionBook(aWorld({ now }), computerIds);

    const fields = new Set(
      book
        .list()
        .slice(0, 40)
        .flatMap(({ sessionId }) => (book.messages(sessionId) ?? []).flatMap(({ message }) => Object.keys(message))),
    );

    // Written by hand from platform-api.md, "Session message".
    expect([...fields].toSorted()).toEqual(
      [
        'id',
        'content',
        'createdAt',
        'updatedAt',
        'parentId',
        'vendorAMessageId',
        'vendorAEncryptedContent',
        'vendorAReasoningId',
        'vendorAReasoningSummary',
        'vendorBThoughtSignature',
        'chatCompletionReasoningContent',
        'isUserVisible',
        'isError',
      ].toSorted(),
    );
  });
});

describe('an update', () => {
  test('replaces the fields given, keeps the others, and moves updatedAt even on a standing clock', () => {
    const book = sessionBook(aWorld({ now }), computerIds);
    const before = book.find(book.list()[0]?.sessionId ?? '');
    const id = before?.sessionId ?? '';

    const first = book.patch(id, { model: 'cirrus-mini' });
    const second = book.patch(id, { tags: [] });

    expect(second?.sessionSettings).toEqual({ ...before?.sessionSettings, model: 'cirrus-mini', tags: [] });
    expect(first?.updatedAt).toBeGreaterThan(before?.updatedAt ?? 0);
    expect(second?.updatedAt).toBeGreaterThan(first?.updatedAt ?? 0);
  });

  test('outlives a restart', () => {
    const saved = memorySlices();
    const book = sessionBook(aWorld({ now, saved }), computerIds);
    const id = book.list()[0]?.sessionId ?? '';
    const patched = book.patch(id, { disabledToolIds: ['browser'] });

    const again = sessionBook(aWorld({ now, saved }), computerIds).find(id);

    expect(again).toEqual(patched);
  });

  test('stops a session that it archives', () => {
    const world = aWorld({ now });
    const book = sessionBook(world, computerIds);
    const runaway = book
      .plans()
      .find(({ character, sessionId }) => character === 'runaway' && book.find(sessionId)?.status === 'running');
    const archived = book.patch(runaway?.sessionId ?? '', { archivedAt: now });

    world.clock.moveTo(Date.parse(now) + dayMs);

    const later = book.find(runaway?.sessionId ?? '');
    expect(later?.messageCount).toBe(archived?.messageCount);
    expect(later?.status).toBe('idle');
    expect(creditsOf(later?.sessionSettings ?? {})).toBe(creditsOf(archived?.sessionSettings ?? {}));
  });
});
