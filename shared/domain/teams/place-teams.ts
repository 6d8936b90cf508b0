import type { MemberRule } from './member-rule.ts';
import { compareTeams, teamLimits, type Team, type TeamTerms } from './team.ts';

/** What a list of teams wants of one team; its place is that in the list. */
export interface WantedTeam {
  readonly name: string;
  readonly members: readonly MemberRule[];
}

/** The place behind all teams. */
export function nextPosition(teams: readonly Pick<TeamTerms, 'position'>[]): number {
  return Math.min(teamLimits.positionMax, teams.reduce((last, { position }) => Math.max(last, position), 0) + 1);
}

/**
 * Gives the teams of a list their places. Those that are there keep theirs where these are in the list's order already;
 * new ones that no team which is there follows in the list come behind all.
 */
export function placedTeams(wanted: readonly WantedTeam[], current: readonly Team[]): readonly TeamTerms[] {
  const known = new Map(current.map((team) => [team.name, team]));
  const lastKnown = wanted.findLastIndex(({ name }) => known.has(name));
  const teams: TeamTerms[] = [];
  for (const [index, { name, members }] of wanted.entries()) {
    const before = teams.at(-1);
    const kept = known.get(name)?.position;
    const isInOrder =
      kept !== undefined && (before === undefined || compareTeams(before, { name, position: kept }) < 0);
    const after = [...(before === undefined ? [] : [before]), ...(index > lastKnown ? known.values() : [])];
    teams.push({ name, members, position: isInOrder ? kept : nextPosition(after) });
  }
  return teams;
}
