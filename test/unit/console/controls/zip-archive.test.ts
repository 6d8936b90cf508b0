import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';

import { zipOf } from '../../../../console/pages/controls/zip-archive.ts';
import { unzipped } from '../../../support/unzipped.ts';

const files = [
  { name: 'SHA256SUMS', text: '' },
  { name: 'changes.csv', text: 'path\nsandbox.enabled – “off”\n'.repeat(100) },
] as const;

test('an archive holds its files as they were, with their sums', () => {
  const archive = Buffer.from(zipOf(files));

  const read = [...unzipped(archive)].map(([name, bytes]) => ({ name, text: bytes.toString('utf8') }));
  expect(read).toEqual(files);
  expect(archive.readUInt32LE(14)).toBe(crc32(''));
  expect(archive.readUInt32LE(30 + files[0].name.length + 14)).toBe(crc32(files[1].text));
});

test('the directory at its end names each file and where it begins', () => {
  const archive = Buffer.from(zipOf(files));
  const end = archive.length - 22;
  const [count, size, start] = [
    archive.readUInt16LE(end + 10),
    archive.readUInt32LE(end + 12),
    archive.readUInt32LE(end + 16),
  ];

  expect(count).toBe(2);
  expect(start + size).toBe(end);
  expect(archive.readUInt32LE(start)).toBe(0x02014b50);
  expect(archive.readUInt32LE(start + 46 + files[0].name.length + 42)).toBe(30 + files[0].name.length);
});
