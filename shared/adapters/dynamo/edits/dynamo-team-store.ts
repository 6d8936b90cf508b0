import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { TeamKey, TeamStore } from '../../../application/edits/ports.ts';
import { isAsSeen } from '../../../contracts/records/versions/stored-record.ts';
import { foundRow, teamVersions, versionOfTeamEdit } from '../../../contracts/records/versions/record-versions.ts';
import { readTeam, storedTeams, teamOf } from '../../../contracts/records/team-rows.ts';
import { compareTeams } from '../../../domain/teams/team.ts';
import { patientBackoff, type Backoff } from '../calls/backoff.ts';
import { journaledWrites } from '../calls/journaled-writes.ts';
import { scanAll } from '../calls/read-pages.ts';
import type { Item } from '../items/stored-item.ts';
import { adoptRow, editStamp, recordVersions } from './record-versions.ts';
import { findItem } from '../calls/one-item.ts';
import { versionedDelete, versionedPut } from '../calls/versioned-writes.ts';

interface Tables {
  readonly teams: string;
  readonly versions: string;
  readonly journal: string;
}

/** The teams table. People may read and write its rows directly, so a row is never trusted. */
export function dynamoTeamStore(
  dynamo: DynamoDBDocumentClient,
  tables: Tables,
  backoff: Backoff = patientBackoff,
): TeamStore {
  const journaled = journaledWrites(dynamo, tables.journal, backoff);
  const versions = recordVersions(dynamo, tables.versions, teamVersions);

  return {
    async list() {
      const rows = await scanAll(dynamo, { TableName: tables.teams, ConsistentRead: true });
      const read = rows.toSorted(byName).map((row) => readTeam(row));
      return {
        teams: read.flatMap((one) => (one.kind === 'team' ? [one.team] : [])).toSorted(compareTeams),
        invalid: read.flatMap((one) => (one.kind === 'invalid' ? [one.invalid] : [])),
      };
    },
    async find({ name }) {
      const row = await findItem(dynamo, tables.teams, { name });
      const last = await versions.last({ name });
      return { row: foundRow(teamVersions, row), ...(last !== undefined && { last }) };
    },
    async edit(edit, author, entry) {
      const wanted = teamOf(edit, author);
      const key = { name: edit.name };
      const write =
        wanted === undefined
          ? versionedDelete(tables.teams, key, edit)
          : versionedPut(tables.teams, storedTeams.format(wanted), edit);
      const version = versions.put(key, versionOfTeamEdit(edit, author));
      await journaled.edit([write, version], entry, {
        table: tables.teams,
        key,
        isMade: (row) => wanted !== undefined && storedTeams.holds(row, wanted, (made) => made > edit.seenVersion),
        isAsSeen: (row) => isAsSeen(row, edit),
        stale: staleAt(edit, edit.seenVersion),
      });
    },
    listVersions: async () => versions.list(),
    adopt: async (edit, entry) =>
      adoptRow(
        {
          table: tables.teams,
          versions,
          journaled,
          stampOf: editStamp,
          stale: staleAt,
        },
        edit,
        entry,
      ),
  };
}

function staleAt({ name }: TeamKey, seenVersion: number): string {
  return `the team ${name} is no longer at version ${seenVersion}`;
}

function byName(a: Item, b: Item): number {
  const [first, second] = [String(a['name']), String(b['name'])];
  return Number(first > second) - Number(first < second);
}
