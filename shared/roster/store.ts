import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import type { UserStore } from '../enforcement/ports.ts';
import { patientBackoff, type Backoff } from '../kernel/store/backoff.ts';
import { putAll } from '../kernel/store/batches.ts';
import { scanEach } from '../kernel/store/read-pages.ts';
import { checkItem, readItem, storing } from '../kernel/store/stored-item.ts';
import { compareText } from '../kernel/texts/compare-text.ts';
import type { KnownUser } from './person.ts';

/** A complete roster user, unlike those in roster pages, which only a durable run stores. */
export const rosterUserFields = {
  userId: z.string().min(1),
  email: z.string().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  createdAt: z.string().optional(),
};

const UserItem = storing<KnownUser>()(
  z.object({
    ...rosterUserFields,
    goneSince: z.string().optional(),
    events: z
      .array(
        z.object({
          kind: z.enum(['joined', 'left', 'returned', 'email-changed']),
          at: z.string(),
          emailBefore: z.string().optional(),
          lastAt: z.string().optional(),
        }),
      )
      .readonly()
      .optional(),
    memberships: z
      .array(z.object({ from: z.string(), team: z.string().optional() }))
      .readonly()
      .optional(),
  }),
);

/** The users table: one item per user ever on the roster. */
export function dynamoUserStore(
  dynamo: DynamoDBDocumentClient,
  table: string,
  backoff: Backoff = patientBackoff,
): UserStore {
  return {
    async list() {
      const users: KnownUser[] = [];
      for await (const item of scanEach(dynamo, { TableName: table, ConsistentRead: true })) {
        users.push(readItem(UserItem, item, { table, key: String(item['userId']) }));
      }
      return users.sort((a, b) => compareText(a.userId, b.userId));
    },
    async put(users) {
      const unique = new Map(users.map((user) => [user.userId, user]));
      const items = [...unique.values()].map((user) => checkItem(UserItem, { ...user }, { table, key: user.userId }));
      await putAll(dynamo, { table, backoff }, items);
    },
  };
}
