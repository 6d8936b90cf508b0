import { beforeEach, describe, expect, test } from 'vitest';

import type { Grant } from '../../shared/grants/exemption.ts';
import { editOfGrant } from '../../shared/grants/grant.ts';
import type { JournalEntry } from '../../shared/journal/journal-entry.ts';
import { StaleRecordError, type GrantKey, type GrantStore } from '../../shared/kernel/records/ports.ts';
import type { Journal } from '../../shared/kernel/runs/ports.ts';
import { aTopUp, anExemption } from '../support/grants.ts';

/** A store, the journal that it writes to, and the hand of an admin with the tools of the table. */
interface GrantBench {
  readonly store: GrantStore;
  readonly journal: Journal;
  writeByHand(row: Record<string, unknown> & { readonly kind: string; readonly id: string }): Promise<void>;
  removeByHand(key: GrantKey): Promise<void>;
}

const march = { from: '2026-03-01', through: '2026-03-31' };
const endedAt = '2026-03-10T09:00:00.000Z';

function anEntry(id: string, kind: JournalEntry['kind'] = 'top-up-added'): JournalEntry {
  return { id, at: '2026-03-01T09:00:00.000Z', kind, actor: 'ada@x.example', detail: {} };
}

export function describeGrantStore(name: string, makeBench: () => Promise<GrantBench>): void {
  describe(`the grant store ${name}`, () => {
    let bench: GrantBench;
    beforeEach(async () => {
      bench = await makeBench();
    });

    async function put(grant: Grant, entry: JournalEntry) {
      await bench.store.edit(editOfGrant(grant, entry), entry);
    }
    async function grants() {
      return (await bench.store.list()).grants;
    }
    async function entryIds() {
      return (await bench.journal.list(march, 100)).map(({ id }) => id);
    }

    test('keeps every fact of a grant, with its journal entry; exemptions stand before top-ups, then by id', async () => {
      const ended = aTopUp({ id: 't-2', endedAt, credits: 1_000_000_000_000 });
      await put(ended, anEntry('j-1'));
      await put(aTopUp({ id: 't-1' }), anEntry('j-2'));
      await put(anExemption({ id: 'x-1' }), anEntry('j-3', 'exemption-added'));

      expect(await grants()).toEqual([anExemption({ id: 'x-1' }), aTopUp({ id: 't-1' }), ended]);
      expect(await entryIds()).toEqual(['j-1', 'j-2', 'j-3']);
    });

    test('replaces a grant by its next version', async () => {
      await put(aTopUp({}), anEntry('j-1'));
      await put(aTopUp({ endedAt, version: 2 }), anEntry('j-2', 'top-up-ended'));

      expect(await grants()).toEqual([aTopUp({ endedAt, version: 2 })]);
      expect(await entryIds()).toEqual(['j-1', 'j-2']);
    });

    test('refuses a write on a version that is not the last, with no trace in the journal', async () => {
      await put(aTopUp({}), anEntry('j-1'));

      const writes = [
        put(aTopUp({ credits: 7 }), anEntry('j-2')),
        put(aTopUp({ endedAt, version: 3 }), anEntry('j-3')),
        put(anExemption({ endedAt, version: 2 }), anEntry('j-4')),
      ];

      const stale = { status: 'rejected', reason: expect.any(StaleRecordError) };
      expect(await Promise.allSettled(writes)).toEqual([stale, stale, stale]);
      expect(await grants()).toEqual([aTopUp({})]);
      expect(await entryIds()).toEqual(['j-1']);
    });

    test('takes a write that was made already as done, once', async () => {
      await put(aTopUp({}), anEntry('j-1'));
      await put(aTopUp({}), anEntry('j-1'));

      expect(await grants()).toEqual([aTopUp({})]);
      expect(await entryIds()).toEqual(['j-1']);
    });

    test('takes a write as done whose entry is in the journal, though the grant has moved on', async () => {
      await put(aTopUp({}), anEntry('j-1'));
      await put(aTopUp({ endedAt, version: 2 }), anEntry('j-2'));
      await put(aTopUp({}), anEntry('j-1'));

      expect(await grants()).toEqual([aTopUp({ endedAt, version: 2 })]);
    });

    test.each([
      { fault: { credits: 0 }, problem: 'field "credits": "0" is under 1; give a whole number of credits' },
      { fault: { credits: 1.5 }, problem: 'field "credits": "1.5" is not a whole number' },
      { fault: { credits: '500' }, problem: 'field "credits": "500" is not a whole number' },
      { fault: { to: '2026-02-30' }, problem: 'field "to": "2026-02-30" is not a day of the calendar' },
      { fault: { to: '2026-02-01' }, problem: 'field "to": "2026-02-01" is before its first day' },
      { fault: { reason: ' ' }, problem: 'field "reason": "" is empty; say why' },
      { fault: { until: '2026-04-01' }, problem: 'field "until": is unknown; remove it' },
    ])('reports a row with $fault and whose it is, and reads the others', async ({ fault, problem }) => {
      const { version, reason, createdBy, createdAt, credits, from, to } = aTopUp({});
      const valid = { version, reason, createdBy, createdAt, credits, from, to, scope: 'user:Ann@acme.example' };
      await bench.writeByHand({ kind: 'top-up', id: 't-1', ...valid, ...fault });
      await put(anExemption({}), anEntry('j-1'));

      const listed = await bench.store.list();

      expect(listed.grants).toEqual([anExemption({})]);
      expect(listed.invalid).toEqual([
        { kind: 'top-up', id: 't-1', email: 'ann@acme.example', problem: expect.stringContaining(problem) },
      ]);
    });

    test('finds a grant and its last version, adopts what was changed and removed directly, and does so once', async () => {
      const exemption = anExemption({});
      const { kind, id } = exemption;
      const key = { kind, id };
      await put(exemption, anEntry('j-1', 'exemption-added'));
      await bench.writeByHand({ ...exemption, until: '2026-12-31', createdBy: 'cfo' });
      const facts = { by: 'unknown', at: '2026-03-01T09:00:00.000Z', way: 'direct-edit' } as const;
      const record = { ...exemption, until: '2026-12-31', version: 2 };
      const made = { version: 2, ...facts, terms: record };
      const edit = { key, seenVersion: 1, ...made };
      const before = await bench.store.find(key);
      await bench.store.adopt(edit, anEntry('j-2', 'exemption-changed'));
      await bench.store.adopt(edit, anEntry('j-2', 'exemption-changed'));
      const changed = await bench.store.find(key);
      const removed = { version: 3, ...facts };
      const removal = { key, seenVersion: 0, ...removed };
      await expect(bench.store.adopt(removal, anEntry('j-3'))).rejects.toThrow(StaleRecordError);
      await bench.removeByHand(key);
      await bench.store.adopt(removal, anEntry('j-3', 'exemption-changed'));

      expect(before.last).toEqual({ version: 1, by: 'ada@x.example', at: facts.at, way: 'command', terms: exemption });
      expect(changed).toEqual({ row: { kind: 'record', record }, last: made });
      expect(await bench.store.find(key)).toEqual({ row: { kind: 'none' }, last: removed });
      expect(await bench.store.listVersions()).toEqual([
        { key, version: 1, by: 'ada@x.example', at: facts.at, way: 'command', terms: exemption },
        { key, ...made },
        { key, ...removed },
      ]);
      expect(await entryIds()).toEqual(['j-1', 'j-2', 'j-3']);
    });

    test('reports whose team a top-up is that cannot be read', async () => {
      await bench.writeByHand({ kind: 'top-up', id: 't-1', scope: 'team:core', credits: -5 });

      const { invalid } = await bench.store.list();

      expect(invalid).toMatchObject([{ kind: 'top-up', id: 't-1', team: 'core' }]);
      expect(invalid[0]).not.toHaveProperty('email');
    });

    test('reports an exemption whose email cannot be read as nobody’s', async () => {
      await bench.writeByHand({ kind: 'exemption', id: 'x-1', email: 'ann', until: '2026-03-31' });

      const { invalid } = await bench.store.list();

      expect(invalid).toMatchObject([{ kind: 'exemption', id: 'x-1' }]);
      expect(invalid[0]).not.toHaveProperty('email');
    });
  });
}
