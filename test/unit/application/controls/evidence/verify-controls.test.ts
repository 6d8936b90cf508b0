import { expect, test } from 'vitest';

import type { EvidenceLinks } from '../../../../../shared/application/controls/evidence/read-evidence.ts';
import {
  verifyControls,
  type RevisionContents,
} from '../../../../../shared/application/controls/evidence/verify-controls.ts';
import { aChain } from '../../../../support/evidence-chains.ts';
import { evidenceOf } from '../../../../support/evidence-records.ts';

const links = aChain(
  ...Array.from({ length: 1_203 }, (_, index) =>
    index % 3 === 0
      ? { kind: 'run' as const }
      : { kind: 'revision' as const, body: { series: 1, revision: index, digest: `d${index}` } },
  ),
);

function contentsWith(differing: Readonly<Record<number, string | undefined>> = {}): RevisionContents {
  return {
    digestOf: async ({ revision, digest }) => (revision in differing ? differing[revision] : digest),
  };
}

test('a chain of several pages and every revision in it are proved', async () => {
  const ports = { evidence: evidenceOf(links), contents: contentsWith() };

  const verdict = await verifyControls(ports);

  expect(verdict).toEqual({
    chain: { kind: 'whole', links: 1_203, head: { seq: 1_203, hash: links.at(-1)?.hash } },
    revisionsChecked: 802,
    revisionsWrong: 0,
    firstWrong: [],
    anchors: { valid: 0, invalid: [], missing: [] },
    provedThrough: 0,
  });
});

test('a stored revision that was changed or removed is named, though the chain itself is whole', async () => {
  const ports = { evidence: evidenceOf(links), contents: contentsWith({ 4: 'other', 1_201: undefined }) };

  const verdict = await verifyControls(ports);

  expect(verdict.chain.kind).toBe('whole');
  expect(verdict.firstWrong).toEqual([
    { seq: 5, revision: 4, problem: 'changed' },
    { seq: 1_202, revision: 1_201, problem: 'missing' },
  ]);
});

test('nothing behind a broken link is vouched for', async () => {
  const broken = links.filter(({ seq }) => seq !== 600);
  const ports = { evidence: evidenceOf(broken), contents: contentsWith() };

  const verdict = await verifyControls(ports);

  expect(verdict.chain).toEqual({ kind: 'broken', links: 599, seq: 600, reason: 'number-missing' });
  expect(verdict.revisionsChecked).toBe(399);
});

test('a head that was kept elsewhere is held against the chain', async () => {
  const ports = { evidence: evidenceOf(links.slice(0, 10)), contents: contentsWith() };

  const verdict = await verifyControls(ports, [{ seq: 12, hash: 'f'.repeat(64) }]);

  expect(verdict.chain).toMatchObject({ kind: 'broken', seq: 11, reason: 'head-missing' });
});

test('a store that gives the same page for ever is not read for ever', async () => {
  const evidence: EvidenceLinks = { list: async () => links.slice(0, 500) };

  const verdict = await verifyControls({ evidence, contents: contentsWith() });

  expect(verdict.chain).toMatchObject({ kind: 'broken', seq: 1, reason: 'number-repeated' });
});
