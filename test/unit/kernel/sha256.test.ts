import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { sha256 } from '../../../shared/kernel/sha256.ts';

// The example of FIPS 180-4.
const digestOfAbc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

test.for<{ texts: string | readonly string[] }>([
  { texts: 'abc' },
  { texts: ['a', 'bc'] },
  { texts: ['', 'ab', 'c', ''] },
])('the digest of $texts is that of abc', ({ texts }) => {
  expect(sha256(texts)).toBe(digestOfAbc);
});

test.for([65_535, 65_536, 65_537, 200_000])(
  'many texts of %i letters in all have the digest of the one text',
  (length) => {
    const long = 'aé🙂'.repeat(length).slice(0, length);
    const texts = Array.from({ length }, (_, index) => long.slice(index * 1_000, (index + 1) * 1_000).toWellFormed());

    expect(sha256(texts)).toBe(createHash('sha256').update(texts.join(''), 'utf8').digest('hex'));
  },
);
