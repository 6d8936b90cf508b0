import { isDeepStrictEqual } from 'node:util';
import { GetCommand, PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { RecipientStore } from '../../../application/mail/ports.ts';
import { troubleCauses, type Recipient } from '../../../domain/mail/recipient.ts';
import { isMade } from '../calls/is-made.ts';
import { scanAll } from '../calls/read-pages.ts';
import { checkItem, readItem, type Item } from '../items/stored-item.ts';
import { storing } from '../items/storing.ts';

// Made when it is first needed: mail reaches most.
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
          mailId: z.string().exactOptional(),
          subject: z.string().exactOptional(),
        })
        .exactOptional(),
      cleared: z.object({ by: z.string(), at: z.iso.datetime() }).exactOptional(),
      version: z.int().min(1),
    }),
  ),
);

/** The recipients table. Nothing is removed from it: what an address was cleared of must not count once more. */
export function dynamoRecipientStore(dynamo: DynamoDBDocumentClient, table: string): RecipientStore {
  async function find(address: string): Promise<Recipient | undefined> {
    const { Item } = await dynamo.send(new GetCommand({ TableName: table, Key: { address }, ConsistentRead: true }));
    return Item === undefined ? undefined : recipientIn(Item, table);
  }

  return {
    find,
    async list() {
      const items = await scanAll(dynamo, { TableName: table, ConsistentRead: true });
      return items.map((item) => recipientIn(item, table)).toSorted(byAddress);
    },
    async replace(recipient) {
      const { address, version } = recipient;
      const next = { ...recipient, version: version + 1 };
      const put = new PutCommand({
        TableName: table,
        Item: checkItem(RecipientItem, next, { table, key: address }),
        ConditionExpression: version === 0 ? 'attribute_not_exists(address)' : '#version = :seen',
        ...(version > 0 && {
          ExpressionAttributeNames: { '#version': 'version' },
          ExpressionAttributeValues: { ':seen': version },
        }),
      });
      // The refusal may be of an attempt of this very call, after one whose answer was lost.
      return (await isMade(dynamo.send(put))) || isDeepStrictEqual(await find(address), structuredClone(next));
    },
  };
}

function recipientIn(item: Item, table: string): Recipient {
  return readItem(RecipientItem, item, { table, key: String(item['address']) });
}

function byAddress(a: Recipient, b: Recipient): number {
  return Number(a.address > b.address) - Number(a.address < b.address);
}
