import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { JsonObject } from '../../../shared/controls/json.ts';
import { firstPreviousHash, nextLink } from '../../../shared/evidence/chain.ts';
import { sha256 } from '../../../shared/kernel/sha256.ts';
import { aChain } from '../../support/evidence-chains.ts';

const entry = { at: '2026-03-15T12:00:00.000Z', kind: 'revision', body: { revision: 7 } } as const;

test('the first link is number 1 and names no link before it', () => {
  const link = nextLink(undefined, entry);

  expect(link).toMatchObject({ ...entry, seq: 1, previousHash: firstPreviousHash });
});

test('a link names the hash of the link before it', () => {
  const [first] = aChain({});

  const second = nextLink(first, entry);

  expect(second).toMatchObject({ seq: 2, previousHash: first?.hash });
});

test('the hash is the one that the documented text has by hand', () => {
  const byHand =
    'curfew-evidence/1\n' +
    `{"at":"2026-03-15T12:00:00.000Z","body":{"revision":7},"kind":"revision","previousHash":"${firstPreviousHash}","seq":1}`;

  const link = nextLink(undefined, entry);

  expect(link.hash).toBe(sha256(byHand));
});

test('the order of keys in the body does not change the hash', () => {
  const one = nextLink(undefined, { ...entry, body: { a: 1, b: { c: 2, d: 3 } } });
  const other = nextLink(undefined, { ...entry, body: { b: { d: 3, c: 2 }, a: 1 } });

  expect(other.hash).toBe(one.hash);
});

test('bodies that differ have hashes that differ', () => {
  const body = fc.jsonValue().map((value) => ({ value: JSON.parse(JSON.stringify(value)) }) as JsonObject);

  fc.assert(
    fc.property(body, body, (one, other) => {
      fc.pre(!isDeepStrictEqual(one, other));

      const hashes = [one, other].map((it) => nextLink(undefined, { ...entry, body: it }).hash);

      expect(hashes[0]).not.toBe(hashes[1]);
    }),
  );
});
