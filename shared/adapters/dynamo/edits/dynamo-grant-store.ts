import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { GrantStore } from '../../../application/edits/ports.ts';
import { formatStoredGrant, holdsGrant, readStoredGrant } from '../../../contracts/records/grant.ts';
import { isAsSeen } from '../../../contracts/records/stored-record.ts';
import type { Grant } from '../../../domain/budgets/exemption.ts';
import { patientBackoff, type Backoff } from '../calls/backoff.ts';
import { journaledWrites } from '../calls/journaled-writes.ts';
import { queryAll } from '../calls/read-pages.ts';
import { versionedPut } from '../calls/versioned-writes.ts';

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
  const journaled = journaledWrites(dynamo, tables.journal, backoff);

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
      const seenVersion = grant.version - 1;
      await journaled.edit([versionedPut(tables.grants, formatStoredGrant(grant), { seenVersion })], entry, {
        table: tables.grants,
        key: { kind: grant.kind, id: grant.id },
        isMade: (row) => holdsGrant(row, grant),
        isAsSeen: (row) => isAsSeen(row, { seenVersion, terms: grant }),
        stale: `the ${grant.kind} ${grant.id} is no longer at version ${seenVersion}`,
      });
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
