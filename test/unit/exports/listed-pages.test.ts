import { expect, test } from 'vitest';

import { listedPages } from '../../../shared/exports/export-source.ts';
import { memoryJournal } from '../../../shared/journal/store/memory-journal.ts';
import { findEntries } from '../../../shared/journal/use-cases.ts';

const range = { from: '2026-03-01', through: '2026-03-03' };

async function entriesOf(read: Parameters<typeof listedPages>[2]) {
  const found: unknown[] = [];
  for await (const page of listedPages('journal', range, read)) {
    found.push(...page.map(({ id }) => id));
  }
  return found;
}

test('an export has each entry of the journal, however many a day has', async () => {
  const journal = memoryJournal();
  const ids = ['01', '02', '03', '04'].flatMap((day) => Array.from({ length: 300 }, (_, index) => `${day}/${index}`));
  await journal.append(
    ids.map((id) => ({
      id,
      at: `2026-03-${id.slice(0, 2)}T02:30:00.000Z`,
      kind: 'run-finished' as const,
      actor: 'curfew',
      detail: {},
    })),
  );

  const found = await entriesOf(async ({ from = '', through = '', count }) => {
    const wanted = { range: { from, through }, isNewestFirst: false };
    return { rows: (await findEntries(journal, wanted, Number(count))).map(({ id }) => ({ id })), next: null };
  });

  expect(new Set(found)).toEqual(new Set(ids.filter((id) => !id.startsWith('04'))));
  expect(found).toHaveLength(900);
});

test('a day with more entries than an answer has is refused by name, not cut', async () => {
  const read = async () => Promise.resolve({ rows: [], next: null, place: { total: 99_999 } });

  await expect(entriesOf(read)).rejects.toThrow('the journal of 2026-03-01 has 99999 entries or more');
});

test('a list that is exported as it is now is asked for no days', async () => {
  const asked: object[] = [];
  const read = async (query: object) => {
    asked.push(query);
    return Promise.resolve({ rows: [], next: null });
  };

  await Array.fromAsync(listedPages('alerts', undefined, read));

  expect(asked.map((query) => Object.keys(query))).toEqual([['status', 'limit', 'cursor']]);
});
