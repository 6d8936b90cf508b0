import type { DoubleMatch } from '../teams/assign-teams.ts';
import { describeDoubles } from '../teams/describe-teams.ts';
import type { InvalidTeam } from '../teams/invalid-team.ts';
import type { Matter } from './matter.ts';
import { shortKey } from './short-key.ts';

/** A row of the teams table that cannot be read as a team. */
export function invalidTeamMatter({ name, problem, isOpen }: InvalidTeam): Matter {
  const whom = isOpen ? 'whoever belongs to no other team keeps their cap' : 'whoever it names keeps their cap';
  return {
    topic: 'invalid-edit',
    key: `team:${name}`,
    fingerprint: problem,
    severity: 'high',
    owners: [],
    tellsAdmins: true,
    headline: `The edit of the team ${name} cannot be read, and ${whom}`,
    details: [problem, 'Correct the row in the table, or delete it and set the team with the command line.'],
    goneHeadline: `The team ${name} is valid again`,
    goneAfterNights: 1,
  };
}

/** Users who match several teams, as one matter: it is told again only when it is about others. */
export function severalTeamsMatters(doubles: readonly DoubleMatch[]): readonly Matter[] {
  const matter = {
    topic: 'several-teams',
    key: 'all',
    fingerprint: shortKey(JSON.stringify(doubles.map(({ userId, teams }) => [userId, teams]))),
    severity: 'low',
    owners: [],
    tellsAdmins: true,
    headline: describeDoubles(doubles),
    details: ['See "curfew teams list". Each of them counts in one team, never in two.'],
    goneHeadline: 'No user matches several teams any more',
    goneAfterNights: 1,
  } as const;
  return doubles.length === 0 ? [] : [matter];
}
