import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import type { HookTokenStore } from '../../../application/hook/ports.ts';
import { isSameStored } from '../../../contracts/tables/stored-copy.ts';
import type { HookToken } from '../../../domain/hook/hook-token.ts';
import { patientBackoff, type Backoff } from '../calls/backoff.ts';
import { journaledWrites } from '../calls/journaled-writes.ts';
import { findItem } from '../calls/one-item.ts';
import { queryPart } from '../calls/read-pages.ts';
import { checkItem, readItem, type Item } from '../items/stored-item.ts';
import { storing } from '../items/storing.ts';

const part = 'token';

const TokenItem = storing<HookToken>()(
  z.object({
    part: z.literal(part),
    id: z.hex().length(64),
    userId: z.string().min(1),
    email: z.string().min(1),
    madeAt: z.iso.datetime(),
    revokedAt: z.iso.datetime().optional(),
    revokedBy: z.string().optional(),
  }),
);

interface Tables {
  readonly hooks: string;
  readonly journal: string;
}

/** The hooks table's part with tokens, as hashes. */
export function dynamoHookTokenStore(
  dynamo: DynamoDBDocumentClient,
  { hooks: table, journal }: Tables,
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
        stale: 'the token was changed by somebody else meanwhile',
      });
    },
  };
}
