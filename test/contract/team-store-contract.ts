import { beforeEach, describe, expect, test } from 'vitest';

import type { JournalEntry } from '../../shared/journal/journal-entry.ts';
import { StaleRecordError, type TeamStore } from '../../shared/kernel/records/ports.ts';
import type { RecordEdit } from '../../shared/kernel/records/record-edit.ts';
import type { NameKey } from '../../shared/kernel/records/record-kind.ts';
import type { Journal } from '../../shared/kernel/runs/ports.ts';
import type { TeamTerms } from '../../shared/teams/team.ts';
import { rules } from '../support/teams.ts';

/** A store, the journal that it writes to, and the hand of an admin with the tools of the table. */
export interface TeamBench {
  readonly store: TeamStore;
  readonly journal: Journal;
  writeByHand(row: Record<string, unknown> & { readonly name: string }): Promise<void>;
  removeByHand(name: string): Promise<void>;
}

const author = { name: 'ada@x.example', at: '2026-03-15T10:00:00.000Z' };
const march = { from: '2026-03-01', through: '2026-03-31' };

function terms(members: readonly string[], facts: Partial<TeamTerms> = {}): TeamTerms {
  return { name: 'web', members: rules(...members), position: 1, ...facts };
}

function anEdit(seenVersion: number, edited?: TeamTerms): RecordEdit<NameKey, TeamTerms> {
  return {
    key: { name: edited?.name ?? 'web' },
    seenVersion,
    version: seenVersion + 1,
    by: author.name,
    at: author.at,
    way: 'command',
    ...(edited && { terms: edited }),
  };
}

function anEntry(id: string): JournalEntry {
  return { id, at: author.at, kind: 'team-changed', actor: author.name, detail: {} };
}

export function describeTeamStore(name: string, makeBench: () => Promise<TeamBench>): void {
  describe(`the team store ${name}`, () => {
    let bench: TeamBench;
    beforeEach(async () => {
      bench = await makeBench();
    });

    async function teams() {
      return (await bench.store.list()).teams;
    }
    async function entryIds() {
      return (await bench.journal.list(march, 100)).map(({ id }) => id);
    }

    test('adds a team with version 1, every rule in its order, its author, and its journal entry', async () => {
      const all = terms(['b@x.example', 'a@x.example', '*@*.y.example', 'metadata.a b=C=d'], { name: 'Core : α' });
      await bench.store.edit(anEdit(0, all), anEntry('e-1'));

      expect(await teams()).toEqual([{ ...all, version: 1, updatedBy: author.name, updatedAt: author.at }]);
      expect(await entryIds()).toEqual(['e-1']);
    });

    test('replaces a team on the version that was seen', async () => {
      await bench.store.edit(anEdit(0, terms(['a@x.example'])), anEntry('e-1'));
      await bench.store.edit(anEdit(1, terms(['b@x.example'], { position: 4 })), anEntry('e-2'));

      expect(await teams()).toMatchObject([{ members: rules('b@x.example'), position: 4, version: 2 }]);
      expect(await entryIds()).toEqual(['e-1', 'e-2']);
    });

    test('refuses an edit on a version that is not the last, with no trace in the journal', async () => {
      await bench.store.edit(anEdit(0, terms(['a@x.example'])), anEntry('e-1'));

      const edits = [0, 7].map(async (seenVersion) =>
        bench.store.edit(anEdit(seenVersion, terms(['b@x.example'])), anEntry('e-2')),
      );

      const stale = { status: 'rejected', reason: expect.any(StaleRecordError) };
      expect(await Promise.allSettled(edits)).toEqual([stale, stale]);
      expect(await teams()).toMatchObject([{ version: 1 }]);
      expect(await entryIds()).toEqual(['e-1']);
    });

    test('takes an edit that was made already as done, once', async () => {
      await bench.store.edit(anEdit(0, terms(['a@x.example'])), anEntry('e-1'));
      await bench.store.edit(anEdit(0, terms(['a@x.example'])), anEntry('e-1'));

      expect(await teams()).toMatchObject([{ version: 1 }]);
      expect(await entryIds()).toEqual(['e-1']);
    });

    test('takes an edit as done whose entry is in the journal, though the team has moved on', async () => {
      await bench.store.edit(anEdit(0, terms(['a@x.example'])), anEntry('e-1'));
      await bench.store.edit(anEdit(1, terms(['b@x.example'])), anEntry('e-2'));
      await bench.store.edit(anEdit(0, terms(['a@x.example'])), anEntry('e-1'));

      expect(await teams()).toMatchObject([{ version: 2, members: rules('b@x.example') }]);
    });

    test('removes a team on the version that was seen, and takes the same removal as done', async () => {
      await bench.store.edit(anEdit(0, terms(['a@x.example'])), anEntry('e-1'));
      await bench.store.edit(anEdit(1), anEntry('e-2'));
      await bench.store.edit(anEdit(1), anEntry('e-2'));

      expect(await teams()).toEqual([]);
      expect(await entryIds()).toEqual(['e-1', 'e-2']);
    });

    test('refuses to remove what is not there', async () => {
      const removal = bench.store.edit(anEdit(0), anEntry('e-1'));

      await expect(removal).rejects.toThrow(StaleRecordError);
      expect(await entryIds()).toEqual([]);
    });

    test('reads a row that was written by hand, and edits and removes it on version 0', async () => {
      await bench.writeByHand({ name: 'web', members: ['A@x.example'] });
      await bench.writeByHand({ name: 'ops', members: ['*@ops.example'], position: 3 });

      const byHand = await teams();
      await bench.store.edit(anEdit(0, terms(['b@x.example'])), anEntry('e-1'));
      await bench.store.edit({ ...anEdit(0), key: { name: 'ops' } }, anEntry('e-2'));

      expect(byHand).toMatchObject([
        { name: 'ops', position: 3, version: 0, updatedBy: 'unknown' },
        { name: 'web', members: rules('a@x.example'), version: 0 },
      ]);
      expect(await teams()).toMatchObject([{ name: 'web', version: 1 }]);
    });

    test('finds a row and its last version, and adopts a direct edit: the row gets version and author, once', async () => {
      await bench.store.edit(anEdit(0, terms(['a@x.example'])), anEntry('e-1'));
      await bench.writeByHand({ name: 'web', members: ['b@x.example'], position: 1, version: 1, updatedBy: 'cfo' });
      const found = await bench.store.find({ name: 'web' });
      const stamp = { by: 'unknown', at: author.at, way: 'direct-edit' } as const;
      const record = { ...terms(['b@x.example']), version: 2, updatedBy: stamp.by, updatedAt: stamp.at };
      const edit = { key: { name: 'web' }, seenVersion: 1, version: 2, ...stamp, terms: terms(['b@x.example']) };
      await bench.store.adopt(edit, anEntry('e-2'));
      await bench.store.adopt(edit, anEntry('e-2'));

      expect(found).toMatchObject({
        row: { kind: 'record', record: { version: 1, updatedBy: 'cfo' } },
        last: { version: 1, by: author.name, way: 'command', terms: { members: rules('a@x.example') } },
      });
      expect(await bench.store.find({ name: 'web' })).toEqual({
        row: { kind: 'record', record },
        last: { version: 2, ...stamp, terms: record },
      });
      expect(await entryIds()).toEqual(['e-1', 'e-2']);
      await expect(bench.store.adopt(edit, anEntry('e-3'))).rejects.toThrow(StaleRecordError);
    });

    test('adopts a removal while the row is gone, and versions go on after it', async () => {
      await bench.store.edit(anEdit(0, terms(['a@x.example'])), anEntry('e-1'));
      const made = { version: 2, by: 'unknown', at: author.at, way: 'direct-edit' } as const;
      const removal = { key: { name: 'web' }, seenVersion: 0, ...made };
      await expect(bench.store.adopt(removal, anEntry('e-2'))).rejects.toThrow(StaleRecordError);
      await bench.removeByHand('web');

      await bench.store.adopt(removal, anEntry('e-2'));

      expect(await bench.store.find({ name: 'web' })).toEqual({ row: { kind: 'none' }, last: made });
      const again = anEdit(0, terms(['c@x.example']));
      await expect(bench.store.edit({ ...again, version: 2 }, anEntry('e-3'))).rejects.toThrow(StaleRecordError);
      await bench.store.edit({ ...again, version: 3 }, anEntry('e-3'));
      expect(await teams()).toMatchObject([{ version: 3 }]);
      await bench.store.edit({ ...anEdit(0, { ...terms(['d@x.example']), name: 'ops' }) }, anEntry('e-4'));
      const versions = await bench.store.listVersions();
      expect(versions.map(({ key, version, terms: of }) => [key.name, version, of?.members])).toEqual([
        ['ops', 1, rules('d@x.example')],
        ['web', 1, rules('a@x.example')],
        ['web', 2, undefined],
        ['web', 3, rules('c@x.example')],
      ]);
    });

    test.each([
      { fault: { members: 'a@x.example' }, problem: 'field "members": "a@x.example" is not a list', isOpen: true },
      { fault: { members: [] }, problem: 'field "members": "" is empty', isOpen: true },
      { fault: { members: ['a@x.example', 'bob'] }, problem: 'field "members": "bob" is no member', isOpen: true },
      { fault: { members: ['a@x.example', 5] }, problem: 'field "members": "5" is not a text', isOpen: true },
      {
        fault: { members: ['a@x.example', 'A@x.example'] },
        problem: '"a@x.example" stands twice; keep one',
        isOpen: false,
      },
      { fault: { position: 0 }, problem: 'field "position": "0" is under 1; give', isOpen: false },
      { fault: { position: 'first' }, problem: 'field "position": "first" is not a whole number', isOpen: false },
      { fault: { version: 'two' }, problem: 'field "version": "two" is not a whole number', isOpen: false },
      { fault: { memberz: [] }, problem: 'field "memberz": is unknown; remove it', isOpen: false },
    ])('reports a row with $fault, names field, value and remedy, and reads the others', async (each) => {
      await bench.writeByHand({ name: 'web', members: ['a@x.example'], ...each.fault });
      await bench.writeByHand({ name: 'ops', members: ['b@x.example'] });

      const listed = await bench.store.list();

      expect(listed.teams).toMatchObject([{ name: 'ops' }]);
      expect(listed.invalid).toMatchObject([
        { name: 'web', problem: expect.stringContaining(each.problem), isOpen: each.isOpen },
      ]);
    });

    test('reports a row whose name budgets could not write', async () => {
      await bench.writeByHand({ name: ' web ', members: ['a@x.example'] });

      const listed = await bench.store.list();

      expect(listed.invalid).toMatchObject([{ problem: expect.stringContaining('write it as "web"') }]);
    });

    test('lists teams in their order, then by name', async () => {
      for (const [name_, position] of [
        ['b', 2],
        ['a', 2],
        ['c', 1],
      ] as const) {
        await bench.writeByHand({ name: name_, members: ['a@x.example'], position });
      }

      expect((await teams()).map((team) => team.name)).toEqual(['c', 'a', 'b']);
    });

    test('keeps as many members as a team may have, and the journal holds them before and after', async () => {
      const members = Array.from({ length: 4_800 }, (_, index) => `user-${index}@acme.example`);
      const before = { members };
      await bench.store.edit(anEdit(0, terms(members)), {
        ...anEntry('e-1'),
        detail: { before, after: before },
      });

      expect(await teams()).toMatchObject([{ members: rules(...members) }]);
    });
  });
}
