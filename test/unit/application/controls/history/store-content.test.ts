import { beforeEach, describe, expect, test } from 'vitest';
import { memoryRevisionStore } from '../../../../../shared/adapters/memory/controls/memory-controls-stores.ts';
import { storeContent } from '../../../../../shared/application/controls/history/store-content.ts';
import {
  latestVersion,
  revisionText,
  type RevisionEntry,
} from '../../../../../shared/domain/controls/history/revision-entry.ts';
import type { JsonObject } from '../../../../../shared/domain/controls/json.ts';
import type { Revision } from '../../../../../shared/domain/controls/revision.ts';
import { sha256 } from '../../../../../shared/domain/sha256.ts';
import { aRevision } from '../../../../support/controls-samples.ts';

const at = '2026-03-02T08:00:00.000Z';
let store = memoryRevisionStore();

beforeEach(() => {
  store = memoryRevisionStore();
});

async function serve(revision: Revision, entry?: RevisionEntry, seenAt = at): Promise<RevisionEntry> {
  return storeContent(store, { revision, digest: sha256(revisionText(revision)), entry, series: 1, at: seenAt });
}

function withSettings(settings: JsonObject, over: Partial<Revision> = {}): Revision {
  return aRevision(1, { settings, ...over });
}

test('the first content of a revision is stored with when it was seen, who made it and when', async () => {
  const revision = aRevision(7);

  const entry = await serve(revision);

  const { actor, updatedAt } = revision;
  const version = { digest: sha256(revisionText(revision)), seenAt: at, actor, updatedAt };
  expect(entry).toStrictEqual({ series: 1, revision: 7, versions: [version] });
  expect(await store.find(1, [7])).toEqual([entry]);
  expect(await store.read(entry, version.digest)).toEqual(revision);
});

test('a content that is known is not stored again, whichever of them it is', async () => {
  const [first, second] = [withSettings({ level: 1 }), withSettings({ level: 2 })];
  const both = await serve(second, await serve(first));
  const put = async () => expect.unreachable('nothing is stored');
  store = { ...store, put };

  expect([await serve(first, both, 'later'), await serve(second, both, 'later')]).toEqual([both, both]);
});

test('of more contents than are kept the newest takes the place of the last', async () => {
  let entry: RevisionEntry | undefined;
  for (let level = 1; level <= 22; level += 1) {
    entry = await serve(withSettings({ level }), entry);
  }

  const digestAt = (level: number) => sha256(revisionText(withSettings({ level })));
  const kept = entry?.versions.map(({ digest }) => digest);
  expect(kept).toEqual([...Array.from({ length: 19 }, (_, index) => digestAt(index + 1)), digestAt(22)]);
});

test('of a long name the entry holds the beginning, and the content all', async () => {
  const name = 'x'.repeat(400);
  const entry = await serve(aRevision(1, { actor: { id: 'u-1', name } }));

  const { actor, digest } = latestVersion(entry);
  expect(actor).toStrictEqual({ id: 'u-1', name: 'x'.repeat(320) });
  expect((await store.read(entry, digest))?.actor.name).toBe(name);
});

describe('a content of which more is hidden than before', () => {
  const older = withSettings({ command: 'run [secret:aaa] --token pQ9' });
  const newer = withSettings({ command: 'run [secret:bbb]' }, { redaction: 2 });

  async function sameAs(before: readonly Revision[], served: Revision) {
    let entry: RevisionEntry | undefined;
    for (const revision of before) {
      entry = await serve(revision, entry);
    }
    return (await serve(served, entry)).versions.at(-1)?.sameAs;
  }

  const digestOf = (revision: Revision) => sha256(revisionText(revision));

  test('is the same as the one before it', async () => {
    expect(await sameAs([older], newer)).toBe(digestOf(older));
  });

  test('is the same as the first of which it is the same, however often more is hidden', async () => {
    const third = withSettings({ command: '[secret:ccc]' }, { redaction: 3 });

    expect(await sameAs([older, newer], third)).toBe(digestOf(older));
  });

  test('may be the same as an earlier one', async () => {
    const between = withSettings({ command: 'walk' });

    expect(await sameAs([older, between], newer)).toBe(digestOf(older));
  });

  test.for([
    ['other settings are shown', [older], withSettings({ command: 'walk [secret:bbb]' }, { redaction: 2 })],
    ['it was hidden by the same rules', [older], { ...newer, redaction: 1 }],
    ['it was hidden by earlier rules', [{ ...older, redaction: 3 }], newer],
    ['nothing was served before', [], newer],
  ] as const)('is another one where %s', async ([, before, served]) => {
    expect(await sameAs(before, served)).toBeUndefined();
  });

  test('is not compared with what is not stored', async () => {
    const entry = await serve(older);
    store = { ...store, read: async () => undefined };

    expect((await serve(newer, entry)).versions.at(-1)).not.toHaveProperty('sameAs');
  });
});
