import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { AnchoringError } from '../../shared/controls/ports.ts';
import { fileAnchorStore } from '../../shared/evidence/aws/file-anchor-store.ts';
import { writeAnchor } from '../../shared/evidence/contract.ts';
import { memoryAnchorStore } from '../../shared/evidence/memory-store.ts';
import { anAnchor } from '../support/anchors.ts';
import { useScratchFolder } from '../support/scratch-folder.ts';
import { describeAnchorStore } from './anchor-store-contract.ts';

const scratch = useScratchFolder();
let files = 0;

function aFile(): string {
  return scratch.pathOf(`anchors-${(files += 1)}.jsonl`);
}

describeAnchorStore('in memory', async () => memoryAnchorStore());
describeAnchorStore('in a file', async () => {
  const path = aFile();
  return fileAnchorStore(() => path);
});

test('a file of signed heads is only added to, and only its owner may read it', async () => {
  const path = aFile();
  const store = fileAnchorStore(() => path);
  await store.put(await anAnchor());
  const before = readFileSync(path, 'utf8');

  await store.put(await anAnchor({ seq: 2 }));

  expect(readFileSync(path, 'utf8').startsWith(before)).toBe(true);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a line that was cut off while it was written is no signed head, and the next one is whole', async () => {
  const path = aFile();
  const store = fileAnchorStore(() => path);
  const [first, second, third] = await Promise.all([1, 2, 3].map(async (seq) => anAnchor({ seq })));
  await store.put(first ?? (await anAnchor()));
  appendFileSync(path, writeAnchor(second ?? (await anAnchor())).slice(0, 40));

  const seen = await store.newest(5);
  await store.put(third ?? (await anAnchor()));

  expect(seen.map(({ anchor }) => anchor)).toEqual([first]);
  expect((await store.newest(5)).map(({ anchor }) => anchor)).toEqual([third, first]);
});

test('a line that was altered is given as one that is no signed head, at its place', async () => {
  const path = aFile();
  const store = fileAnchorStore(() => path);
  await store.put(await anAnchor());
  writeFileSync(path, `garbage\n${readFileSync(path, 'utf8')}`);

  const all = await Array.fromAsync(store.list());

  expect(all[0]).toEqual({ place: 'line 1', anchor: undefined });
  expect(all).toHaveLength(2);
});

test('a place that cannot be written is an error that names it and holds no content', async () => {
  const path = aFile();
  mkdirSync(path);

  const put = fileAnchorStore(() => path).put(await anAnchor());

  await expect(put).rejects.toThrow(AnchoringError);
  await expect(put).rejects.toThrow(path);
});
