import { expect, test } from 'vitest';

import { AnchoringError } from '../../../../../shared/controls/ports.ts';
import type { StoredAnchor } from '../../../../../shared/evidence/anchors/check-anchor.ts';
import { memoryAnchorStore, memoryHeadSigner } from '../../../../../shared/evidence/memory-store.ts';
import { readAnchors } from '../../../../../shared/evidence/use-cases/anchors/read-anchors.ts';
import { anAnchor } from '../../../../support/anchors.ts';

const signer = memoryHeadSigner();
const { key } = await signer.identity();
const odd: StoredAnchor = { place: 'line 9', anchor: undefined };

async function anInstallation() {
  const anchors = memoryAnchorStore();
  await anchors.put(await anAnchor());
  return { organization: 'acme', signer, anchors };
}

/** Fails after so many signed heads that are none. */
async function* failing(count: number, error: Error): AsyncGenerator<StoredAnchor> {
  for (let read = 0; read < count; read += 1) {
    yield odd;
  }
  throw error;
}

test('all that the installation keeps is checked with its own key', async () => {
  const read = await readAnchors(await anInstallation(), { keys: [] });

  expect(read).toMatchObject({ checked: [{ kind: 'valid', place: 'line 1' }], isWhole: true });
  expect(read.key?.fingerprint).toBe(key.fingerprint);
  expect(read).not.toHaveProperty('problem');
});

test('what was kept elsewhere is checked with the keys that were kept elsewhere, and is not all there is', async () => {
  const other = memoryHeadSigner('acme', 'second');
  const given = (await other.identity()).key;
  const stored = [{ place: 'a mail', anchor: await anAnchor({}, other) }, odd];

  const read = await readAnchors(await anInstallation(), { keys: [given, key], stored });

  expect(read).toMatchObject({ checked: [{ kind: 'valid' }, { problem: 'unreadable' }], isWhole: false });
  expect(read.key?.fingerprint).toBe(given.fingerprint);
});

test('what cannot be read is reported, beside what could be', async () => {
  const installation = await anInstallation();
  const list = () => failing(2, new AnchoringError('the bucket cannot be reached'));

  const read = await readAnchors({ ...installation, anchors: { ...installation.anchors, list } }, { keys: [] });

  expect(read).toMatchObject({ problem: 'the bucket cannot be reached' });
  expect(read.checked).toHaveLength(2);
  expect(read.isWhole).not.toBe(true);
});

test('another failure than one of anchoring is raised', async () => {
  const installation = await anInstallation();
  const list = () => failing(0, new TypeError('a fault of our own'));

  await expect(
    readAnchors({ ...installation, anchors: { ...installation.anchors, list } }, { keys: [] }),
  ).rejects.toThrow('a fault of our own');
});

test('more signed heads than twenty years have are not read', async () => {
  const installation = await anInstallation();
  const at = (count: number) => ({
    ...installation.anchors,
    list: () => failing(count, new AnchoringError('the end')),
  });

  const all = await readAnchors({ ...installation, anchors: at(100_000) }, { keys: [] });
  const more = await readAnchors({ ...installation, anchors: at(100_001) }, { keys: [] });

  expect([all.problem, all.checked.length]).toEqual(['the end', 100_000]);
  expect(more.problem).not.toBe('the end');
  expect(more.checked).toHaveLength(100_000);
});
