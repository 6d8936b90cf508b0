import { stringify } from 'csv-stringify/sync';
import * as z from 'zod';
import { formatMemberRule } from '../domain/teams/member-rule.ts';
import type { WantedTeam } from '../domain/teams/diff-teams.ts';
import { describeRowProblem } from './budget-row.ts';
import { harmlessCell } from './csv-cell.ts';
import { readCsvTable, type CsvRow } from './csv-table.ts';
import type { FileRows } from './file-rows.ts';
import { teamMember, teamName } from './team-row.ts';

const columns = ['team', 'member'] as const;

/** One member of a team: a row of the CSV file. */
const MemberRow = z.strictObject({ team: teamName, member: teamMember });

/** Reads teams from CSV text, a row a member. */
export function readTeamCsv(text: string): FileRows {
  const table = readCsvTable(text, { columns, required: columns });
  if (table.kind === 'broken') {
    return { members: [], problems: table.notes };
  }
  const rows = table.rows.map(readRow);
  return {
    members: rows.flatMap(({ members = [] }) => members),
    problems: rows.flatMap(({ problems }) => problems),
  };
}

/** The CSV text of teams in their order, header first. */
export function formatTeamCsv(teams: readonly WantedTeam[]): string {
  const rows = teams.flatMap(({ name, members }) =>
    members.map((member) => [harmlessCell(name), harmlessCell(formatMemberRule(member))]),
  );
  return stringify([[...columns], ...rows]);
}

function readRow({ at, cells }: CsvRow): FileRows {
  if (cells.kind === 'uneven') {
    return { problems: [{ at, text: cells.text }] };
  }
  const read = MemberRow.safeParse(Object.fromEntries(cells.byColumn));
  return read.success
    ? { members: [{ at, ...read.data }], problems: [] }
    : { problems: describeRowProblem(read.error).map((text) => ({ at, text })) };
}
