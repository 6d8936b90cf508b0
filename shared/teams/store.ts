import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { teamVersion, teamVersions } from '../kernel/records/contract/versions/record-versions.ts';
import { stampOf } from '../kernel/records/record-edit.ts';
import { adoptRow, editRow, recordVersions } from '../kernel/records/store/record-versions.ts';
import type { TeamKey, TeamStore } from '../kernel/records/use-cases/ports.ts';
import { patientBackoff, type Backoff } from '../kernel/store/backoff.ts';
import { journaledWrites } from '../kernel/store/journaled-writes.ts';
import { findItem } from '../kernel/store/one-item.ts';
import { scanAll } from '../kernel/store/read-pages.ts';
import type { Item } from '../kernel/store/stored-item.ts';
import { foundTeam, readTeam, storedTeams } from './contract/team-rows.ts';
import { compareTeams } from './team.ts';

interface Tables {
  readonly teams: string;
  readonly versions: string;
  readonly journal: string;
}

/** The teams table. People may edit rows directly, so a row is never trusted. */
export function dynamoTeamStore(
  dynamo: DynamoDBDocumentClient,
  tables: Tables,
  backoff: Backoff = patientBackoff,
): TeamStore {
  const journaled = journaledWrites(dynamo, tables.journal, backoff);
  const versions = recordVersions(dynamo, tables.versions, teamVersions);
  const rows = { table: tables.teams, versions, journaled, stale: staleAt };

  return {
    async list() {
      const items = await scanAll(dynamo, { TableName: tables.teams, ConsistentRead: true });
      const read = items.toSorted(byName).map((row) => readTeam(row));
      return {
        teams: read.flatMap((one) => (one.kind === 'team' ? [one.team] : [])).toSorted(compareTeams),
        invalid: read.flatMap((one) => (one.kind === 'invalid' ? [one.invalid] : [])),
      };
    },
    async find({ name }) {
      const row = await findItem(dynamo, tables.teams, { name });
      const last = await versions.last({ name });
      return { row: foundTeam(row), last };
    },
    async edit(edit, entry) {
      const { key, seenVersion } = edit;
      const team = storedTeams.edited(edit);
      const row = team && storedTeams.format(team);
      const isMade = (found: Item | undefined) =>
        team !== undefined && storedTeams.holds(found, team, (made) => made > seenVersion);
      await editRow(rows, { key: { name: key.name }, seenVersion, row, version: teamVersion(edit), isMade }, entry);
    },
    listVersions: async () => versions.list(),
    async adopt(edit, entry) {
      const { key, seenVersion } = edit;
      const version = teamVersion(edit);
      await adoptRow(rows, { key: { name: key.name }, seenVersion, version, stamp: { ...stampOf(edit) } }, entry);
    },
  };
}

function staleAt({ name }: TeamKey, seenVersion: number): string {
  return `the team ${name} is no longer at version ${seenVersion}`;
}

function byName(a: Item, b: Item): number {
  const [first, second] = [String(a['name']), String(b['name'])];
  return Number(first > second) - Number(first < second);
}
