import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import { isSameStored } from '../../kernel/contract/stored-copy.ts';
import { patientBackoff, type Backoff } from '../../kernel/store/backoff.ts';
import { journaledWrites } from '../../kernel/store/journaled-writes.ts';
import { findItem } from '../../kernel/store/one-item.ts';
import { queryPart } from '../../kernel/store/read-pages.ts';
import { checkItem, type Item, readItem, storing } from '../../kernel/store/stored-item.ts';
import type { HookToken } from '../hook-token.ts';
import type { HookTokenStore } from '../ports.ts';

const part = 'token';

const TokenItem = storing<HookToken>()(
  z.object({
    part: z.literal(part),
    id: z.hex().length(64),
    userId: z.string().min(1),
    email: z.string().min(1),
    calendarVia: z.enum(['machine', 'iam', 'oidc']).optional(),
    madeAt: z.iso.datetime(),
    revokedAt: z.iso.datetime().optional(),
    revokedBy: z.string().optional(),
  }),
);

/** The hooks table's part with tokens, as hashes. */
export function dynamoHookTokenStore(
  dynamo: DynamoDBDocumentClient,
  { hooks: table, journal }: { readonly hooks: string; readonly journal: string },
  backoff: Backoff = patientBackoff,
): HookTokenStore {
  const journaled = journaledWrites(dynamo, journal, backoff);
  const read = (item: Item): HookToken => {
    const { part: _part, ...token } = readItem(TokenItem, item, { table, key: String(item['id']) });
    return token;
  };

  return {
    async find(id) {
      const item = await findItem(dynamo, table, { part, id });
      return item === undefined ? undefined : read(item);
    },
    async list() {
      return (await queryPart(dynamo, table, part)).map(read);
    },
    async put(token, entry) {
      const Item = checkItem(TokenItem, { part, ...token }, { table, key: token.id });
      const isNew = token.revokedAt === undefined;
      const ConditionExpression = isNew ? 'attribute_not_exists(id)' : 'attribute_not_exists(revokedAt)';
      await journaled.edit([{ Put: { TableName: table, Item, ConditionExpression } }], entry, {
        table,
        key: { part, id: token.id },
        isMade: (row) => row !== undefined && isSameStored(read(row), token),
        isAsSeen: (row) => row?.['revokedAt'] === undefined && (row === undefined) === isNew,
        stale: 'the token was changed meanwhile',
      });
    },
  };
}
