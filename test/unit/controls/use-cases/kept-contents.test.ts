import { expect, test } from 'vitest';

import { memoryRevisionStore } from '../../../../shared/controls/store/memory-controls-stores.ts';
import { keptContents } from '../../../../shared/controls/use-cases/kept-contents.ts';

test('a content is read from its store once, and one that is not stored yet is looked for again', async () => {
  const store = memoryRevisionStore();
  const digests: string[] = [];
  const kept = keptContents({
    ...store,
    async read(entry, digest) {
      digests.push(digest);
      return store.read(entry, digest);
    },
  });
  const revision = { revision: 1, updatedAt: '2026-03-01T09:00:00.000Z', actor: {}, settings: {}, problems: [] };
  const version = { digest: 'first', seenAt: '2026-03-01T09:05:00.000Z', actor: {}, updatedAt: revision.updatedAt };
  const entry = { series: 1, revision: 1, versions: [version] };

  const before = await kept.read(entry, 'first');
  await kept.put(entry, revision);
  const contents = [await kept.read(entry, 'first'), await kept.read(entry, 'first')];

  expect(before).toBeUndefined();
  expect(contents).toEqual([revision, revision]);
  expect(digests).toEqual(['first', 'first']);
});
