import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { grantVersions } from '../kernel/records/contract/versions/record-versions.ts';
import { adoptRow, editRow, recordVersions } from '../kernel/records/store/record-versions.ts';
import type { GrantKey, GrantStore } from '../kernel/records/use-cases/ports.ts';
import { patientBackoff, type Backoff } from '../kernel/store/backoff.ts';
import { journaledWrites } from '../kernel/store/journaled-writes.ts';
import { findItem } from '../kernel/store/one-item.ts';
import { itemsUnder, queryAll } from '../kernel/store/read-pages.ts';
import type { Item } from '../kernel/store/stored-item.ts';
import { formatStoredGrant, foundGrant, holdsGrant, readStoredGrant } from './contract/grant.ts';
import type { Grant } from './exemption.ts';

interface Tables {
  readonly grants: string;
  readonly versions: string;
  readonly journal: string;
}

const kinds = ['exemption', 'top-up'] as const satisfies readonly Grant['kind'][];

/** The grants table: top-ups and exemptions. Rows made invalid by a direct edit are reported, never guessed. */
export function dynamoGrantStore(
  dynamo: DynamoDBDocumentClient,
  tables: Tables,
  backoff: Backoff = patientBackoff,
): GrantStore {
  const journaled = journaledWrites(dynamo, tables.journal, backoff);
  const versions = recordVersions(dynamo, tables.versions, grantVersions);
  const rows = { table: tables.grants, versions, journaled, stale: staleAt };

  return {
    async list() {
      const items = await Promise.all(kinds.map(async (kind) => queryAll(dynamo, itemsUnder(tables.grants, { kind }))));
      const read = items.flat().map((row) => readStoredGrant(row));
      return {
        grants: read.flatMap((one) => (one.kind === 'grant' ? [one.grant] : [])),
        invalid: read.flatMap((one) => (one.kind === 'invalid' ? [one.invalid] : [])),
      };
    },
    async find({ kind, id }) {
      const row = await findItem(dynamo, tables.grants, { kind, id });
      const last = await versions.last({ kind, id });
      return { row: foundGrant(row), last };
    },
    async edit(edit, entry) {
      const { key, seenVersion, terms } = edit;
      const row = formatStoredGrant(terms);
      const isMade = (found: Item | undefined) => holdsGrant(found, terms);
      await editRow(rows, { key: { kind: key.kind, id: key.id }, seenVersion, row, version: edit, isMade }, entry);
    },
    listVersions: async () => versions.list(),
    async adopt(edit, entry) {
      const { kind, id } = edit.key;
      const stamp = { version: edit.version, createdBy: edit.terms?.createdBy };
      await adoptRow(rows, { key: { kind, id }, seenVersion: edit.seenVersion, version: edit, stamp }, entry);
    },
  };
}

function staleAt({ kind, id }: GrantKey, seenVersion: number): string {
  return `the ${kind} ${id} is no longer at version ${seenVersion}`;
}
