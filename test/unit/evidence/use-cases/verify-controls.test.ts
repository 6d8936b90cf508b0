import { describe, expect, test } from 'vitest';

import { checkAnchor } from '../../../../shared/evidence/anchors/check-anchor.ts';
import { memoryHeadSigner } from '../../../../shared/evidence/memory-store.ts';
import type { EvidenceLinks } from '../../../../shared/evidence/use-cases/read-evidence.ts';
import { verifyControls, type RevisionContents } from '../../../../shared/evidence/use-cases/verify-controls.ts';
import { anAnchor } from '../../../support/anchors.ts';
import { aChain } from '../../../support/evidence-chains.ts';
import { evidenceOf } from '../../../support/evidence-records.ts';

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

test('stored revisions are looked up twenty at once', async () => {
  let [open, most] = [0, 0];
  const contents: RevisionContents = {
    async digestOf({ digest }) {
      open += 1;
      most = Math.max(most, open);
      await Promise.resolve();
      open -= 1;
      return digest;
    },
  };

  await verifyControls({ evidence: evidenceOf(links), contents });

  expect(most).toBe(20);
});

test('of many wrong revisions all are counted, and the first hundred named', async () => {
  const contents: RevisionContents = { digestOf: async () => undefined };

  const verdict = await verifyControls({ evidence: evidenceOf(links), contents });

  expect(verdict).toMatchObject({ revisionsChecked: 802, revisionsWrong: 802 });
  expect(verdict.firstWrong).toHaveLength(100);
});

test('the chain is proved as far as the furthest head that was kept elsewhere, and nowhere when it is broken', async () => {
  const ports = { evidence: evidenceOf(links), contents: contentsWith() };
  const heads = links.slice(3, 6).map(({ seq, hash }) => ({ seq, hash }));
  const broken = { ...ports, evidence: evidenceOf(links.filter(({ seq }) => seq !== 600)) };

  expect((await verifyControls(ports, heads)).provedThrough).toBe(6);
  expect((await verifyControls(broken, heads)).provedThrough).toBe(0);
});

describe('signed heads that the chain names', () => {
  const hashes = ['a', 'b'].map((letter) => letter.repeat(64));

  /** Three heartbeats: two name a signed head each, one a text that is none. */
  async function named() {
    const anchors = await Promise.all(hashes.map(async (hash, index) => anAnchor({ seq: index + 1, hash })));
    const odd = { text: 'nothing that was signed', signature: '', key: '' };
    const bodies = [...anchors, odd].map((anchor) => ({ kind: 'run' as const, body: { anchor: { ...anchor } } }));
    return { anchors, ports: { evidence: evidenceOf(aChain(...bodies)), contents: contentsWith() } };
  }

  test('are missing where all that were ever kept are there but for them', async () => {
    const { ports } = await named();

    const { anchors } = await verifyControls(ports, [], { checked: [], isWhole: true });

    expect(anchors).toStrictEqual({
      valid: 0,
      invalid: [],
      missing: hashes.map((hash, index) => ({ seq: index + 1, hash })),
    });
  });

  test('are not missing where they are kept', async () => {
    const { anchors, ports } = await named();
    const { organization, key } = await memoryHeadSigner().identity();
    const checked = anchors.map((anchor, index) =>
      checkAnchor({ place: `line ${index}`, anchor }, { organization, keys: [key] }),
    );

    const verdict = await verifyControls(ports, [], { checked, isWhole: true });

    expect(verdict.anchors).toMatchObject({ valid: 2, missing: [] });
  });

  test.for([
    ['only some were given', { isWhole: false }],
    ['they could not all be read', { isWhole: true, problem: 'the bucket cannot be reached' }],
  ] as const)('are not called missing where %s', async ([, kept]) => {
    const { ports } = await named();

    const { anchors } = await verifyControls(ports, [], { checked: [], ...kept });

    expect(anchors.missing).toEqual([]);
    expect(anchors.problem).toBe('problem' in kept ? kept.problem : undefined);
  });
});
