import { expect, test } from 'vitest';

import { exportControls, type StepSource } from '../../../../shared/application/controls/export-controls.ts';
import type { EvidencedStep } from '../../../../shared/domain/controls/evidence/evidence-record.ts';
import { aChain } from '../../../support/evidence-chains.ts';
import { aControlChange, aStep, evidenceOf } from '../../../support/evidence-records.ts';

const order = {
  period: { from: '2026-03-02', through: '2026-03-03' },
  controlIds: [],
  exportedAt: '2026-04-01T08:00:00Z',
};

function sourceOf(...steps: readonly EvidencedStep[]): StepSource {
  return {
    async *steps() {
      yield* steps;
    },
  };
}

function record(revision: number) {
  return { body: { series: 1, revision, digest: `d${revision}`, seenAt: '2026-03-02T12:00:00Z' } } as const;
}

const links = aChain({ kind: 'run' }, { kind: 'run' }, record(1), { kind: 'run' }, record(2), { kind: 'run' });

test('a step is shown with its link, though the link was made after the period', async () => {
  const ports = { evidence: evidenceOf(links), changes: sourceOf(aStep()) };

  const { files, verdict } = await exportControls(ports, order);

  expect(verdict).toMatchObject({ kind: 'whole', links: 6 });
  expect(changesIn(files)[0]?.evidence).toMatchObject({ link: 5, hash: links[4]?.hash });
});

test('the links are one unbroken part: all of the period, up to the last that a step has', async () => {
  const ports = { evidence: evidenceOf(links), changes: sourceOf(aStep()) };

  const exported = await exportControls(ports, order);

  const lines = exported.files
    .find(({ name }) => name === 'chain.txt')
    ?.text.trim()
    .split('\n');
  expect(lines?.map((line) => line.slice(0, 64))).toEqual(links.slice(1, 5).map(({ hash }) => hash));
});

test.each([
  [['CC6.6'], 1],
  [['cc6'], 1],
  [['A.8.9', 'CC8.1'], 2],
  [['CC6.61'], 0],
  [[], 2],
])('of the controls %j, %i changes are exported', async (controlIds, count) => {
  const changes = [aControlChange(), aControlChange({ path: 'x', controlIds: ['CC8.1'] })];
  const ports = { evidence: evidenceOf(links), changes: sourceOf(aStep({ changes })) };

  const exported = await exportControls(ports, { ...order, controlIds });

  expect(exported.changes).toBe(count);
  expect(changesIn(exported.files)).toHaveLength(count);
});

test('a step that the chain does not have says so', async () => {
  const ports = { evidence: evidenceOf(links), changes: sourceOf(aStep({ digest: 'another' })) };

  const { files } = await exportControls(ports, order);

  expect(changesIn(files)[0]?.evidence).toMatchObject({ link: null, hash: null });
});

test('a broken chain is exported and called broken', async () => {
  const broken = links.map((link) => (link.seq === 2 ? { ...link, body: { found: 9 } } : link));
  const ports = { evidence: evidenceOf(broken), changes: sourceOf(aStep()) };

  const { files, verdict } = await exportControls(ports, order);

  expect(verdict).toMatchObject({ kind: 'broken', seq: 2, reason: 'hash-differs' });
  expect(files.map(({ name }) => name)).toContain('chain.txt');
});

test('a period in which nothing happened gives an export that says so', async () => {
  const ports = { evidence: evidenceOf([]), changes: sourceOf() };

  const exported = await exportControls(ports, order);

  expect(exported).toMatchObject({ changes: 0, links: 0, verdict: { kind: 'whole' } });
  expect(exported.files).toHaveLength(5);
});

function changesIn(files: readonly { readonly name: string; readonly text: string }[]) {
  const text = files.find(({ name }) => name === 'changes.json')?.text ?? '{}';
  const { changes }: { readonly changes: readonly { readonly evidence: object }[] } = JSON.parse(text);
  return changes;
}
