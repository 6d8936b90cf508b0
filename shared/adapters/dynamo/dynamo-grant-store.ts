import { isDeepStrictEqual } from 'node:util';
import { GetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { StaleRecordError, type GrantStore } from '../../application/edits/ports.ts';
import { formatStoredGrant, holdsGrant, readStoredGrant } from '../../contracts/records/grant.ts';
import type { Grant } from '../../domain/budgets/exemption.ts';
import { invariant } from '../../domain/invariant.ts';
import type { JournalEntry } from '../../domain/journal/journal-entry.ts';
import { patientBackoff, type Backoff } from './backoff.ts';
import { journalEntry, journalItem, journalKey, journalPut } from './journal-item.ts';
import { queryAll } from './read-pages.ts';
import type { Item } from './stored-item.ts';
import { transact, type Write } from './transact.ts';

interface Tables {
  readonly grants: string;
  readonly journal: string;
}

/** In the order in which they are listed. */
const kinds = ['exemption', 'top-up'] as const satisfies readonly Grant['kind'][];

/** The grants table: top-ups and exemptions. Rows that a direct edit made invalid are reported, never guessed at. */
export function dynamoGrantStore(
  dynamo: DynamoDBDocumentClient,
  tables: Tables,
  backoff: Backoff = patientBackoff,
): GrantStore {
  async function find(TableName: string, Key: Item): Promise<Item | undefined> {
    const { Item } = await dynamo.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return Item;
  }

  /** A refused write may be one that was made already: by an attempt whose answer was lost, or by an earlier call. */
  async function settleRefusal(grant: Grant, entry: JournalEntry): Promise<void> {
    // The entry is read first: a concurrent edit of the row cannot make our own write look undone.
    const written = await find(tables.journal, journalKey(entry));
    const row = await find(tables.grants, { kind: grant.kind, id: grant.id });
    const isOwnEntry =
      written !== undefined && isDeepStrictEqual(journalEntry(written, tables.journal), structuredClone(entry));
    if (isOwnEntry || holdsGrant(row, grant)) {
      return;
    }
    const isAsSeen = (row?.['version'] ?? 0) === grant.version - 1;
    invariant(written === undefined || !isAsSeen, 'two journal entries never share an id');
    throw new StaleRecordError(`the ${grant.kind} ${grant.id} is no longer at version ${grant.version - 1}`);
  }

  return {
    async list() {
      const rows = await Promise.all(kinds.map(async (kind) => queryAll(dynamo, queryOf(tables.grants, kind))));
      const read = rows.flat().map((row) => readStoredGrant(row));
      return {
        grants: read.flatMap((one) => (one.kind === 'grant' ? [one.grant] : [])),
        invalid: read.flatMap((one) => (one.kind === 'invalid' ? [one.invalid] : [])),
      };
    },
    async put(grant, entry) {
      const writes = [putOf(tables.grants, grant), journalPut(journalItem(entry, tables.journal), tables.journal)];
      const outcome = await transact(dynamo, writes, backoff);
      if (outcome.kind === 'refused') {
        await settleRefusal(grant, entry);
      }
    },
  };
}

function queryOf(TableName: string, kind: Grant['kind']) {
  return {
    TableName,
    ConsistentRead: true,
    KeyConditionExpression: '#kind = :kind',
    ExpressionAttributeNames: { '#kind': 'kind' },
    ExpressionAttributeValues: { ':kind': kind },
  };
}

function putOf(TableName: string, grant: Grant): Write {
  const seenVersion = grant.version - 1;
  const isSeen = '#version = :seen';
  return {
    Put: {
      TableName,
      Item: formatStoredGrant(grant),
      ConditionExpression: seenVersion === 0 ? `attribute_not_exists(#version) OR ${isSeen}` : isSeen,
      ExpressionAttributeNames: { '#version': 'version' },
      ExpressionAttributeValues: { ':seen': seenVersion },
    },
  };
}
