import type { DoubleMatch } from './assign-teams.ts';
import type { InvalidTeam } from './invalid-team.ts';

const namedMax = 5;

/** What the admins should know or correct in the teams, a sentence each. */
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

/** In one sentence, since a rule for everybody beside rules for some makes a double of each of them. */
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
