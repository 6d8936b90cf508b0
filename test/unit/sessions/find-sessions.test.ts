import fc from 'fast-check';
import { expect, test } from 'vitest';

import { findSessions } from '../../../shared/sessions/find-sessions.ts';
import { knownAfter, type KnownSession } from '../../../shared/sessions/known-session.ts';

const nowMs = Date.parse('2026-03-10T12:00:00Z');
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

function aSession(facts: Partial<KnownSession> & Pick<KnownSession, 'sessionId'>): KnownSession {
  return { createdAtMs: nowMs - hourMs, updatedAtMs: nowMs, messageCount: 5, childIds: [], askedAtMs: nowMs, ...facts };
}

const limits = { unusualSpreads: 4, runningHoursMax: 12, pendingMinutesMax: 60, errorMessagesMin: 8 };

function found(sessions: readonly KnownSession[], thresholds = {}): readonly string[] {
  const byId = new Map(sessions.map((session) => [session.sessionId, session]));
  return findSessions(byId, { ...limits, ...thresholds }, nowMs).map(
    ({ kind, session }) => `${session.sessionId} ${kind}`,
  );
}

/** Ordinary sessions of so many days. */
function history(days: number): readonly KnownSession[] {
  return Array.from({ length: 30 }, (_, index) =>
    aSession({
      sessionId: `h-${index}`,
      createdAtMs: nowMs - (index % days) * dayMs,
      inclusiveCredits: 100 + 10 * index,
    }),
  );
}

test('a session is over the ceiling from the first credit past it', () => {
  const at = (inclusiveCredits: number) =>
    found([aSession({ sessionId: 's', inclusiveCredits })], { ceilingCredits: 100 });

  expect([at(100), at(101)]).toEqual([[], ['s over-ceiling']]);
});

test('a parent is not over the ceiling for what a child is found for', () => {
  const child = aSession({ sessionId: 'child', inclusiveCredits: 500 });
  const parent = aSession({ sessionId: 'parent', inclusiveCredits: 550, ownCredits: 50, childIds: ['child'] });
  const dear = aSession({ sessionId: 'dear', inclusiveCredits: 650, ownCredits: 150, childIds: ['child'] });

  expect(found([child, parent, dear], { ceilingCredits: 100 })).toEqual(['child over-ceiling', 'dear over-ceiling']);
});

test('credits that the platform did not say are no credits to find', () => {
  expect(found([aSession({ sessionId: 's' })], { ceilingCredits: 0 })).toEqual([]);
});

test('a session far off the usual is found from the third day on, and not before', () => {
  const runaway = aSession({ sessionId: 's', inclusiveCredits: 100_000 });

  expect([found([...history(2), runaway]), found([...history(3), runaway])]).toEqual([[], ['s unusual']]);
});

test('the unit of the credits changes nothing of what is unusual', () => {
  const scaled = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(scaled, (scale) => {
      const sessions = [...history(5), aSession({ sessionId: 's', inclusiveCredits: 100_000 })];
      const inOtherUnit = sessions.map((each) => ({ ...each, inclusiveCredits: (each.inclusiveCredits ?? 0) * scale }));
      expect(found(inOtherUnit)).toEqual(found(sessions));
    }),
    { numRuns: 30 },
  );
});

test('a session is found that was running, or pending, at every look for too long', () => {
  const since = (status: 'running' | 'pending', ms: number) =>
    found([aSession({ sessionId: 's', status, statusSinceMs: nowMs - ms })]);

  expect([since('running', 12 * hourMs), since('running', 13 * hourMs)]).toEqual([[], ['s running-long']]);
  expect([since('pending', hourMs), since('pending', 2 * hourMs)]).toEqual([[], ['s pending-long']]);
});

test('a session that was idle at the last look has not been running since it was made', () => {
  const idle = aSession({ sessionId: 's', createdAtMs: nowMs - 9 * dayMs, status: 'idle', askedAtMs: nowMs - hourMs });
  const { askedAtMs: _, ...now } = { ...idle, status: 'running' as const };

  expect(found([knownAfter(now, idle, { nowMs, asked: true })])).toEqual([]);
});

test('what is archived, or rests for a day, or was seen ended before, is over', () => {
  const inclusiveCredits = 500;
  const over = [
    aSession({ sessionId: 'archived', inclusiveCredits, archivedAt: '2026-03-10T11:00:00Z' }),
    aSession({ sessionId: 'resting', inclusiveCredits, updatedAtMs: nowMs - 25 * hourMs }),
    aSession({ sessionId: 'ended', inclusiveCredits, completedAtMs: nowMs - hourMs, wasEnded: true }),
    aSession({ sessionId: 'just-ended', inclusiveCredits, completedAtMs: nowMs - hourMs }),
  ];

  expect(found(over, { ceilingCredits: 100 })).toEqual(['just-ended over-ceiling']);
});
