import { expect, test } from 'vitest';

import { recentCapChanges } from '../../../../../shared/explanation/use-cases/explain-user.ts';
import type { JournalEntry, JournalKind } from '../../../../../shared/journal/journal-entry.ts';
import { memoryJournal } from '../../../../../shared/journal/store/memory-journal.ts';

function entry(day: string, kind: JournalKind, to: number): JournalEntry {
  const subject = 'ann';
  const binding = { scope: 'default', window: 'month', usedCredits: 1, headroomCredits: 2 };
  const detail = { email: 'ann@acme.example', from: null, to, reason: 'raised', binding };
  return {
    id: `${day}/${subject}/${to}`,
    at: `${day}T02:30:00.000Z`,
    kind,
    actor: 'curfew',
    runId: 'run',
    subject,
    detail,
  };
}

async function changesThrough(through: string, entries: readonly JournalEntry[]) {
  const journal = memoryJournal();
  await journal.append(entries);
  return recentCapChanges(journal, 'ann', { through, countMax: 2 });
}

test('the last changes of one user come newest first, with what became of each', async () => {
  const changes = await changesThrough('2026-03-15', [
    entry('2026-03-01', 'cap-changed', 100),
    entry('2026-03-10', 'cap-changed', 200),
    entry('2026-03-12', 'cap-renewed', 200),
    entry('2026-03-14', 'cap-unknown', 300),
    { ...entry('2026-03-14', 'cap-changed', 999), subject: 'bob' },
    entry('2026-03-16', 'cap-changed', 400),
  ]);

  expect(changes).toEqual([
    expect.objectContaining({ toCredits: 300, outcome: 'unknown', budget: 'default month', runId: 'run' }),
    expect.objectContaining({ toCredits: 200, outcome: 'done' }),
  ]);
});

test('the journal is read two months back and no further', async () => {
  expect(await changesThrough('2026-06-15', [entry('2026-03-01', 'cap-changed', 100)])).toEqual([]);
});

test('the journal is read back for two months at most, until there are enough changes or entries', async () => {
  const asked: unknown[][] = [];
  const reading = (perDay: number, found: readonly JournalEntry[] = []) => ({
    ...memoryJournal(),
    list: async (...args: unknown[]) => {
      asked.push(args);
      return [
        ...found,
        ...Array.from({ length: perDay - found.length }, () => ({
          ...entry('2026-03-01', 'cap-changed', 1),
          subject: 'bob',
        })),
      ];
    },
  });
  const read = async (journal: ReturnType<typeof reading>, countMax = 2) => {
    asked.length = 0;
    const changes = await recentCapChanges(journal as never, 'ann', { through: '2026-03-15', countMax });
    return { days: asked.length, left: asked.map(([, left]) => left), changes };
  };
  const three = [1, 2, 3].map((to) => entry('2026-03-01', 'cap-changed', to));

  expect((await read(reading(0))).days).toBe(62);
  expect((await read(reading(100_000))).left).toEqual([200_000, 100_000]);
  const enough = await read(reading(3, three));
  expect(enough.days).toBe(1);
  expect(enough.changes.map(({ toCredits }) => toCredits)).toEqual([3, 2]);
});
