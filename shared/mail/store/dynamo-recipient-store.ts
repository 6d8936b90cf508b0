import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import { findItem, putNextVersion } from '../../kernel/store/one-item.ts';
import { scanAll } from '../../kernel/store/read-pages.ts';
import { checkItem, type Item, readItem, storing } from '../../kernel/store/stored-item.ts';
import type { AddressStore } from '../ports.ts';
import { troubleCauses, type Recipient } from '../recipient.ts';

// Built on first use: mail reaches most recipients.
const RecipientItem = storing<Recipient>()(
  z.lazy(() =>
    z.object({
      address: z.string().min(1),
      trouble: z
        .object({
          cause: z.enum(troubleCauses),
          since: z.iso.datetime(),
          at: z.iso.datetime(),
          detail: z.string(),
          mailId: z.string().optional(),
          subject: z.string().optional(),
        })
        .optional(),
      cleared: z.object({ by: z.string(), at: z.iso.datetime() }).optional(),
      version: z.int().min(1),
    }),
  ),
);

/** The recipients table. Nothing is removed: a cleared problem must not count again. */
export function dynamoRecipientStore(dynamo: DynamoDBDocumentClient, table: string): AddressStore {
  async function find(address: string): Promise<Recipient | undefined> {
    const item = await findItem(dynamo, table, { address });
    return item === undefined ? undefined : recipientIn(item, table);
  }

  return {
    find,
    async list() {
      const items = await scanAll(dynamo, { TableName: table, ConsistentRead: true });
      return items.map((item) => recipientIn(item, table)).toSorted(byAddress);
    },
    async replace(recipient) {
      const { address, version } = recipient;
      const item = { ...recipient, version: version + 1 };
      checkItem(RecipientItem, item, { table, key: address });
      return putNextVersion(dynamo, { table, key: { address }, item });
    },
  };
}

function recipientIn(item: Item, table: string): Recipient {
  return readItem(RecipientItem, item, { table, key: String(item['address']) });
}

function byAddress(a: Recipient, b: Recipient): number {
  return Number(a.address > b.address) - Number(a.address < b.address);
}
