import { beforeEach, describe, expect, test } from 'vitest';

import type { EvidenceChain } from '../../shared/controls/ports.ts';
import { nextLink, type Link } from '../../shared/evidence/chain.ts';

function linkAfter(head: Link | undefined, body: Link['body'] = {}): Link {
  return nextLink(head, { at: '2026-03-02T08:00:00.000Z', kind: 'run', body });
}

export function describeEvidenceChain(name: string, makeChain: () => Promise<EvidenceChain>): void {
  describe(`the evidence chain ${name}`, () => {
    let chain: EvidenceChain;
    beforeEach(async () => {
      chain = await makeChain();
    });

    async function append(count: number): Promise<readonly Link[]> {
      const links: Link[] = [];
      for (let seq = 1; seq <= count; seq += 1) {
        const link = linkAfter(links.at(-1), { number: seq, actor: { name: 'Eve' }, nothing: null, list: [1, 'a'] });
        await chain.append(link, links.at(-1));
        links.push(link);
      }
      return links;
    }

    test('has no head at first, and then the newest link', async () => {
      const nothing = await chain.head();
      const links = await append(12);

      const head = await chain.head();

      expect(nothing).toBeUndefined();
      expect(head).toEqual(links.at(-1));
    });

    test('gives its links whole, ascending, from a number on, as many as asked for', async () => {
      const links = await append(12);

      const all = await chain.list(1, 100);
      const some = await chain.list(9, 3);
      const beyond = await chain.list(13, 3);

      expect(all).toEqual(links);
      expect(some.map(({ seq }) => seq)).toEqual([9, 10, 11]);
      expect(beyond).toEqual([]);
    });

    test('takes one link for each place: a second writer learns that the chain moved on', async () => {
      const [first] = await append(1);
      const mine = linkAfter(first, { by: 'me' });
      const theirs = linkAfter(first, { by: 'them' });

      const answers = [await chain.append(mine, first), await chain.append(theirs, first)];

      expect(answers).toEqual(['appended', 'moved-on']);
      expect(await chain.head()).toEqual(mine);
    });

    test('takes a link that was added already as added', async () => {
      const [first] = await append(1);
      const link = linkAfter(first);

      const answers = [await chain.append(link, first), await chain.append(link, first)];

      expect(answers).toEqual(['appended', 'appended']);
      expect(await chain.list(1, 10)).toHaveLength(2);
    });

    test('refuses a link that leaves out a number', async () => {
      const [first] = await append(1);
      const link = { ...linkAfter(first), seq: 3 };

      const refused = chain.append(link, first);

      await expect(refused).rejects.toThrow('follows the one before');
    });
  });
}
