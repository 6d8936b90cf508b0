import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { SessionPolicyStore, SessionPolicyVersion } from '../../application/watchers/sessions/ports.ts';
import { sessionPolicyRecord, storedPolicies } from '../../contracts/records/session-policy.ts';
import { isAsSeen } from '../../contracts/records/stored-record.ts';
import { versionText } from '../../contracts/records/stored-version.ts';
import type { SessionPolicy } from '../../domain/sessions/session-policy.ts';
import { patientBackoff, type Backoff } from './backoff.ts';
import { journaledWrites } from './journaled-writes.ts';
import { queryAll } from './read-pages.ts';
import { sessionParts } from './session-items.ts';
import { BrokenItemError, readItem, type Item } from './stored-item.ts';
import { versionedDelete, versionedPut } from './versioned-writes.ts';

interface Tables {
  readonly sessions: string;
  readonly journal: string;
}

const VersionItem = z.object({
  version: z.int().min(1),
  by: z.string(),
  at: z.string(),
  terms: z.record(z.string(), z.unknown()).exactOptional(),
});

/** The part of the sessions table that admins edit with the commands. */
export function dynamoSessionPolicyStore(
  dynamo: DynamoDBDocumentClient,
  tables: Tables,
  backoff: Backoff = patientBackoff,
): SessionPolicyStore {
  const table = tables.sessions;
  const journaled = journaledWrites(dynamo, tables.journal, backoff);
  const listed = async (part: string, backwards = false, countMax = Infinity): Promise<readonly Item[]> =>
    queryAll(
      dynamo,
      {
        TableName: table,
        ConsistentRead: true,
        ScanIndexForward: !backwards,
        KeyConditionExpression: 'part = :part',
        ExpressionAttributeValues: { ':part': part },
      },
      countMax,
    );

  return {
    list: async () => (await listed(sessionParts.policy)).map((item) => policyIn(item, table)),
    async lastVersion(name) {
      const [last] = await listed(versionsOf(name), true, 1);
      return last === undefined ? 0 : versionIn(name, last, table).version;
    },
    versions: async (name) => (await listed(versionsOf(name))).map((item) => versionIn(name, item, table)),
    async edit(edit, author, entry) {
      const { name, version, terms } = edit;
      const wanted = storedPolicies.edited({ ...edit, key: { name } }, author);
      const key = { part: sessionParts.policy, id: name };
      const write =
        wanted === undefined
          ? versionedDelete(table, key, edit)
          : versionedPut(table, { ...key, ...storedPolicies.format(wanted) }, edit);
      const made = {
        part: versionsOf(name),
        id: versionText(version),
        version,
        by: author.name,
        at: author.at,
        ...(terms !== undefined && { terms: sessionPolicyRecord.format(terms) }),
      };
      const history = { Put: { TableName: table, Item: made, ConditionExpression: 'attribute_not_exists(part)' } };
      await journaled.edit([write, history], entry, {
        table,
        key,
        isMade: (row) => wanted !== undefined && storedPolicies.holds(rowOf(row), wanted, (each) => each === version),
        isAsSeen: (row) => isAsSeen(row, edit),
        stale: `the session policy ${name} is no longer at version ${edit.seenVersion}`,
      });
    },
  };
}

function versionsOf(name: string): string {
  return `${sessionParts.policy}/${name}`;
}

function rowOf(item: Item | undefined): Item | undefined {
  if (item === undefined) {
    return undefined;
  }
  const { part: _part, id: _id, ...row } = item;
  return row;
}

function policyIn(item: Item, table: string): SessionPolicy {
  const read = storedPolicies.read(rowOf(item) ?? {});
  if (read.kind === 'invalid') {
    const place = JSON.stringify(`policy ${String(item['id'])}`.slice(0, 200));
    throw new BrokenItemError(`the item ${place} of table ${table} is broken: ${read.problem}. Repair or remove it.`);
  }
  return read.record;
}

function versionIn(name: string, item: Item, table: string): SessionPolicyVersion {
  const { terms: plain, ...facts } = readItem(VersionItem, item, { table, key: `policy ${name}` });
  const read = plain === undefined ? undefined : sessionPolicyRecord.parse(plain);
  return { name, ...facts, ...(read?.kind === 'terms' && { terms: read.terms }) };
}
