import { describe, expect, test } from 'vitest';

import type { RevisionSource, StoredContent } from '../../../../shared/controls/use-cases/evaluated-revisions.ts';
import { nextLink, lastRecordAt, type Link } from '../../../../shared/evidence/chain.ts';
import { asffBatches, asffFinding } from '../../../../shared/evidence/export/asff-findings.ts';
import { exportControls } from '../../../../shared/evidence/use-cases/export-controls.ts';
import { anOrigin } from '../../../support/an-origin.ts';
import { aChain } from '../../../support/evidence-chains.ts';
import { aControlChange, aRecordedChange, evidenceOf } from '../../../support/evidence-records.ts';
import { noFilter } from '../../../support/no-filter.ts';

const period = { from: '2026-03-02', through: '2026-03-03' };
const order = { period, filter: noFilter, exportedAt: '2026-04-01T08:00:00Z', origin: anOrigin };

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

test('links from before judgements were recorded are exported: what they say is judged again, and said to be', async () => {
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

test('as findings, each loosening is one line that keeps its uid, and is new, suppressed or resolved', async () => {
  const loosened = aRecordedChange({ path: 'sandbox.enabled', before: 'true', after: 'false', severity: 'critical' });
  const restored = aRecordedChange({ path: 'sandbox.enabled', direction: 'tightened', before: 'false', after: 'true' });
  const tightened = aRecordedChange({ path: 'other', direction: 'tightened' });
  const chain = aChain(run, judged(1, []), judged(2, [loosened]));
  const findingsOf = async (all: readonly Link[]): Promise<readonly unknown[]> => {
    const ports = { evidence: evidenceOf(all), revisions: sourceOf() };
    const { files } = await exportControls(ports, { ...order, format: 'ocsf' });
    return (files[0]?.text ?? '').split('\n').flatMap((line): unknown => (line === '' ? [] : [JSON.parse(line)]));
  };

  const open = await findingsOf(chain);
  const closed = await findingsOf(aChain(run, judged(1, []), judged(2, [loosened]), judged(3, [restored, tightened])));

  const same = { class_uid: 2003, severity_id: 5, finding_info: { uid: 'curfew/controls/1/2/d2/0' } };
  expect(open).toMatchObject([{ ...same, status: 'New', activity_id: 1, compliance: { status: 'Fail' } }]);
  expect(closed).toMatchObject([{ ...same, status: 'Resolved', activity_id: 3, compliance: { status: 'Pass' } }]);
});

test('for Security Hub a finding keeps its Id, is archived once it is reverted, and calls are as small as AWS takes', async () => {
  const loosened = aRecordedChange({ path: 'sandbox.enabled', before: 'true', after: 'false', severity: 'critical' });
  const restored = aRecordedChange({ path: 'sandbox.enabled', direction: 'tightened', before: 'false', after: 'true' });
  const hub = { account: '123456789012', region: 'eu-west-1' };
  const findingOf = async (...all: readonly Link[]) => {
    const ports = { evidence: evidenceOf(all), revisions: sourceOf() };
    const { files } = await exportControls(ports, { ...order, format: 'ocsf' });
    const [line = ''] = (files[0]?.text ?? '').split('\n');
    return asffFinding(JSON.parse(line) as Parameters<typeof asffFinding>[0], hub);
  };

  const open = await findingOf(...aChain(run, judged(1, []), judged(2, [loosened])));
  const closed = await findingOf(...aChain(run, judged(1, []), judged(2, [loosened]), judged(3, [restored])));
  const long = { ...open, Description: 'ä'.repeat(1_024) };

  const same = { Id: 'curfew/controls/1/2/d2/0', Severity: { Label: 'CRITICAL' } };
  expect(open).toMatchObject({ ...same, RecordState: 'ACTIVE', Compliance: { Status: 'FAILED' } });
  expect(closed).toMatchObject({ ...same, RecordState: 'ARCHIVED', Compliance: { Status: 'PASSED' } });
  const calls = asffBatches(Array<typeof open>(250).fill(long));
  expect(calls.flatMap((call) => JSON.parse(call) as unknown[])).toHaveLength(250);
  expect(calls.every((call) => Buffer.byteLength(call) <= 240_001)).toBe(true);
  expect(asffBatches(Array<typeof open>(101).fill(open)).map((call) => (JSON.parse(call) as unknown[]).length)).toEqual(
    [100, 1],
  );
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

test('what is behind a broken link is looked through for the period too', async () => {
  const noted: Link[] = [];
  for (let index = 0; index < 8; index += 1) {
    const at = new Date(Date.UTC(2026, 1, 26 + index, 12)).toISOString();
    const lastRecord = lastRecordAt(noted.at(-1));
    const body = { index, ...(lastRecord === undefined ? {} : { lastRecord: { ...lastRecord } }) };
    noted.push(nextLink(noted.at(-1), { at, kind: index === 0 ? 'revision' : 'run', body }));
  }
  const broken = noted.map((link) => (link.seq === 2 ? { ...link, hash: 'f'.repeat(64) } : link));
  const ports = { evidence: evidenceOf(broken), revisions: sourceOf() };

  const exported = await exportControls(ports, { ...order, period: { from: '2026-03-02', through: '2026-03-02' } });

  expect(exported.verdict).toMatchObject({ kind: 'broken', seq: 2 });
  expect(seqsIn(exported.files)).toEqual([1, 4, 5, 6, 8]);
});

test('stored revisions are asked for from the first day of the period on, without an end', async () => {
  const asked: unknown[] = [];
  const revisions: RevisionSource = {
    ...sourceOf(),
    async *steps(range) {
      asked.push(range);
      yield* [];
    },
  };

  await exportControls({ evidence: evidenceOf(links), revisions }, order);

  expect(asked).toEqual([{ from: '2026-03-02', through: '9999-12-31' }]);
});

describe('what is judged for the export', () => {
  test('names the revision before, also where the link does not', async () => {
    const chain = aChain(run, early(2), { body: { ...early(3).body, previous: { series: 1, revision: 1 } } });
    const ports = { evidence: evidenceOf(chain), revisions: sourceOf(stored(2), stored(3)) };

    const { files } = await exportControls(ports, order);

    expect(documentIn(files).changes).toMatchObject([
      { revision: 2, previousRevision: 1 },
      { revision: 3, previousRevision: 1 },
    ]);
  });

  test('says of the first revision alone that it was there when watching began', async () => {
    const chain = aChain(run, early(1), early(2), early(3), { body: { ...early(4).body, isStart: true } });
    const ports = { evidence: evidenceOf(chain), revisions: sourceOf(stored(1), stored(2), stored(4)) };

    const { files } = await exportControls(ports, order);

    const start = 'there when watching began';
    expect(documentIn(files).settings?.map(({ remark }) => remark)).toEqual([start, null, null, start]);
  });

  test('is said of a revision that the chain does not have: as judged now, and as rewritten by nobody', async () => {
    const ports = { evidence: evidenceOf([]), revisions: sourceOf(stored(1), stored(2)) };

    const { files } = await exportControls(ports, order);

    const { changes, settings } = documentIn(files);
    expect(changes).toMatchObject([
      { revision: 1, previousRevision: null, rewritten: 'no', judged: 'on-export' },
      { revision: 2, previousRevision: 1, rewritten: 'no', judged: 'on-export' },
    ]);
    expect(settings?.map(({ remark }) => remark)).toEqual([expect.stringContaining('watching began'), null]);
  });
});

describe('the settings of an export', () => {
  const chain = aChain(run, { body: { ...judged(1).body } }, withPrevious(2), withPrevious(3));

  function withPrevious(revision: number) {
    const previous = { series: 1, revision: revision - 1, digest: `d${revision - 1}` };
    return { body: { ...judged(revision).body, previous } };
  }

  function placesOf(revisions: readonly number[]): string {
    return revisions.map((revision) => `d${revision}  1/${revision}/d${revision}\n`).join('');
  }

  const named: RevisionSource = {
    ...sourceOf(),
    textOf: async ({ series, revision, digest }) => `${series}/${revision}/${digest}`,
  };

  test('are those of its revisions, each read once', async () => {
    let reads = 0;
    const counting: RevisionSource = {
      ...named,
      async textOf(content) {
        reads += 1;
        return named.textOf(content);
      },
    };

    const { files, revisions } = await exportControls({ evidence: evidenceOf(chain), revisions: counting }, order);

    expect(textOf(files, 'revisions.txt')).toBe(placesOf([1, 2, 3]));
    expect([revisions, reads]).toEqual([3, 3]);
  });

  test('begin with those before the first', async () => {
    const later = aChain(run, run, withPrevious(3));

    const { files } = await exportControls({ evidence: evidenceOf(later), revisions: named }, order);

    expect(textOf(files, 'revisions.txt')).toBe(placesOf([2, 3]));
  });

  test('are left out where they are not stored', async () => {
    const some: RevisionSource = {
      ...named,
      textOf: async (content) => (content.revision === 2 ? undefined : named.textOf(content)),
    };

    const { files, revisions } = await exportControls({ evidence: evidenceOf(chain), revisions: some }, order);

    expect(textOf(files, 'revisions.txt')).toBe(placesOf([1, 3]));
    expect(revisions).toBe(2);
  });
});

describe('an export is refused when', () => {
  const tooLarge = { name: 'ExportTooLargeError' };
  const change = aControlChange();
  const changed = { ...stored(2), judge: async () => ({ ...(await stored(2).judge()), changes: manyChanges(60_000) }) };

  function manyChanges(count: number) {
    return Array.from({ length: count }, () => change);
  }

  test.for([
    ['recorded', aChain(run, early(2), { body: { ...early(2).body, digest: 'other' } })],
    ['unrecorded', []],
  ] as const)('its %s revisions changed more than it holds', async ([, chain]) => {
    const other = { ...changed, digest: 'other', judge: async () => ({ ...(await changed.judge()), digest: 'other' }) };
    const ports = { evidence: evidenceOf(chain), revisions: sourceOf(changed, other) };

    await expect(exportControls(ports, order)).rejects.toMatchObject({
      ...tooLarge,
      message: expect.stringContaining('100000 changes'),
    });
  });

  test('its settings are longer than it holds', async () => {
    const long = 'x'.repeat(100_000_001);
    const ports = {
      evidence: evidenceOf(aChain(run, judged(1), judged(2))),
      revisions: { ...sourceOf(), textOf: async () => long },
    };

    await expect(exportControls(ports, order)).rejects.toMatchObject(tooLarge);
  });
});

type Files = readonly { readonly name: string; readonly text: string }[];

function textOf(files: Files, wanted: string): string {
  return files.find(({ name }) => name === wanted)?.text ?? '';
}

function documentIn(files: Files): {
  readonly changes: readonly object[];
  readonly settings?: readonly { readonly remark: string | null }[];
} {
  return JSON.parse(textOf(files, 'changes.json'));
}

function seqsIn(files: Files): readonly number[] {
  const lines = textOf(files, 'chain.txt').trim().split('\n');
  return lines.map((line): number => JSON.parse(line.slice(66)).seq);
}
