import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { teamVersion, teamVersions } from '../kernel/records/contract/versions/record-versions.ts';
import type { TeamStore } from '../kernel/records/ports.ts';
import { stampOf } from '../kernel/records/record-edit.ts';
import type { NameKey } from '../kernel/records/record-kind.ts';
import { dynamoRows } from '../kernel/records/store/dynamo-rows.ts';
import { madeBy, type RowKind, type Rows } from '../kernel/records/store/row-kind.ts';
import type { Backoff } from '../kernel/store/backoff.ts';
import { foundTeam, readTeam, storedTeams } from './contract/team-rows.ts';
import { compareTeams, type Team, type TeamTerms } from './team.ts';

/** The teams table. People may edit rows directly, so a row is never trusted. */
export function dynamoTeamStore(
  dynamo: DynamoDBDocumentClient,
  tables: { readonly teams: string; readonly versions: string; readonly journal: string },
  backoff?: Backoff,
): TeamStore {
  return teamStore(dynamoRows({ dynamo, table: tables.teams, ...tables, backoff }, teamRows));
}

export const teamRows: RowKind<NameKey, TeamTerms, Team> = {
  keyNames: ['name'],
  rowKey: ({ name }) => ({ name }),
  title: ({ name }) => `the team ${name}`,
  versions: teamVersions,
  versionOf: teamVersion,
  made: madeBy(storedTeams),
  stampOf: (edit) => ({ ...stampOf(edit) }),
};

export function teamStore(rows: Rows<NameKey, TeamTerms, Team>): TeamStore {
  const { edit, adopt, listVersions } = rows;
  return {
    async list() {
      const read = (await rows.list()).map(readTeam);
      return {
        teams: read.flatMap((one) => (one.kind === 'team' ? [one.team] : [])).toSorted(compareTeams),
        invalid: read.flatMap((one) => (one.kind === 'invalid' ? [one.invalid] : [])),
      };
    },
    async find(key) {
      const { row, last } = await rows.find(key);
      return { row: foundTeam(row), last };
    },
    listVersions: async () => listVersions(),
    edit,
    adopt,
  };
}
