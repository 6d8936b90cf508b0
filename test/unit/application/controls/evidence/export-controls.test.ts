import { expect, test } from 'vitest';

import type { RevisionSource, StoredContent } from '../../../../../shared/application/controls/evaluated-revisions.ts';
import { exportControls } from '../../../../../shared/application/controls/evidence/export-controls.ts';
import { nextLink, lastRecordAt, type Link } from '../../../../../shared/domain/controls/evidence/chain.ts';
import { noFilter } from '../../../../support/no-filter.ts';
import { aChain } from '../../../../support/evidence-chains.ts';
import { aControlChange, aRecordedChange, evidenceOf } from '../../../../support/evidence-records.ts';

const period = { from: '2026-03-02', through: '2026-03-03' };
const order = { period, filter: noFilter, exportedAt: '2026-04-01T08:00:00Z' };

/** A stored revision that was made in the period. */
function stored(revision: number, digest = `d${revision}`): StoredContent {
  const meaning = {
    series: 1,
    revision,
    digest,
    ...(revision === 1 ? {} : { previous: { series: 1, revision: revision - 1 } }),
    actor: { name: 'Ada' },
    updatedAt: '2026-03-02T10:00:00Z',
    seenAt: '2026-03-02T12:00:00Z',
    circumstances: { actor: 'approved', hours: 'inside' },
    problems: [],
    changes: [aControlChange()],
  } as const;
  return { series: 1, revision, digest, judge: async () => meaning };
}

function sourceOf(...contents: readonly StoredContent[]): RevisionSource {
  return {
    async *steps() {
      yield* contents;
    },
    textOf: async ({ digest }) => `{"text":"${digest}"}`,
  };
}

/** A link of a revision as it was made before links bound the judgement. */
function early(revision: number) {
  const facts = { updatedAt: '2026-03-02T10:00:00Z', seenAt: '2026-03-02T12:00:00Z', actor: { name: 'Ada' } };
  return { body: { series: 1, revision, digest: `d${revision}`, ...facts } } as const;
}

function judged(revision: number, changes = [aRecordedChange()]) {
  return {
    body: { ...early(revision).body, changesCount: changes.length, changes: changes.map((each) => ({ ...each })) },
  };
}

const run = { kind: 'run' } as const;
const links = aChain(run, run, early(1), run, early(2), run);

test('links from before judgements were recorded are exported: what they say is judged anew, and said to be', async () => {
  const ports = { evidence: evidenceOf(links), revisions: sourceOf(stored(2)) };

  const { files, verdict } = await exportControls(ports, order);

  expect(verdict).toMatchObject({ kind: 'whole', links: 6 });
  expect(documentIn(files).changes).toEqual([
    expect.objectContaining({ path: 'sandbox.enabled', judged: 'on-export', link: 5, hash: links[4]?.hash }),
  ]);
});

test('what the chain says a revision changed is exported as it says, whatever is judged today', async () => {
  const [recorded] = [aRecordedChange({ path: 'as.told', rule: 'as.told/1' })];
  const chain = aChain(run, early(1), judged(2, [recorded]));
  const ports = { evidence: evidenceOf(chain), revisions: sourceOf(stored(2)) };

  const { files } = await exportControls(ports, order);

  expect(documentIn(files).changes).toEqual([
    expect.objectContaining({ path: 'as.told', rule: 'as.told/1', judged: 'recorded' }),
  ]);
});

test('of a chain that notes its records, only heartbeats far from the period are left out', async () => {
  const kinds = ['revision', 'run', 'run', 'run', 'run', 'run', 'run', 'exception', 'run', 'run'] as const;
  const noted: Link[] = [];
  for (const [index, kind] of kinds.entries()) {
    const at = new Date(Date.UTC(2026, 1, 26 + index, 12)).toISOString();
    const lastRecord = lastRecordAt(noted.at(-1));
    const body = { index, ...(lastRecord === undefined ? {} : { lastRecord: { ...lastRecord } }) };
    noted.push(nextLink(noted.at(-1), { at, kind, body }));
  }
  const ports = { evidence: evidenceOf(noted), revisions: sourceOf() };

  const exported = await exportControls(ports, { ...order, period: { from: '2026-03-01', through: '2026-03-02' } });

  // Of 26 February to 7 March: the first record, the period with a link before and after it, the exception, the head.
  expect(seqsIn(exported.files)).toEqual([1, 3, 4, 5, 6, 8, 10]);
});

test('a chain without such notes is exported without a gap', async () => {
  const ports = { evidence: evidenceOf(links), revisions: sourceOf() };

  const exported = await exportControls(ports, { ...order, period: { from: '2026-03-05', through: '2026-03-05' } });

  expect(seqsIn(exported.files)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('a stored revision that the chain does not have says so', async () => {
  const ports = { evidence: evidenceOf(links), revisions: sourceOf(stored(2, 'another')) };

  const { files } = await exportControls(ports, order);

  expect(documentIn(files).changes).toEqual([expect.objectContaining({ digest: 'another', link: null, hash: null })]);
});

test('a broken chain is exported and called broken', async () => {
  const broken = links.map((link) => (link.seq === 2 ? { ...link, body: { found: 9 } } : link));
  const ports = { evidence: evidenceOf(broken), revisions: sourceOf(stored(2)) };

  const { files, verdict } = await exportControls(ports, order);

  expect(verdict).toMatchObject({ kind: 'broken', seq: 2, reason: 'hash-differs' });
  expect(seqsIn(files)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('a period in which nothing happened gives an export that says so', async () => {
  const ports = { evidence: evidenceOf([]), revisions: sourceOf() };

  const exported = await exportControls(ports, order);

  expect(exported).toMatchObject({ changes: 0, links: 0, revisions: 0, verdict: { kind: 'whole' } });
});

type Files = readonly { readonly name: string; readonly text: string }[];

function textOf(files: Files, wanted: string): string {
  return files.find(({ name }) => name === wanted)?.text ?? '';
}

function documentIn(files: Files): { readonly changes: readonly object[] } {
  return JSON.parse(textOf(files, 'changes.json'));
}

function seqsIn(files: Files): readonly number[] {
  const lines = textOf(files, 'chain.txt').trim().split('\n');
  return lines.map((line): number => JSON.parse(line.slice(66)).seq);
}
