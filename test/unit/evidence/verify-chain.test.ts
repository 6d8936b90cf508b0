import fc from 'fast-check';
import { expect, test } from 'vitest';

import { type Link, nextLink } from '../../../shared/evidence/chain.ts';
import {
  verifyChain,
  type ChainVerdict,
  describeHead,
  describeVerdict,
} from '../../../shared/evidence/verify-chain.ts';
import { aChain } from '../../support/evidence-chains.ts';

const five = aChain({}, { kind: 'run', body: { found: 0 } }, {}, { kind: 'exception' }, {});
const [one, two, three, four, last] = five as readonly [Link, Link, Link, Link, Link];

test('a chain that nobody touched is whole up to its head', async () => {
  const verdict = await verifyChain(five, [two, last]);

  expect(verdict).toEqual({ kind: 'whole', links: 5, head: { seq: 5, hash: last.hash } });
});

test('a chain without links is whole', async () => {
  const verdict = await verifyChain([]);

  expect(verdict).toEqual({ kind: 'whole', links: 0, head: undefined });
});

test('a chain is read as it comes, page by page', async () => {
  async function* pages() {
    yield* [one, two];
    yield* [three, four, last];
  }

  const verdict = await verifyChain(pages());

  expect(verdict).toMatchObject({ kind: 'whole', links: 5 });
});

test.each<[string, readonly Link[], Omit<ChainVerdict & { kind: 'broken' }, 'kind'>]>([
  [
    'a changed body',
    [one, two, { ...three, body: { revision: 4 } }, four],
    { links: 2, seq: 3, reason: 'hash-differs' },
  ],
  ['a changed time', [one, { ...two, at: '2026-03-02T12:00:01.000Z' }], { links: 1, seq: 2, reason: 'hash-differs' }],
  ['a changed kind', [{ ...one, kind: 'run' }], { links: 0, seq: 1, reason: 'hash-differs' }],
  ['a link made anew', [one, rewritten(two), three], { links: 2, seq: 3, reason: 'previous-hash-differs' }],
  ['a link taken out', [one, two, four, last], { links: 2, seq: 3, reason: 'number-missing' }],
  ['a missing beginning', [two, three], { links: 0, seq: 1, reason: 'number-missing' }],
  ['a link twice', [one, two, two, three], { links: 2, seq: 2, reason: 'number-repeated' }],
  ['two links changed over', [one, three, two], { links: 1, seq: 2, reason: 'number-missing' }],
])('%s is named as the first broken link', async (_, links, broken) => {
  const verdict = await verifyChain(links);

  expect(verdict).toEqual({ kind: 'broken', ...broken });
});

test('a head that was kept elsewhere shows a chain made again', async () => {
  const anew = aChain({ body: { revision: 99 } }, {}, {});

  const verdict = await verifyChain(anew, [two]);

  expect(verdict).toEqual({ kind: 'broken', links: 1, seq: 2, reason: 'head-differs' });
});

test('a head that was kept elsewhere shows an end that was cut off', async () => {
  const verdict = await verifyChain([one, two], [last]);

  expect(verdict).toEqual({ kind: 'broken', links: 2, seq: 3, reason: 'head-missing' });
});

test('whatever is changed in any one link, no link behind it counts as whole', async () => {
  const change = fc.constantFrom<Partial<Link>>(
    { body: { other: true } },
    { at: '1999-01-01T00:00:00.000Z' },
    { kind: 'acknowledged' },
    { previousHash: 'f'.repeat(64) },
    { hash: 'f'.repeat(64) },
    { seq: 77 },
  );

  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 4 }), change, async (at, changed) => {
      const links = five.map((link, index) => (index === at ? { ...link, ...changed } : link));

      const verdict = await verifyChain(links);

      expect(verdict).toMatchObject({ kind: 'broken', links: at });
    }),
  );
});

function rewritten(link: Link): Link {
  return nextLink(one, { at: link.at, kind: link.kind, body: { found: 1 } });
}

test('the head is shown whole, for half a hash proves nothing', () => {
  const [head] = aChain({ at: '2026-03-15T12:00:00.000Z' });

  const text = describeHead(head);

  expect(text[0]).toMatch(new RegExp(`link 1 .*2026-03-15T12:00:00.000Z.* ${head?.hash}`, 'u'));
  expect(text[1]).toContain(`curfew controls verify --head 1:${head?.hash}`);
});

test('a chain that has no link yet is shown as such', () => {
  const text = describeHead(undefined);

  expect(text).toEqual([expect.stringContaining('nothing is recorded')]);
});

test('a broken chain names its first broken link, why, and what still holds', () => {
  const text = describeVerdict({ kind: 'broken', links: 1_204, seq: 1_205, reason: 'number-missing' });

  expect(text).toMatch(/link 1205: .*missing.* 1,204/u);
});

test('a whole chain says how long it is and where it ends', () => {
  const text = describeVerdict({ kind: 'whole', links: 1, head: { seq: 1, hash: 'ab' } });

  expect(text).toMatch(/whole: 1 link, head 1 with hash ab/u);
});
