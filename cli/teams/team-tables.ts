import type { OperationDocument } from '../../shared/kernel/contract/contracts.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { teamRecord } from '../../shared/teams/contract/team.ts';
import { describeDoubles } from '../../shared/teams/team-problems.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import { describeStep, recordCells, recordColumns, recordFacts, versionTable } from '../records/record-rows.ts';

/** Teams with how many users each has, as a table. */
export function describeTeams({ rows: teams }: OperationDocument<'listTeams'>, style: Style): string {
  if (teams.length === 0) {
    return 'There are no teams yet; make one with "npx curfew teams set" or "npx curfew teams import".';
  }
  const columns = [...recordColumns(teamRecord), { title: 'Users', align: 'right' } as const, { title: 'By' }];
  const rows = teams.map((team) => [...recordCells(teamRecord, team), String(team.users), team.updatedBy]);
  return renderTable(columns, rows, style);
}

/** What is odd about the teams, a line each. */
export function teamNotes({ doubles, invalid }: OperationDocument<'listTeams'>): readonly string[] {
  const named = doubles.map(({ email, ...double }) => ({ ...double, email: email ?? undefined }));
  return [
    ...(named.length > 0 ? [plainText(`Note: ${describeDoubles(named)}.`)] : []),
    ...invalid.map(({ team, problem }) => plainText(`The row "${team}" of the table is not valid: ${problem}`)),
  ];
}

/** All facts of one team, its users, and those who would belong to it but for another rule. */
export function describeTeam(team: OperationDocument<'showTeam'>, style: Style): string {
  const more = [
    ...team.users.map((user) => ['user', user] as const),
    ...team.elsewhere.map(({ who, team: other }) => ['in another team', `${who} (${other})`] as const),
  ];
  return recordFacts(teamRecord, team, { style, more });
}

/** Keys of metadata by which a team has no user. */
export function unknownKeyNotes(team: OperationDocument<'showTeam'>): readonly string[] {
  return team.unknownKeys.map(
    (key) =>
      `No user has metadata "${plainText(key)}" as the roster was last read; if it is new on the platform, the members are known after the next nightly run.`,
  );
}

/** Versions of teams with who, when, how, before and after, as a table. */
export function describeTeamVersions({ rows }: OperationDocument<'listTeamVersions'>, style: Style): string {
  return rows.length === 0
    ? 'No team was ever made there.'
    : versionTable(
        rows,
        { names: ['Team'], cells: ({ team }) => [team], what: (version) => describeStep(teamRecord, version) },
        style,
      );
}
