import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { grantVersions } from '../kernel/records/contract/versions/record-versions.ts';
import type { GrantKey, GrantStore } from '../kernel/records/ports.ts';
import { dynamoRows } from '../kernel/records/store/dynamo-rows.ts';
import type { RowKind, Rows } from '../kernel/records/store/row-kind.ts';
import type { Backoff } from '../kernel/store/backoff.ts';
import { formatStoredGrant, foundGrant, holdsGrant, readStoredGrant } from './contract/grant.ts';
import type { Grant } from './exemption.ts';

/** The grants table: top-ups and exemptions. Rows made invalid by a direct edit are reported, never guessed. */
export function dynamoGrantStore(
  dynamo: DynamoDBDocumentClient,
  tables: { readonly grants: string; readonly versions: string; readonly journal: string },
  backoff?: Backoff,
): GrantStore {
  return grantStore(dynamoRows({ dynamo, table: tables.grants, ...tables, backoff }, grantRows));
}

export const grantRows: RowKind<GrantKey, Grant> = {
  keyNames: ['kind', 'id'],
  rowKey: ({ kind, id }) => ({ kind, id }),
  title: ({ kind, id }) => `the ${kind} ${id}`,
  partitions: [{ kind: 'exemption' }, { kind: 'top-up' }],
  versions: grantVersions,
  versionOf: (edit) => edit,
  made: ({ terms }) => ({
    row: terms && formatStoredGrant(terms),
    isMade: (row) => terms !== undefined && holdsGrant(row, terms),
  }),
  stampOf: ({ version, terms }) => ({ version, createdBy: terms?.createdBy }),
};

export function grantStore(rows: Rows<GrantKey, Grant>): GrantStore {
  const { edit, adopt, listVersions } = rows;
  return {
    async list() {
      const read = (await rows.list()).map(readStoredGrant);
      return {
        grants: read.flatMap((one) => (one.kind === 'grant' ? [one.grant] : [])),
        invalid: read.flatMap((one) => (one.kind === 'invalid' ? [one.invalid] : [])),
      };
    },
    async find(key) {
      const { row, last } = await rows.find(key);
      return { row: foundGrant(row), last };
    },
    listVersions: async () => listVersions(),
    edit,
    adopt,
  };
}
