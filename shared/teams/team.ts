import type { EditedKind, Stamp } from '../kernel/records/record-kind.ts';
import { formatMemberRule, type MemberRule } from './member-rule.ts';

/** What an admin sets for a team. */
export interface TeamTerms {
  /** As in a budget's scope `team:NAME`, letter for letter. */
  readonly name: string;
  readonly members: readonly MemberRule[];
  /** Its place in the order of teams, from 1; of two teams in one place, the one whose name sorts first comes first. */
  readonly position: number;
}

/** A team as the table holds it. */
export interface Team extends TeamTerms, Stamp {}

/** Teams as records. */
export const teamKind: EditedKind<Pick<TeamTerms, 'name'>, TeamTerms> = {
  name: 'team',
  plainKey: ({ name }) => ({ name }),
  plain: ({ members, ...asTheyAre }) => ({ ...asTheyAre, members: members.map(formatMemberRule) }),
  subject: ({ name }) => `team:${name}`,
  title: ({ name }) => `the team "${name}"`,
  sets: ['members'],
};

export const teamLimits = { nameLengthMax: 256, membersMax: 5_000, positionMax: 1_000_000_000 } as const;

/** Compares teams by their place in the order of teams. */
export function compareTeams(a: Pick<TeamTerms, 'name' | 'position'>, b: Pick<TeamTerms, 'name' | 'position'>): number {
  return a.position - b.position || (a.name < b.name ? -1 : Number(a.name > b.name));
}

/** The keys of the roster's metadata that some team's members are known by. */
export function metadataKeysOf(teams: readonly Pick<TeamTerms, 'members'>[]): ReadonlySet<string> {
  const rules = teams.flatMap(({ members }) => members);
  return new Set(rules.flatMap((rule) => (rule.kind === 'metadata' ? [rule.key] : [])));
}

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
