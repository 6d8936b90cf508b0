import { emailKey } from '../roster/email.ts';
import type { KnownUser } from '../roster/person.ts';
import type { TeamAssignment, DoubleMatch } from './assign-teams.ts';
import type { MemberRule } from './member-rule.ts';
import { teamFinder } from './team-finder.ts';

export interface InvalidTeam {
  readonly name: string;
  readonly problem: string;
  readonly members: readonly MemberRule[];
  /** Some of its members are unreadable: it may include any user. */
  readonly isOpen: boolean;
}

/**
 * Returns the emails, in their matching form, of users who may belong to unreadable rows: their caps do not change. If
 * members are unreadable too, that is every user without a readable team.
 */
export function emailsInDoubt(
  users: readonly KnownUser[],
  invalid: readonly InvalidTeam[],
  { teamOf }: TeamAssignment,
): readonly string[] {
  if (invalid.length === 0) {
    return [];
  }
  const isOpen = invalid.some((team) => team.isOpen);
  const teamsOf = teamFinder(invalid.map(({ name, members }) => ({ name, members, position: 1 })));
  return users
    .filter((user) => user.goneSince === undefined)
    .filter((user) => teamsOf(user).length > 0 || (isOpen && !teamOf.has(user.userId)))
    .flatMap(({ email }) => (email === undefined ? [] : [emailKey(email)]));
}

/** Returns the emails, in their matching form, of the users on the roster who belong to one of these teams. */
export function emailsOfTeams(
  users: readonly KnownUser[],
  names: ReadonlySet<string>,
  { teamOf }: TeamAssignment,
): readonly string[] {
  return users
    .filter(({ userId, goneSince }) => goneSince === undefined && names.has(teamOf.get(userId) ?? ''))
    .flatMap(({ email }) => (email === undefined ? [] : [emailKey(email)]));
}

const namedMax = 5;

/** Returns what the admins should know or correct in the teams, a sentence each. */
export function describeTeamProblems(
  doubles: readonly DoubleMatch[],
  invalid: readonly InvalidTeam[],
): readonly string[] {
  return [...invalid.map(describeInvalidTeam), ...(doubles.length === 0 ? [] : [describeDoubles(doubles)])];
}

export function describeInvalidTeam({ name, problem, isOpen }: InvalidTeam): string {
  const whom = isOpen
    ? 'the caps of users without another team do not change'
    : 'the caps of its members do not change';
  return `The team "${name}" in the table is not valid, and ${whom}: ${problem}`;
}

/** In one sentence, since a rule for all users would double each member of other teams. */
export function describeDoubles(doubles: readonly DoubleMatch[]): string {
  const named = doubles.slice(0, namedMax).map(describeDouble);
  const others = doubles.length - named.length;
  const list = [...named, ...(others > 0 ? [`${others} more`] : [])].join('; ');
  const [subject, verb] = doubles.length === 1 ? ['1 user', 'matches'] : [`${doubles.length} users`, 'match'];
  return `${subject} ${verb} several teams and count in one only: ${list}. Change the members so that each user matches one team`;
}

function describeDouble({ userId, email, teams, chosen }: DoubleMatch): string {
  const others = teams.filter((team) => team !== chosen).slice(0, namedMax);
  return `${email ?? userId} in "${chosen}", not in ${others.map((team) => `"${team}"`).join(', ')}`;
}
