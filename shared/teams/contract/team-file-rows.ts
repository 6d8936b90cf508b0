import { stringify as stringifyCsv } from 'csv-stringify/sync';
import * as z from 'zod';

import { quotedValue } from '../../kernel/records/contract/fields/quoted-value.ts';
import { listForm } from '../../kernel/records/contract/fields/text-form.ts';
import { harmlessCell } from '../../kernel/records/contract/files/csv-cell.ts';
import { readCsvTable, type CsvRow } from '../../kernel/records/contract/files/csv-table.ts';
import type { FileMember, FileNote, FileRows } from '../../kernel/records/contract/files/file-rows.ts';
import { filledFields, type YamlEntry, yamlText } from '../../kernel/records/contract/files/yaml-sections.ts';
import { describeProblems, fault } from '../../kernel/records/contract/record.ts';
import { formatMemberRule } from '../member-rule.ts';
import type { WantedTeam } from '../team.ts';
import { teamMember, teamMembers, teamName } from './team.ts';

const columns = ['team', 'member'] as const;

const MemberRow = z.strictObject({ team: teamName, member: teamMember });

/** Reads teams from CSV, one row per member. */
export function readTeamCsv(text: string): FileRows {
  const table = readCsvTable(text, { columns, required: columns });
  if (table.kind === 'broken') {
    return { members: [], problems: table.notes };
  }
  const rows = table.rows.map(readCsvRow);
  return {
    members: rows.flatMap(({ members = [] }) => members),
    problems: rows.flatMap(({ problems }) => problems),
  };
}

export function formatTeamCsv(teams: readonly WantedTeam[]): string {
  const rows = teams.flatMap(({ name, members }) =>
    members.map((member) => [harmlessCell(name), harmlessCell(formatMemberRule(member))]),
  );
  return stringifyCsv([[...columns], ...rows]);
}

function readCsvRow({ at, cells }: CsvRow): FileRows {
  if (cells.kind === 'uneven') {
    return { problems: [{ at, text: cells.text }] };
  }
  const read = MemberRow.safeParse(Object.fromEntries(cells.byColumn));
  return read.success
    ? { members: [{ at, ...read.data }], problems: [] }
    : { problems: describeProblems(read.error).map((text) => ({ at, text })) };
}

const membersRemedy = 'give a list of members, or one under "member"';

const TeamEntry = z
  .strictObject({
    team: teamName,
    member: teamMember.optional(),
    members: z
      .union([z.string().transform((text) => listForm.read(text)), z.array(z.unknown())], {
        error: fault('is not a list', membersRemedy),
      })
      .pipe(z.array(teamMember))
      .optional(),
  })
  .superRefine(({ member, members }, context) => {
    if (member === undefined && (members === undefined || members.length === 0)) {
      context.issues.push({ code: 'custom', input: members, path: ['members'], message: `is empty; ${membersRemedy}` });
    }
  });

export function readTeamEntries(entries: readonly YamlEntry[]): FileRows {
  const rows = entries.map(readEntry);
  return {
    members: rows.flatMap(({ members = [] }) => members),
    problems: rows.flatMap(({ problems }) => problems),
  };
}

export function formatTeamYaml(teams: readonly WantedTeam[]): string {
  return yamlText({
    teams: teams.map(({ name, members }) => ({ team: name, members: members.map(formatMemberRule) })),
  });
}

function readEntry({ at, value }: YamlEntry): FileRows {
  if (value.kind === 'refused') {
    return { problems: [{ at, text: value.text }] };
  }
  const read = TeamEntry.safeParse(filledFields(value.fields));
  if (!read.success) {
    return { problems: describeProblems(read.error).map((text) => ({ at, text })) };
  }
  const { team, member, members = [] } = read.data;
  const all = member === undefined ? members : [member, ...members];
  return { members: all.map((each) => ({ at, team, member: each })), problems: [] };
}

/** In order of first mention: the order of teams. */
export interface FileTeam {
  readonly at: string;
  readonly team: WantedTeam;
}

interface CheckedTeams {
  /** In order of first mention: the order of teams. */
  readonly teams: readonly FileTeam[];
  readonly problems: readonly FileNote[];
  readonly warnings: readonly FileNote[];
}

/** Groups members by team and checks them together. */
export function checkedTeams(members: readonly FileMember[]): CheckedTeams {
  const byTeam = Map.groupBy(members, ({ team }) => team);
  const teams = [...byTeam].map(([name, rows]) => ({
    at: rows[0]?.at ?? 'file',
    team: { name, members: rows.map(({ member }) => member) },
  }));
  return {
    teams,
    problems: [...[...byTeam.values()].flatMap(repeatedMembers), ...teams.flatMap(checkSize)],
    warnings: sharedMembers(members),
  };
}

function repeatedMembers(rows: readonly FileMember[]): readonly FileNote[] {
  const byMember = Map.groupBy(rows, ({ member }) => formatMemberRule(member));
  return [...byMember].flatMap(([text, [first, ...others]]) =>
    others.map(({ at, team }) => ({
      at,
      text: `field "member": ${quotedValue(text)} stands in team ${quotedValue(team)} at ${first?.at ?? 'file'} already; keep one of the two`,
    })),
  );
}

function checkSize({ at, team }: FileTeam): readonly FileNote[] {
  const texts = [...new Set(team.members.map(formatMemberRule))];
  const read = teamMembers.safeParse(texts);
  return read.success
    ? []
    : [{ at, text: `team ${quotedValue(team.name)}: ${describeProblems(read.error).join('. ')}` }];
}

/** A rule in two teams means membership in both: the order of teams decides, which is seldom intended. */
function sharedMembers(members: readonly FileMember[]): readonly FileNote[] {
  const byMember = Map.groupBy(members, ({ member }) => formatMemberRule(member));
  return [...byMember].flatMap(([text, rows]) => {
    const [first, other] = [rows[0], rows.find(({ team }) => team !== rows[0]?.team)];
    return first === undefined || other === undefined ? [] : [noteShared(text, first, other)];
  });
}

function noteShared(text: string, first: FileMember, { at, team }: FileMember): FileNote {
  const [here, there] = [quotedValue(team), quotedValue(first.team)];
  return {
    at,
    text: `${quotedValue(text)} stands in team ${here} and, at ${first.at}, in team ${there}; whom it means counts in one only, by the order of teams`,
  };
}
