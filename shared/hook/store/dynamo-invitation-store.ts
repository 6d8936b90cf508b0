import { PutCommand, UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import { isMade } from '../../kernel/store/one-item.ts';
import { itemsUnder, queryAll } from '../../kernel/store/read-pages.ts';
import { type Item, readItem, storing } from '../../kernel/store/stored-item.ts';
import type { Invitation } from '../invitation.ts';
import type { InvitationStore } from '../ports.ts';

/** Beside the months of requests, whose job mails them. */
const month = 'invitation';

const InvitationItem = storing<Invitation>()(
  z.object({ userId: z.string().min(1), email: z.string().min(1), at: z.iso.datetime(), by: z.string() }),
);

const putsAtOnce = 20;

/** Invitations to connect a hook, each person's last: in the requests table, whose stream starts their mail. */
export function dynamoInvitationStore(dynamo: DynamoDBDocumentClient, table: string): InvitationStore {
  const read = (item: Item): Invitation => {
    const { month: _month, id: _id, told: _told, ...rest } = item;
    return readItem(InvitationItem, rest, { table, key: String(item['id']) });
  };
  return {
    async put(invitations) {
      for (let from = 0; from < invitations.length; from += putsAtOnce) {
        const some = invitations.slice(from, from + putsAtOnce);
        await Promise.all(
          some.map(async (each) =>
            dynamo.send(new PutCommand({ TableName: table, Item: { month, id: each.userId, ...each } })),
          ),
        );
      }
    },
    async listNotified() {
      const items = await queryAll(dynamo, itemsUnder(table, { month }));
      return items.map((item) => ({ invitation: read(item), isNotified: item['told'] === item['at'] }));
    },
    async markNotified({ userId, at }) {
      const update = new UpdateCommand({
        TableName: table,
        Key: { month, id: userId },
        UpdateExpression: 'SET told = :at',
        ConditionExpression: '#at = :at',
        ExpressionAttributeNames: { '#at': 'at' },
        ExpressionAttributeValues: { ':at': at },
      });
      await isMade(dynamo.send(update));
    },
  };
}
