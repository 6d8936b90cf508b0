import { UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import { windowKinds } from '../budgets/window.ts';
import { formatStoredGrant } from '../grants/contract/grant.ts';
import { editOfGrant } from '../grants/grant.ts';
import { journalPut } from '../journal/store/journal-item.ts';
import { isSameStored } from '../kernel/contract/stored-copy.ts';
import { grantVersions } from '../kernel/records/contract/versions/record-versions.ts';
import { recordVersions } from '../kernel/records/store/record-versions.ts';
import { patientBackoff, type Backoff } from '../kernel/store/backoff.ts';
import { journaledWrites } from '../kernel/store/journaled-writes.ts';
import { findItem, isMade } from '../kernel/store/one-item.ts';
import { itemsUnder, queryAll } from '../kernel/store/read-pages.ts';
import { checkItem, readItem, type Item } from '../kernel/store/stored-item.ts';
import { versionedPut } from '../kernel/store/versioned-writes.ts';
import type { RequestStore } from './ports.ts';
import { monthOfRequest, requestStates, type CreditRequest } from './request.ts';

const RequestItem = z.object({
  id: z.string().min(1),
  userId: z.string().min(1),
  email: z.string().min(1),
  about: z.object({ scope: z.string().optional(), window: z.enum(windowKinds), through: z.string() }).optional(),
  credits: z.int().min(1),
  until: z.iso.date(),
  reason: z.string(),
  askedAt: z.iso.datetime(),
  state: z.enum(requestStates),
  decision: z
    .object({
      by: z.string(),
      at: z.iso.datetime(),
      reason: z.string().optional(),
      rule: z.string().optional(),
      credits: z.int().min(1).optional(),
      topUpId: z.string().optional(),
      effect: z
        .object({
          nowCredits: z.int().min(0),
          later: z.object({ credits: z.int().min(0), from: z.iso.date() }).optional(),
          because: z.string(),
        })
        .optional(),
    })
    .optional(),
  version: z.int().min(1),
}) satisfies z.ZodType<CreditRequest>;

/** The table of credit requests; an approved one is written together with its top-up. */
export function dynamoRequestStore(
  dynamo: DynamoDBDocumentClient,
  tables: { readonly requests: string; readonly grants: string; readonly versions: string; readonly journal: string },
  backoff: Backoff = patientBackoff,
): RequestStore {
  const table = tables.requests;
  const journaled = journaledWrites(dynamo, tables.journal, backoff);
  const versions = recordVersions(dynamo, tables.versions, grantVersions);
  const rowsOf = async (months: readonly string[]) =>
    (await Promise.all(months.toSorted().map(async (month) => queryAll(dynamo, itemsUnder(table, { month }))))).flat();
  const read = (item: Item): CreditRequest => readItem(RequestItem, item, { table, key: String(item['id']) });

  return {
    async find(id) {
      const item = await findItem(dynamo, table, keyOf(id));
      return item === undefined ? undefined : read(item);
    },
    list: async (months) => (await rowsOf(months)).map(read),
    async put(request, entry, given) {
      const seenVersion = request.version - 1;
      checkItem(RequestItem, { ...request }, { table, key: request.id });
      const writes = [
        versionedPut(table, { ...keyOf(request.id), ...request }, { seenVersion }),
        ...(given === undefined
          ? []
          : [
              versionedPut(tables.grants, formatStoredGrant(given.topUp), { seenVersion: 0 }),
              versions.put(given.topUp, editOfGrant(given.topUp, given.entry)),
              journalPut(given.entry, tables.journal),
            ]),
      ];
      await journaled.edit(writes, entry, {
        table,
        key: keyOf(request.id),
        isMade: (row) => row !== undefined && isSameStored(read(row), request),
        isAsSeen: (row) => (row?.['version'] ?? 0) === seenVersion,
        stale: `the request ${request.id} is no longer at version ${seenVersion}`,
      });
    },
    async listNotified(months) {
      return (await rowsOf(months)).map((item) => {
        const told: unknown = item['told'];
        return { request: read(item), ...(typeof told === 'string' && { told }) };
      });
    },
    async markNotified({ id, version }, news) {
      const update = new UpdateCommand({
        TableName: table,
        Key: keyOf(id),
        UpdateExpression: 'SET told = :news',
        ConditionExpression: '#version = :version',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':version': version, ':news': news },
      });
      await isMade(dynamo.send(update));
    },
  };
}

function keyOf(id: string) {
  return { month: monthOfRequest(id), id };
}
