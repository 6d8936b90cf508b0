import { describe, expect, test } from 'vitest';

import type { EvidenceChain } from '../../../../shared/controls/ports.ts';
import { memoryEvidenceChain } from '../../../../shared/controls/store/memory-controls-stores.ts';
import { nextLink } from '../../../../shared/evidence/chain.ts';
import { evidenceWriter, type EvidenceRecord } from '../../../../shared/evidence/use-cases/record-evidence.ts';
import { virtualClock } from '../../../world/virtual-clock.ts';

const clock = virtualClock(Date.parse('2026-03-02T08:00:00Z'));

function aRecord(id: string, kind: EvidenceRecord['kind'] = 'run'): EvidenceRecord {
  return { kind, id, body: { about: id } };
}

/** A chain that notes from where on it is read, with links of these ids. */
async function aChain(...ids: readonly string[]) {
  const chain = memoryEvidenceChain();
  const reads: number[] = [];
  for (const id of ids) {
    const head = await chain.head();
    await chain.append(nextLink(head, { at: '2026-03-01T08:00:00.000Z', kind: 'run', body: { id } }), head);
  }
  const evidence: EvidenceChain = {
    ...chain,
    async list(from, countMax) {
      reads.push(from);
      return chain.list(from, countMax);
    },
  };
  return { clock, evidence, reads, ids: async () => (await chain.list(1, 10_000)).map(({ body }) => body['id']) };
}

test('the first link of a chain names no record before it, the next ones do', async () => {
  const chain = await aChain();
  const writer = await evidenceWriter(chain);

  await writer.add(aRecord('a', 'revision'));
  await writer.add(aRecord('b'));

  const [first, second] = await chain.evidence.list(1, 2);
  expect(first).toMatchObject({ seq: 1, at: '2026-03-02T08:00:00.000Z', kind: 'revision' });
  expect(first?.body).toStrictEqual({ about: 'a', id: 'a' });
  expect(second?.body).toStrictEqual({ about: 'b', id: 'b', lastRecord: { seq: 1, hash: first?.hash } });
  expect(writer.head).toEqual(second);
});

test('a link that was added is not read again, and not added again', async () => {
  const chain = await aChain('a');
  const writer = await evidenceWriter(chain);

  await writer.add(aRecord('b'));
  await writer.add(aRecord('b'));

  expect(await chain.ids()).toEqual(['a', 'b']);
  expect(chain.reads).toEqual([]);
  expect([writer.has('a'), writer.has('b')]).toEqual([false, true]);
});

describe('when others add to the chain meanwhile', () => {
  test.for([
    [[], 1],
    [['a', 'b'], 3],
  ] as const)('a link goes behind theirs: %j', async ([before, readFrom]) => {
    const chain = await aChain(...before);
    const [writer, other] = [await evidenceWriter(chain), await evidenceWriter(chain)];
    await other.add(aRecord('x'));
    await other.add(aRecord('y'));
    await other.add(aRecord('z'));

    await writer.add(aRecord('own'));

    expect(await chain.ids()).toEqual([...before, 'x', 'y', 'z', 'own']);
    expect(chain.reads).toEqual([readFrom]);
  });

  test('what they have added themselves is not added once more', async () => {
    const chain = await aChain();
    const [writer, other] = [await evidenceWriter(chain), await evidenceWriter(chain)];
    await other.add(aRecord('x'));

    await writer.add(aRecord('x'));

    expect(await chain.ids()).toEqual(['x']);
  });

  test('who is never the first gives up after ten tries', async () => {
    const chain = await aChain('a');
    let tries = 0;
    const append = async () => {
      tries += 1;
      return 'moved-on' as const;
    };
    const writer = await evidenceWriter({ clock, evidence: { ...chain.evidence, append } });

    await expect(writer.add(aRecord('b'))).rejects.toMatchObject({ name: 'EvidenceBusyError' });

    expect(tries).toBe(10);
  });
});

describe('a writer that goes on for a run that was stopped', () => {
  test('knows what stands behind a link, and nothing before it', async () => {
    const chain = await aChain('a', 'b', 'c', 'd');

    const writer = await evidenceWriter(chain, 2);
    await writer.add(aRecord('c'));
    await writer.add(aRecord('e'));

    expect(['a', 'b', 'c', 'd'].map((id) => writer.has(id))).toEqual([false, false, true, true]);
    expect(await chain.ids()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('goes on at the end where nothing stands behind it', async () => {
    const chain = await aChain('a', 'b');
    const writer = await evidenceWriter(chain, 2);

    await writer.add(aRecord('c'));

    expect(await chain.ids()).toEqual(['a', 'b', 'c']);
  });

  test('reads as many pages as there are', async () => {
    const chain = await aChain(...Array.from({ length: 1_001 }, (_, index) => `id-${index + 1}`));

    const writer = await evidenceWriter(chain, 0);

    expect([writer.has('id-1'), writer.has('id-1001')]).toEqual([true, true]);
    expect(writer.head?.seq).toBe(1_001);
    expect(chain.reads).toEqual([1, 501, 1_001]);
  });
});
