import fc from 'fast-check';
import { expect, test } from 'vitest';

import { addDays } from '../../../shared/kernel/time/day.ts';
import { netChanges } from '../../../shared/roster/net-changes.ts';
import type { KnownUser, RosterUser } from '../../../shared/roster/person.ts';
import { diffRoster } from '../../../shared/roster/roster-change.ts';

const ann = { userId: 'ann', email: 'ann@acme.example' };
const bob = { userId: 'bob', email: 'bob@acme.example' };
const cleo = { userId: 'cleo', email: 'cleo@acme.example' };

function instantOf(night: number): string {
  return `${addDays('2026-03-01', night)}T02:30:00.000Z`;
}

/** The users table after some nights, each with a roster of its own. */
function after(nights: readonly (readonly RosterUser[])[]): readonly KnownUser[] {
  let known: readonly KnownUser[] = [];
  for (const [night, read] of nights.entries()) {
    const at = instantOf(night);
    const { changed } = diffRoster(known, read, { today: at.slice(0, 10), at, isWhole: true });
    known = [...new Map([...known, ...changed].map((user) => [user.userId, user])).values()];
  }
  return known;
}

function changesOf(nights: readonly (readonly RosterUser[])[], from = 0) {
  const span = { after: instantOf(from), through: instantOf(nights.length - 1) };
  return netChanges(after(nights), span).map(({ kind, user, at }) => `${user.userId} ${kind} ${at.slice(0, 10)}`);
}

test('who joins, leaves, comes back or has another email is reported with the day on which the roster showed it', () => {
  const moved = { ...cleo, email: 'cleo@new.example' };

  expect(changesOf([[ann, cleo], [cleo], [cleo, bob], [moved, bob]])).toEqual([
    'bob joined 2026-03-03',
    'ann left 2026-03-02',
    'cleo email-changed 2026-03-04',
  ]);
  expect(changesOf([[ann, bob], [bob], [ann, bob]], 1)).toEqual(['ann returned 2026-03-03']);
});

test('a user whom one reading missed has not changed, and nor has one who came and went', () => {
  expect(changesOf([[ann, bob], [bob], [ann, bob]])).toEqual([]);
  expect(changesOf([[ann], [ann, bob], [ann]])).toEqual([]);
  expect(changesOf([[ann], [{ ...ann, email: 'a@new.example' }], [ann]])).toEqual([]);
});

test('who has no email any more has changed it', () => {
  expect(changesOf([[ann], [{ userId: 'ann' }]])).toEqual(['ann email-changed 2026-03-02']);
});

test('whoever was there on the first reading of all has not joined', () => {
  const [user] = after([[ann]]);

  expect(netChanges([user ?? ann], { after: '', through: '9' })).toEqual([]);
});

test('spans that follow each other tell every user’s way from the first to the last reading', () => {
  const night = fc.subarray([ann, bob, cleo]);

  fc.assert(
    fc.property(fc.array(night, { minLength: 2, maxLength: 6 }), fc.nat(5), (nights, cut) => {
      const users = after([[ann, bob, cleo], ...nights]);
      const last = instantOf(nights.length);
      const middle = instantOf(Math.min(cut, nights.length));
      const there = new Set(['ann', 'bob', 'cleo']);
      const spans = [
        { after: instantOf(0), through: middle },
        { after: middle, through: last },
      ];
      for (const { kind, user } of spans.flatMap((span) => netChanges(users, span))) {
        expect(there.has(user.userId)).toBe(kind === 'left');
        if (kind === 'left') {
          there.delete(user.userId);
        } else {
          there.add(user.userId);
        }
      }
      expect([...there].toSorted()).toEqual((nights.at(-1) ?? []).map(({ userId }) => userId).toSorted());
    }),
    { numRuns: 50 },
  );
});
