import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import type { EvidenceChain } from '../controls/ports.ts';
import { invariant } from '../kernel/invariant.ts';
import { writeHistory } from '../kernel/store/history-put.ts';
import { itemsUnder, queryAll } from '../kernel/store/read-pages.ts';
import { type Item, readItem, storing } from '../kernel/store/stored-item.ts';
import { linkKinds, type Link } from './chain.ts';

const LinkItem = storing<Link>()(
  z.object({
    chain: z.string(),
    seq: z.string().regex(/^\d{12}$/),
    at: z.string(),
    kind: z.enum(linkKinds),
    body: z.record(z.string(), z.json()),
    previousHash: z.string(),
    hash: z.string(),
  }),
);

const chain = 'controls';

/** The evidence table, append-only. */
export function dynamoEvidenceChain(dynamo: DynamoDBDocumentClient, table: string): EvidenceChain {
  async function query(
    from: number,
    { countMax, isDescending = false }: { readonly countMax: number; readonly isDescending?: boolean },
  ): Promise<readonly Link[]> {
    const range = { sort: 'seq', test: '#sort >= :from', values: { ':from': placeOf(from) } };
    const items = await queryAll(
      dynamo,
      { ...itemsUnder(table, { chain }, range), ScanIndexForward: !isDescending },
      countMax,
    );
    return items.map((item) => linkIn(item, table));
  }

  return {
    async head() {
      const [newest] = await query(1, { countMax: 1, isDescending: true });
      return newest;
    },
    async append(link, after) {
      invariant(link.seq === (after?.seq ?? 0) + 1, 'a link follows the one before it');
      const item = { ...link, chain, seq: placeOf(link.seq) };
      const written = await writeHistory(dynamo, { schema: LinkItem, item, table, key: item.seq });
      return written === 'written' ? 'appended' : 'moved-on';
    },
    list: async (fromSeq, countMax) => query(fromSeq, { countMax }),
  };
}

/** Zero-padded, so that it sorts like the number. */
function placeOf(seq: number): string {
  return String(Math.max(0, seq)).padStart(12, '0');
}

function linkIn(item: Item, table: string): Link {
  const { chain: _chain, seq, ...rest } = readItem(LinkItem, item, { table, key: String(item['seq']) });
  return { ...rest, seq: Number(seq) };
}
