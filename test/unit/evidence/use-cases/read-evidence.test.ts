import { expect, test } from 'vitest';

import type { Link } from '../../../../shared/evidence/chain.ts';
import { readEvidence } from '../../../../shared/evidence/use-cases/read-evidence.ts';
import { readHead } from '../../../../shared/evidence/use-cases/read-head.ts';
import { anAnchor } from '../../../support/anchors.ts';
import { aChain } from '../../../support/evidence-chains.ts';
import { partOf } from '../../../support/part-of.ts';

const [first] = aChain({});

function linkAt(seq: number): Link {
  return { seq, at: '2026-03-01T00:00:00Z', kind: 'run', body: {}, previousHash: '', hash: '' };
}

test('a chain that never ends is read page by page until it is too long for any installation', async () => {
  let pages = 0;
  const list = async (from: number) => {
    pages += 1;
    return [linkAt(from)];
  };

  await expect(Array.fromAsync(readEvidence({ list }))).rejects.toMatchObject({ name: 'EvidenceTooLongError' });

  expect(pages).toBe(25_000);
});

test('a store that gives links from before those that it was asked for is asked no further', async () => {
  const links = await Array.fromAsync(readEvidence({ list: async () => [linkAt(1), linkAt(2)] }));

  expect(links.map(({ seq }) => seq)).toEqual([1, 2, 1, 2]);
});

test('of no evidence there is no newest link', async () => {
  expect(await readHead(partOf({ head: async () => undefined }))).toStrictEqual({ kind: 'read', head: undefined });
});

test('the newest link comes with the signed head that it names', async () => {
  const anchor = await anAnchor();
  const link = { ...linkAt(7), body: { anchor: { ...anchor } } };

  expect(await readHead(partOf({ head: async () => link }))).toStrictEqual({ kind: 'read', head: { ...link, anchor } });
  expect(await readHead(partOf({ head: async () => first }))).toStrictEqual({ kind: 'read', head: first });
});

test.for([
  ['by its name', new TypeError('what is stored'), 'TypeError'],
  ['as unknown where it has none', 'what is stored', 'unknown'],
] as const)('evidence that cannot be read is reported %s', async ([, failure, problem]) => {
  const head = async (): Promise<never> => Promise.reject(failure as Error);

  expect(await readHead(partOf({ head }))).toEqual({ kind: 'unreadable', problem });
});
