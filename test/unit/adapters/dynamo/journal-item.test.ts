import { expect, test } from 'vitest';

import { journalEntry } from '../../../../shared/journal/store/journal-item.ts';

test('the detail of a journal entry reads in one order, whatever order the table returns', () => {
  const entryOf = (detail: Record<string, unknown>) =>
    JSON.stringify(
      journalEntry(
        {
          day: '2026-11-24',
          entry: '2026-11-24T10:00:00.000Z#1',
          id: '1',
          at: '2026-11-24T10:00:00.000Z',
          kind: 'budget-set',
          actor: 'ada',
          detail,
        },
        'journal',
      ),
    );

  expect(entryOf({ window: 'week', amount: { b: 1, a: [2] } })).toBe(
    entryOf({ amount: { a: [2], b: 1 }, window: 'week' }),
  );
});
