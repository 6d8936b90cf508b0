import { beforeEach, describe, expect, test } from 'vitest';

import { AnchoringError } from '../../../../../shared/controls/ports.ts';
import { memoryEvidenceChain } from '../../../../../shared/controls/store/memory-controls-stores.ts';
import { statementIn, type Anchor } from '../../../../../shared/evidence/anchors/anchor.ts';
import { nextLink, type Link } from '../../../../../shared/evidence/chain.ts';
import { memoryAnchorStore, memoryHeadSigner } from '../../../../../shared/evidence/memory-store.ts';
import { anchorKeeper } from '../../../../../shared/evidence/use-cases/anchors/anchor-keeper.ts';
import { anAnchor } from '../../../../support/anchors.ts';
import { hourMs, virtualClock } from '../../../../world/virtual-clock.ts';

const startMs = Date.parse('2026-03-02T08:00:00Z');

function theParts() {
  return {
    clock: virtualClock(startMs),
    evidence: memoryEvidenceChain(),
    signer: memoryHeadSigner(),
    anchors: memoryAnchorStore(),
  };
}

let parts: ReturnType<typeof theParts>;

beforeEach(() => {
  parts = theParts();
});

/** A keeper as each run has one of its own. */
function aRun(over: Partial<ReturnType<typeof theParts>> = {}) {
  return anchorKeeper({ ...parts, ...over });
}

async function addLink(kind: Link['kind'] = 'run', anchor?: Anchor): Promise<Link> {
  const head = await parts.evidence.head();
  const at = new Date(parts.clock.now()).toISOString();
  const link = nextLink(head, { at, kind, body: anchor === undefined ? {} : { anchor: { ...anchor } } });
  await parts.evidence.append(link, head);
  return link;
}

function signed(): readonly unknown[] {
  return parts.anchors.stored.map(({ anchor }) => statementIn(anchor?.text ?? '')?.seq);
}

const cannot = async () => Promise.reject(new AnchoringError('the bucket cannot be reached'));
const settings = { series: 1, revision: 7, digest: 'd'.repeat(64) };

describe('signing', () => {
  test('nothing is signed of a chain without links', async () => {
    expect(await aRun().anchor(undefined)).toBeUndefined();
    expect(parts.anchors.stored).toEqual([]);
  });

  test('a signed head says whose chain it is, when, which settings are the newest, and what was signed before', async () => {
    const first = await addLink();
    const anchor = await aRun().anchor(undefined);
    const second = await addLink('revision');
    parts.clock.moveBy(hourMs);
    const next = await aRun().anchor(settings);

    expect(statementIn(anchor?.text ?? '')).toStrictEqual({
      organization: 'acme',
      seq: 1,
      hash: first.hash,
      at: '2026-03-02T08:00:00.000Z',
    });
    expect(statementIn(next?.text ?? '')).toStrictEqual({
      organization: 'acme',
      seq: 2,
      hash: second.hash,
      at: '2026-03-02T09:00:00.000Z',
      settings,
      previous: { seq: 1, hash: first.hash },
    });
    expect(next?.key).toBe((await parts.signer.identity()).key.fingerprint);
  });

  test('a head that is signed already is not signed again, and is the newest one', async () => {
    await addLink();
    const anchor = await aRun().anchor(undefined);
    parts.clock.moveBy(hourMs);
    const run = aRun();

    expect(run.newest()).toBeUndefined();
    expect(await run.anchor(undefined)).toEqual(anchor);
    expect(run.newest()).toEqual(anchor);
    expect(signed()).toEqual([1]);
  });

  test('a failure is reported and stops nothing, and is not tried again in the same run', async () => {
    await addLink();
    let puts = 0;
    const put = async () => {
      puts += 1;
      return cannot();
    };
    const run = aRun({ anchors: { ...parts.anchors, put } });

    expect([await run.anchor(undefined), await run.anchor(undefined)]).toEqual([undefined, undefined]);
    expect(puts).toBe(1);
  });

  test('a fault of our own is raised', async () => {
    await addLink();
    const put = async () => Promise.reject(new TypeError('a fault of our own'));

    await expect(aRun({ anchors: { ...parts.anchors, put } }).anchor(undefined)).rejects.toThrow('of our own');
  });
});

describe('at the end of a run the head is signed', () => {
  beforeEach(async () => {
    await addLink('revision');
    await aRun().anchorIfDue(undefined);
  });

  test('the first time that there is one', () => {
    expect(signed()).toEqual([1]);
  });

  test.for([
    ['a heartbeat', ['run'], [1]],
    ['a hundred heartbeats', Array.from({ length: 100 }, () => 'run' as const), [1, 101]],
    ['ninety-nine heartbeats', Array.from({ length: 99 }, () => 'run' as const), [1]],
    ['a heartbeat and a decision', ['run', 'acknowledged'], [1, 3]],
  ] as const)('or is not, after %s', async ([, kinds, wanted]) => {
    for (const kind of kinds) {
      await addLink(kind);
    }

    await aRun().anchorIfDue(undefined);

    expect(signed()).toEqual(wanted);
  });

  test('after three hours of heartbeats, and not before', async () => {
    await addLink();
    parts.clock.moveBy(3 * hourMs - 1);
    await aRun().anchorIfDue(undefined);
    const before = signed();
    parts.clock.moveBy(1);
    await aRun().anchorIfDue(undefined);

    expect([before, signed()]).toEqual([[1], [1, 2]]);
  });
});

describe('that the evidence is not anchored', () => {
  test.for([
    [4 * hourMs - 1, undefined],
    [4 * hourMs, { problem: 'the bucket cannot be reached', since: '2026-03-02T08:00:00.000Z' }],
  ] as const)('is reported after four hours: %d', async ([laterMs, wanted]) => {
    await addLink();
    parts.clock.moveBy(laterMs);
    await addLink();
    const run = aRun({ anchors: { ...parts.anchors, newest: cannot } });

    expect(await run.faults()).toEqual([]);
    expect(await run.unanchored()).toEqual(wanted);
  });

  test('counts from the newest signed head, as it is kept or as the chain names it', async () => {
    await addLink();
    parts.clock.moveBy(hourMs);
    const anchor = await aRun().anchor(undefined);
    parts.clock.moveBy(hourMs);
    await addLink('run', anchor);
    parts.clock.moveBy(4 * hourMs);
    const broken = [
      aRun({ anchors: { ...parts.anchors, put: cannot } }),
      aRun({ anchors: { ...parts.anchors, newest: cannot } }),
    ];
    await broken[0]?.anchorIfDue(undefined);

    const found = [await broken[0]?.unanchored(), await broken[1]?.unanchored()];

    expect(found.map((each) => each?.since)).toEqual(['2026-03-02T09:00:00.000Z', '2026-03-02T09:00:00.000Z']);
  });

  test('is not so while it works, and where there is no evidence', async () => {
    const empty = aRun({ anchors: { ...parts.anchors, newest: cannot } });
    expect(await empty.unanchored()).toBeUndefined();
    await addLink();
    parts.clock.moveBy(9 * hourMs);

    expect(await aRun().unanchored()).toBeUndefined();
  });
});

describe('what is wrong', () => {
  test('is nothing where the newest signed head is one of the chain', async () => {
    await addLink();
    const anchor = await aRun().anchor(undefined);
    await addLink('run', anchor);

    expect(await aRun().faults()).toEqual([]);
  });

  test('is compared once a run', async () => {
    await addLink();
    let reads = 0;
    const newest: typeof parts.anchors.newest = async (count) => {
      reads += 1;
      expect(count).toBe(5);
      return parts.anchors.newest(count);
    };
    const run = aRun({ anchors: { ...parts.anchors, newest } });

    await run.faults();
    await run.anchorIfDue(undefined);
    await run.unanchored();

    expect(reads).toBe(1);
  });

  test('is a link that is not there, or is another one than was signed; nothing is signed then', async () => {
    const hash = 'a'.repeat(64);
    await addLink();
    await parts.anchors.put(await anAnchor({ seq: 2, hash }));
    const missing = await aRun().faults();
    await addLink();
    const run = aRun();

    const at = '2026-03-02T08:00:00.000Z';
    expect(missing).toEqual([{ kind: 'link-missing', signed: { seq: 2, hash }, at }]);
    expect(await run.faults()).toEqual([{ kind: 'link-differs', signed: { seq: 2, hash }, at }]);
    expect(await run.anchor(undefined)).toBeUndefined();
    expect(signed()).toEqual([2]);
  });

  test('is judged by the head that was signed last, in whatever order they are kept', async () => {
    const { hash } = await addLink();
    await parts.anchors.put(await anAnchor({ seq: 1, hash, at: '2026-03-02T08:00:00.001Z' }));
    await parts.anchors.put(await anAnchor({ seq: 9 }));

    expect(await aRun().faults()).toEqual([]);
  });

  test('is a signed head that the chain names and that is kept no more', async () => {
    await addLink();
    const anchor = await aRun().anchor(undefined);
    const named = statementIn(anchor?.text ?? '');
    await addLink('run', anchor);
    const kept = parts.anchors.stored;
    parts.anchors.stored = [];
    const none = await aRun().faults();
    parts.anchors.stored = [
      { place: 'line 1', anchor: await anAnchor({ hash: named?.hash ?? '', at: '2026-03-02T07:59:59.000Z' }) },
    ];
    const older = await aRun().faults();
    parts.anchors.stored = kept;

    const removed = {
      kind: 'anchor-removed',
      signed: { seq: 1, hash: named?.hash },
      at: '2026-03-02T08:00:00.000Z',
    };
    expect([none, older, await aRun().faults()]).toEqual([[removed], [removed], []]);
  });

  test('is a newest signed head that does not hold, or is of another key', async () => {
    const { hash } = await addLink();
    const [own, other] = [await anAnchor({ hash }), await anAnchor({ hash }, memoryHeadSigner('acme', 'second'))];
    const good = { place: 'line 1', anchor: own };
    const { fingerprint } = (await parts.signer.identity()).key;
    const faultsWith = async (newest: Anchor | undefined) => {
      parts.anchors.stored = [good, { place: 'line 2', anchor: newest }];
      return aRun().faults();
    };

    expect(await faultsWith({ ...own, signature: 'none' })).toEqual([{ kind: 'anchor-altered', place: 'line 2' }]);
    expect(await faultsWith(undefined)).toEqual([{ kind: 'anchor-altered', place: 'line 2' }]);
    expect(await faultsWith(other)).toEqual([{ kind: 'key-replaced', was: other.key, is: fingerprint }]);
    parts.anchors.stored = parts.anchors.stored.toReversed();
    expect(await aRun().faults()).toEqual([]);
  });

  test('is the other key alone, where nothing that is kept is signed by the present one', async () => {
    const { hash } = await addLink();
    const other = await anAnchor({ hash }, memoryHeadSigner('acme', 'second'));
    await addLink('run', other);
    parts.anchors.stored = [{ place: 'line 1', anchor: other }];

    expect(await aRun().faults()).toMatchObject([{ kind: 'key-replaced', was: other.key }]);
  });
});
