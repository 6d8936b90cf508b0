import { beforeEach, describe, expect, test } from 'vitest';

import { latestVersion, type RevisionEntry } from '../../shared/controls/history/revision-entry.ts';
import type { Json } from '../../shared/controls/json.ts';
import type { RevisionStore } from '../../shared/controls/ports.ts';
import { HistoryConflictError } from '../../shared/kernel/runs/ports.ts';
import { aRevision, anEntry } from '../support/controls-samples.ts';

export function describeRevisionStore(name: string, makeStore: () => Promise<RevisionStore>): void {
  describe(`the revision store ${name}`, () => {
    let store: RevisionStore;
    beforeEach(async () => {
      store = await makeStore();
    });

    async function putAll(revisions: readonly number[], series = 1): Promise<void> {
      for (const revision of revisions) {
        await store.put(anEntry([aRevision(revision)], series), aRevision(revision));
      }
    }

    test('gives entries in the order of their numbers, of one series, from a number on, as many as asked for', async () => {
      await putAll([100, 9, 10, 2]);
      await putAll([50], 2);

      const all = await store.list(1, 0, 10);
      const some = await store.list(1, 9, 2);

      expect(all.map(({ revision }) => revision)).toEqual([2, 9, 10, 100]);
      expect(some).toEqual([anEntry([aRevision(9)]), anEntry([aRevision(10)])]);
    });

    test('finds those that are known, and the nearest one below', async () => {
      await putAll([2, 9, 10]);

      const found = await store.find(1, [10, 3, 2]);
      const below = await store.findBelow(1, 9);
      const none = await store.findBelow(1, 2);

      expect(found.map(({ revision }) => revision)).toEqual([2, 10]);
      expect(below?.revision).toBe(2);
      expect(none).toBeUndefined();
    });

    test('keeps every content of a revision, and gives each back as it was served', async () => {
      const first = aRevision(3, { problems: ['sandbox: is not an object'] });
      const second = aRevision(3, { settings: { level: 'forged' }, actor: {} });
      await store.put(anEntry([first]), first);
      await store.put(anEntry([first, second]), second);

      const [entry] = await store.find(1, [3]);
      const contents = await Promise.all(
        (entry?.versions ?? []).map(async ({ digest }) => store.read({ series: 1, revision: 3 }, digest)),
      );

      expect(entry).toEqual(anEntry([first, second]));
      expect(contents).toEqual([first, second]);
    });

    test('keeps which rules have redacted a content, and which content another one is by later rules', async () => {
      const first = aRevision(3);
      const again = aRevision(3, { settings: { level: 'hidden' }, redaction: 2 });
      const entry = anEntry([first, again]);
      const [before, after] = entry.versions;
      const known = { ...entry, versions: [before, { ...after, sameAs: before?.digest }] } as RevisionEntry;
      await store.put(anEntry([first]), first);
      await store.put(known, again);

      expect(await store.find(1, [3])).toEqual([known]);
      expect(await store.read(entry, after?.digest ?? '')).toEqual(again);
    });

    test('keeps the entry that knows more when an older run writes, and changes nothing when the same is put again', async () => {
      const first = aRevision(3);
      const second = aRevision(3, { settings: {} });
      await store.put(anEntry([first, second]), second);
      await store.put(anEntry([first]), first);
      await store.put(anEntry([first, second]), second);

      const [entry] = await store.find(1, [3]);

      expect(entry?.versions).toHaveLength(2);
    });

    test('puts nothing in the place of a content or a version that stands, and says so', async () => {
      const first = aRevision(3);
      const entry = anEntry([first]);
      await store.put(entry, first);
      await store.put(entry, first);

      const forged = { ...first, settings: { level: 'forged' } };
      await expect(store.put(entry, forged)).rejects.toThrow(HistoryConflictError);
      const other = anEntry([aRevision(3, { settings: { level: 'other' } }), forged]);
      await expect(store.put(other, forged)).rejects.toThrow(HistoryConflictError);

      expect(await store.find(1, [3])).toEqual([entry]);
      expect(await store.read(entry, latestVersion(entry).digest)).toEqual(first);
    });

    test('holds settings of two megabytes that do not compress', async () => {
      const noise = Array.from({ length: 60_000 }, (_, index) => `${Math.sin(index)}${Math.cos(index)}`);
      const large = aRevision(7, { settings: { noise } });
      await store.put(anEntry([large]), large);

      const read = await store.read({ series: 1, revision: 7 }, latestVersion(anEntry([large])).digest);

      expect(JSON.stringify(read).length).toBeGreaterThan(2_000_000);
      expect(read).toEqual(large);
    });

    test('gives back keys and numbers that tables and schemas stumble over', async () => {
      const settings = JSON.parse(
        '{"__proto__":{"a":1},"":null,"big":12345678901234567890,"deep":[[[{"x":[]}]]]}',
      ) as Record<string, Json>;
      const odd = aRevision(8, { settings });
      await store.put(anEntry([odd]), odd);

      const read = await store.read({ series: 1, revision: 8 }, latestVersion(anEntry([odd])).digest);

      expect(JSON.stringify(read?.settings)).toBe(JSON.stringify(settings));
    });

    test('has no content that was never put', async () => {
      const nothing = await store.read({ series: 1, revision: 8 }, 'no-digest');

      expect(nothing).toBeUndefined();
    });
  });
}
