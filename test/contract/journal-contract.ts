import { beforeEach, describe, expect, test } from 'vitest';

import type { JournalEntry } from '../../shared/journal/journal-entry.ts';
import type { Journal } from '../../shared/kernel/runs/ports.ts';

function anEntry(id: string, at: string, facts: Partial<JournalEntry> = {}): JournalEntry {
  return { id, at, kind: 'cap-changed', actor: 'curfew', detail: {}, ...facts };
}

const march = { from: '2026-03-01', through: '2026-03-31' };

export function describeJournal(name: string, makeJournal: () => Promise<Journal>): void {
  describe(`the journal ${name}`, () => {
    let journal: Journal;
    beforeEach(async () => {
      journal = await makeJournal();
    });

    test('keeps every fact of an entry', async () => {
      const entry = anEntry('e-1', '2026-03-05T02:30:00.000Z', {
        runId: 'enforce-1',
        subject: 'user-1',
        detail: { from: null, to: 12, share: 0.25, isNew: true, list: ['a', 1], map: { deep: '' } },
      });
      await journal.append([entry]);

      const entries = await journal.list(march, 10);

      expect(entries).toEqual([entry]);
    });

    test('lists a range ascending by time, both ends included', async () => {
      const times = [
        '2026-03-31T23:59:59.999Z',
        '2026-04-01T00:00:00.000Z',
        '2026-03-01T00:00:00.000Z',
        '2026-02-28T23:59:59.999Z',
      ];
      await journal.append(times.map((at, index) => anEntry(`e-${index}`, at)));

      const entries = await journal.list(march, 10);

      expect(entries.map(({ at }) => at)).toEqual(['2026-03-01T00:00:00.000Z', '2026-03-31T23:59:59.999Z']);
    });

    test('lists no more than asked for, across days', async () => {
      await journal.append(
        ['01', '01', '02', '03'].map((day, index) => anEntry(`e-${index}`, `2026-03-${day}T00:00:00.000Z`)),
      );

      const entries = await journal.list(march, 3);

      expect(entries.map(({ id }) => id)).toEqual(['e-0', 'e-1', 'e-2']);
    });

    test('lists entries about one subject alone, also of many that a run wrote at once', async () => {
      const run = { runId: 'enforce-1' };
      const many = Array.from({ length: 20 }, (_none, index) =>
        anEntry(`e-${index}`, '2026-03-05T00:00:00.000Z', { ...run, subject: `user-${index % 10}` }),
      );
      await journal.append([...many, anEntry('e-99', '2026-03-06T00:00:00.000Z', { subject: 'user-3' })]);

      const entries = await journal.list(march, 10, ['cap-changed'], 'user-3');

      expect(entries.map(({ id }) => id)).toEqual(['e-13', 'e-3', 'e-99']);
      expect(await journal.list(march, 1, undefined, 'user-3')).toHaveLength(1);
      expect(await journal.list(march, 10, ['cap-changed'], 'user-30')).toEqual([]);
    });

    test('lists the last entries of a range from its end, ascending, each once, also of many that a run wrote at once', async () => {
      const run = { runId: 'enforce-1' };
      const many = Array.from({ length: 12 }, (_none, index) =>
        anEntry(`e-${String(index).padStart(2, '0')}`, '2026-03-05T02:30:00.000Z', {
          ...run,
          subject: `user-${index}`,
        }),
      );
      await journal.append(many);
      await journal.append([...many.slice(6), anEntry('e-99', '2026-03-06T00:00:00.000Z')]);
      const fromEnd = { ...march, isFromEnd: true };

      const [few, all] = await Promise.all([3, 100].map(async (countMax) => journal.list(fromEnd, countMax)));

      expect(few).toEqual([...many.slice(-2), anEntry('e-99', '2026-03-06T00:00:00.000Z')]);
      expect(all).toEqual(await journal.list(march, 100));
    });

    test('lists entries of some kinds alone, and no more of them than asked for', async () => {
      const kinds = ['cap-changed', 'budget-changed', 'cap-changed', 'team-changed', 'budget-changed'] as const;
      await journal.append(kinds.map((kind, index) => anEntry(`e-${index}`, '2026-03-05T00:00:00.000Z', { kind })));

      const [all, few] = await Promise.all(
        [10, 2].map(async (countMax) => journal.list(march, countMax, ['budget-changed', 'team-changed'])),
      );

      expect(all?.map(({ id }) => id)).toEqual(['e-1', 'e-3', 'e-4']);
      expect(few?.map(({ id }) => id)).toEqual(['e-1', 'e-3']);
    });

    test('writes an entry once, and ignores a later one under its id', async () => {
      const first = anEntry('e-1', '2026-03-05T00:00:00.000Z', { detail: { to: 1 } });
      await journal.append([first]);
      await journal.append([{ ...first, detail: { to: 2 } }, anEntry('e-2', first.at)]);

      const entries = await journal.list(march, 10);

      expect(entries.filter(({ kind }) => kind !== 'entry-refused')).toEqual([first, anEntry('e-2', first.at)]);
    });

    test('keeps an entry that is refused under an id of its own, once, and nothing of one that is written again', async () => {
      const first = anEntry('e-1', '2026-03-05T00:00:00.000Z', { detail: { to: 1 } });
      await journal.append([first]);
      await journal.append([{ ...first, actor: 'ann' }]);
      await journal.append([{ ...first, actor: 'ann' }, first]);

      const [, refused, ...more] = await journal.list(march, 10);

      expect(refused).toMatchObject({
        kind: 'entry-refused',
        actor: 'ann',
        subject: 'e-1',
        detail: { kind: first.kind },
      });
      expect(more).toEqual([]);
    });

    test('writes the first of two entries that carry one id in one call', async () => {
      const first = anEntry('e-1', '2026-03-05T00:00:00.000Z', { detail: { to: 1 } });
      await journal.append([first, { ...first, detail: { to: 2 } }, first]);

      const entries = await journal.list(march, 10);

      expect(entries[0]).toEqual(first);
      expect(entries.map(({ kind }) => kind)).toEqual([first.kind, 'entry-refused']);
    });

    test('keeps what a run reports of many users as single entries, and those that it reports again once', async () => {
      const ofRun = (from: number, through: number): readonly JournalEntry[] =>
        Array.from({ length: through - from + 1 }, (_, index) =>
          anEntry(`enforce-1/cap/user-${1_000 + from + index}`, '2026-03-05T02:30:00.000Z', {
            runId: 'enforce-1',
            subject: `user-${from + index}`,
            detail: { from: null, to: from + index, list: ['a'] },
          }),
        );
      const between = {
        ...anEntry('enforce-1/cap/user-1005b', '2026-03-05T02:30:00.000Z'),
        kind: 'cap-failed',
      } as const;
      const before = anEntry('before', '2026-03-05T02:29:59.999Z');
      await journal.append([...ofRun(1, 150), between, before]);
      // As it was, after a lost answer, and in other batches.
      await journal.append(ofRun(1, 150));
      await journal.append(ofRun(120, 170));

      const [all, few, failed, none] = await Promise.all([
        journal.list(march, 1_000),
        journal.list(march, 3),
        journal.list(march, 10, ['cap-failed']),
        journal.list(march, 10, ['team-changed']),
      ]);

      const caps = ofRun(1, 170);
      expect(all).toEqual([before, ...caps.slice(0, 5), between, ...caps.slice(5)]);
      expect(few).toEqual(all.slice(0, 3));
      expect(failed).toEqual([between]);
      expect(none).toEqual([]);
    });

    test('takes more entries than one transaction holds', async () => {
      const many = Array.from({ length: 230 }, (_, index) => anEntry(`e-${1_000 + index}`, '2026-03-05T00:00:00.000Z'));
      await journal.append(many);

      const entries = await journal.list(march, 1_000);

      expect(entries).toEqual(many);
    });
  });
}
