import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { GrantKey, GrantStore } from '../../../application/edits/ports.ts';
import { formatStoredGrant, holdsGrant, readStoredGrant } from '../../../contracts/records/grant.ts';
import { foundRow, grantVersions, versionOfGrant } from '../../../contracts/records/versions/record-versions.ts';
import { isAsSeen } from '../../../contracts/records/versions/stored-record.ts';
import type { Grant } from '../../../domain/budgets/exemption.ts';
import { patientBackoff, type Backoff } from '../calls/backoff.ts';
import { journaledWrites } from '../calls/journaled-writes.ts';
import { itemsUnder, queryAll } from '../calls/read-pages.ts';
import { adoptRow, recordVersions } from './record-versions.ts';
import { findItem } from '../calls/one-item.ts';
import { versionedPut } from '../calls/versioned-writes.ts';

interface Tables {
  readonly grants: string;
  readonly versions: string;
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
  const versions = recordVersions(dynamo, tables.versions, grantVersions);

  return {
    async list() {
      const rows = await Promise.all(kinds.map(async (kind) => queryAll(dynamo, itemsUnder(tables.grants, { kind }))));
      const read = rows.flat().map((row) => readStoredGrant(row));
      return {
        grants: read.flatMap((one) => (one.kind === 'grant' ? [one.grant] : [])),
        invalid: read.flatMap((one) => (one.kind === 'invalid' ? [one.invalid] : [])),
      };
    },
    async find({ kind, id }) {
      const row = await findItem(dynamo, tables.grants, { kind, id });
      const last = await versions.last({ kind, id });
      return { row: foundRow(grantVersions, row), ...(last !== undefined && { last }) };
    },
    async put(grant, entry) {
      const seenVersion = grant.version - 1;
      const key = { kind: grant.kind, id: grant.id };
      const write = versionedPut(tables.grants, formatStoredGrant(grant), { seenVersion });
      await journaled.edit([write, versions.put(key, versionOfGrant(grant, entry))], entry, {
        table: tables.grants,
        key,
        isMade: (row) => holdsGrant(row, grant),
        isAsSeen: (row) => isAsSeen(row, { seenVersion, terms: grant }),
        stale: staleAt(grant, seenVersion),
      });
    },
    listVersions: async () => versions.list(),
    adopt: async (edit, entry) =>
      adoptRow(
        {
          table: tables.grants,
          versions,
          journaled,
          stampOf: ({ version, record }) => ({ version, createdBy: record?.createdBy }),
          stale: staleAt,
        },
        edit,
        entry,
      ),
  };
}

function staleAt({ kind, id }: GrantKey, seenVersion: number): string {
  return `the ${kind} ${id} is no longer at version ${seenVersion}`;
}
