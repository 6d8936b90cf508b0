import type { WantedTeam } from '../domain/teams/diff-teams.ts';
import { formatMemberRule } from '../domain/teams/member-rule.ts';
import { describeRowProblem } from './budget-row.ts';
import type { FileMember, FileNote } from './file-rows.ts';
import { quotedValue } from './quoted-value.ts';
import { teamMembers } from './team-row.ts';

/** One team as a file says it, and where the file names it first. */
export interface FileTeam {
  readonly at: string;
  readonly team: WantedTeam;
}

export interface CheckedTeams {
  /** In the order in which the file names them first: it is the order of teams. */
  readonly teams: readonly FileTeam[];
  readonly problems: readonly FileNote[];
  readonly warnings: readonly FileNote[];
}

/** Gathers the members of each team, and looks for what is wrong between them. */
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
    : [{ at, text: `team ${quotedValue(team.name)}: ${describeRowProblem(read.error).join('. ')}` }];
}

/** The same rule in two teams says that somebody belongs to both: the order of teams decides, which is seldom meant. */
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
