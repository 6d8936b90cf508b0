import { expect, test } from 'vitest';

import { zipOf } from '../../../../console/pages/controls/evidence/evidence-archive.ts';
import { unzipped } from '../../../support/unzipped.ts';

const files = [
  { name: 'SHA256SUMS', text: '' },
  { name: 'changes.csv', text: 'path\nsandbox.enabled – “off”\n'.repeat(100) },
] as const;

test('an archive holds its files as they were', () => {
  const archive = Buffer.from(zipOf(files));

  const read = [...unzipped(archive)].map(([name, bytes]) => ({ name, text: bytes.toString('utf8') }));
  expect(read).toEqual(files);
  expect(archive.length).toBeLessThan(1_000);
});

test('an archive depends on its files alone, and not on when it is made', () => {
  const [first, second] = [zipOf(files), zipOf(files)];

  expect(Buffer.from(first).equals(second)).toBe(true);
  expect(Buffer.from(first).readUInt16LE(12)).toBe(0x21);
});
