import { expect, test } from 'vitest';

import { headsOf, proofOf } from '../../../../shared/evidence/anchors/anchor-proof.ts';
import type { Anchor } from '../../../../shared/evidence/anchors/anchor.ts';
import { checkAnchor } from '../../../../shared/evidence/anchors/check-anchor.ts';
import { memoryHeadSigner } from '../../../../shared/evidence/memory-store.ts';
import { anAnchor } from '../../../support/anchors.ts';

const hash = (digit: string): string => digit.repeat(64);

async function checked(anchors: readonly (Anchor | undefined)[]) {
  const { organization, key } = await memoryHeadSigner().identity();
  const terms = { organization, keys: [key] };
  return anchors.map((anchor, index) => checkAnchor({ place: `line ${index + 1}`, anchor }, terms));
}

async function three() {
  return Promise.all([
    anAnchor(),
    anAnchor({ seq: 5, hash: hash('b'), previous: { seq: 1, hash: hash('a') } }),
    anAnchor({ seq: 9, hash: hash('c'), previous: { seq: 5, hash: hash('b') } }),
  ]);
}

test('signed heads prove the chain through the furthest of them, in any order', async () => {
  const all = await checked((await three()).toReversed());

  const proof = proofOf(all, [{ seq: 5, hash: hash('b') }]);

  expect(proof).toMatchObject({ valid: 3, invalid: [], missing: [], through: { seq: 9, hash: hash('c') } });
  expect(proof).not.toHaveProperty('problem');
  expect(headsOf(all)).toContainEqual({ seq: 1, hash: hash('a') });
});

test('a signed head that was removed is missed where the next one, or the chain, names it', async () => {
  const [first, , third] = await three();

  const between = proofOf(await checked([first, third]));
  const last = proofOf(await checked([first]), [{ seq: 9, hash: hash('c') }]);

  expect(between.missing).toEqual([{ seq: 5, hash: hash('b') }]);
  expect(last.missing).toEqual([{ seq: 9, hash: hash('c') }]);
});

test('what does not hold is reported with its problem and proves nothing', async () => {
  const other = memoryHeadSigner('acme', 'another key');
  const good = await anAnchor();
  const bad = [
    undefined,
    { ...good, text: good.text.replace('"seq":1', '"seq":2') },
    await anAnchor({}, other),
    await anAnchor({ organization: 'globex' }),
  ];

  const proof = proofOf(await checked(bad));

  expect(proof.invalid.map(({ problem, first }) => [problem, first])).toEqual([
    ['unreadable', 'line 1'],
    ['wrong-signature', 'line 2'],
    ['other-key', 'line 3'],
    ['other-organization', 'line 4'],
  ]);
  expect(proof.valid).toBe(0);
  expect(proof.through).toBeUndefined();
});
