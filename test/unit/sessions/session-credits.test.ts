import fc from 'fast-check';
import { expect, test } from 'vitest';

import { creditsOf, sessionCosts } from '../../../shared/sessions/session-credits.ts';
import { matchesPattern } from '../../../shared/sessions/session-policy.ts';
import type { Session } from '../../../shared/sessions/session.ts';

const base = { createdAtMs: 0, updatedAtMs: 0, messageCount: 1, childIds: [] };

function byId(...sessions: readonly Session[]): ReadonlyMap<string, Session> {
  return new Map(sessions.map((session) => [session.sessionId, session]));
}

test('a figure that is missing follows from the other one and the children, and else stays unknown', () => {
  const child: Session = { ...base, sessionId: 'child', inclusiveCredits: 30 };
  const silent: Session = { ...base, sessionId: 'silent' };
  const withOwn: Session = { ...base, sessionId: 'own', ownCredits: 10, childIds: ['child'] };
  const withBoth: Session = { ...base, sessionId: 'both', inclusiveCredits: 50, childIds: ['child'] };
  const unsure: Session = { ...base, sessionId: 'unsure', ownCredits: 10, childIds: ['silent'] };
  const all = byId(child, silent, withOwn, withBoth, unsure);

  expect(creditsOf(withOwn, all)).toEqual({ own: 10, inclusive: 40 });
  expect(creditsOf(withBoth, all)).toEqual({ own: 20, inclusive: 50 });
  expect(creditsOf(unsure, all)).toEqual({ own: 10, inclusive: undefined });
  expect(creditsOf(silent, all)).toEqual({ own: undefined, inclusive: undefined });
});

test('the costs of all sessions add up to the credits of the roots: no child is counted twice', () => {
  const credits = fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(credits, ([own = 0, ...children]) => {
      const childSessions = children.map((each, index): Session => ({
        ...base,
        sessionId: `c${index}`,
        inclusiveCredits: each,
      }));
      const inclusiveCredits = own + children.reduce((sum, each) => sum + each, 0);
      const childIds = childSessions.map(({ sessionId }) => sessionId);
      const root: Session = { ...base, sessionId: 'root', inclusiveCredits, childIds };
      const costs = sessionCosts(byId(root, ...childSessions), 'model');
      expect(costs).toEqual([{ name: 'none', sessions: children.length + 1, unknown: 0, credits: inclusiveCredits }]);
    }),
    { numRuns: 50 },
  );
});

test.each([
  ['release/*', 'Release/2026', true],
  ['*hotfix*', 'a HotFix b', true],
  ['a*b*c', 'a-c-b', false],
  ['ab', 'abc', false],
  ['a*a', 'a', false],
  ['*', '', true],
])('the pattern %s on %s: %s', (pattern, text, matches) => {
  expect(matchesPattern(text, pattern)).toBe(matches);
});
