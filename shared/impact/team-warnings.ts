import { describeDoubles } from '../teams/team-problems.ts';
import type { Team } from '../teams/team.ts';
import type { ImpactWarning } from './impact-warning.ts';
import type { JudgedSide } from './planned-limits.ts';

/** Returns what is odd about the teams: without members, people in two, metadata that no one has. */
export function teamWarnings({ teams, assignment, input }: JudgedSide): readonly ImpactWarning[] {
  if (input.users.length === 0) {
    // No roster was read yet.
    return [];
  }
  const known = new Set(input.users.flatMap(({ metadata = {} }) => Object.keys(metadata)));
  const empty = new Set(assignment.emptyTeams);
  const doubles = Map.groupBy(assignment.doubles, ({ chosen }) => chosen);
  return [
    ...teams.flatMap((team) => emptyTeamWarnings(team, empty, known)),
    ...[...doubles].map(([chosen, of]) => ({
      kind: 'member-of-two-teams' as const,
      scope: `team:${chosen}`,
      text: describeDoubles(of),
    })),
  ];
}

function emptyTeamWarnings(
  { name, members }: Team,
  empty: ReadonlySet<string>,
  known: ReadonlySet<string>,
): readonly ImpactWarning[] {
  const scope = `team:${name}`;
  const keys = members.flatMap((rule) => (rule.kind === 'metadata' && !known.has(rule.key) ? [rule.key] : []));
  return [
    ...[...new Set(keys)].map((key) => ({
      kind: 'metadata-unknown' as const,
      scope,
      text: `no one on the roster, as it was last read, has metadata "${key}": if it is new on the platform, the members of team ${name} are known after the next nightly run`,
    })),
    ...(empty.has(name)
      ? [{ kind: 'team-without-members' as const, scope, text: `team ${name} has no members on the roster` }]
      : []),
  ];
}
