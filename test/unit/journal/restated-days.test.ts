import { expect, test } from 'vitest';

import { restatedDaysIn } from '../../../shared/journal/day-entries.ts';
import type { JournalEntry } from '../../../shared/journal/journal-entry.ts';

const entry: JournalEntry = {
  id: 'run/restated/2026-03-12',
  at: '2026-03-15T02:30:00.000Z',
  kind: 'day-restated',
  actor: 'curfew',
  runId: 'run',
  subject: '2026-03-12',
  detail: { totalBefore: 10, totalAfter: 60, userCount: 1, users: [{ userId: 'ann', before: 10, after: 60 }] },
};

test('a restated day is read with what it was, what it is, and whose use moved', () => {
  expect(restatedDaysIn([entry])).toEqual([
    { day: '2026-03-12', beforeCredits: 10, afterCredits: 60, users: [{ userId: 'ann', moreCredits: 50 }] },
  ]);
});

test('entries about anything else, and users that cannot be read, are left out', () => {
  const users = ['ann', null, { userId: 'bob' }];

  expect(restatedDaysIn([{ ...entry, kind: 'day-complete' }])).toEqual([]);
  expect(restatedDaysIn([{ ...entry, detail: { ...entry.detail, users } }])).toMatchObject([{ users: [] }]);
});
