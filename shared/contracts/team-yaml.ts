import { stringify } from 'yaml';
import * as z from 'zod';
import type { WantedTeam } from '../domain/teams/diff-teams.ts';
import { formatMemberRule } from '../domain/teams/member-rule.ts';
import { describeRowProblem, told } from './budget-row.ts';
import type { FileRows } from './file-rows.ts';
import { teamMember, teamName } from './team-row.ts';
import type { YamlEntry } from './yaml-sections.ts';

const membersRemedy = 'give a list of members, or one under "member"';

/** An entry names all members of a team, or one of them as a row of the CSV file does. */
const TeamEntry = z
  .strictObject({
    team: teamName,
    member: teamMember.optional(),
    members: z
      .union([z.string().transform(partsOf), z.array(z.unknown())], { error: told('is not a list', membersRemedy) })
      .pipe(z.array(teamMember))
      .optional(),
  })
  .superRefine(({ member, members }, context) => {
    if (member === undefined && (members === undefined || members.length === 0)) {
      context.issues.push({ code: 'custom', input: members, path: ['members'], message: `is empty; ${membersRemedy}` });
    }
  });

/** Reads the entries under `teams:`. */
export function readTeamEntries(entries: readonly YamlEntry[]): Pick<FileRows, 'members' | 'problems'> {
  const rows = entries.map(readEntry);
  return {
    members: rows.flatMap(({ members = [] }) => members),
    problems: rows.flatMap(({ problems }) => problems),
  };
}

/** The YAML text of teams in their order. */
export function formatTeamYaml(teams: readonly WantedTeam[]): string {
  return stringify({
    teams: teams.map(({ name, members }) => ({ team: name, members: members.map(formatMemberRule) })),
  });
}

function readEntry({ at, value }: YamlEntry): FileRows {
  if (value.kind === 'refused') {
    return { problems: [{ at, text: value.text }] };
  }
  const read = TeamEntry.safeParse(value.fields);
  if (!read.success) {
    return { problems: describeRowProblem(read.error).map((text) => ({ at, text })) };
  }
  const { team, member, members = [] } = read.data;
  const all = member === undefined ? members : [member, ...members];
  return { members: all.map((each) => ({ at, team, member: each })), problems: [] };
}

function partsOf(text: string): readonly string[] {
  return text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
