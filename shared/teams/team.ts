import type { EditedKind, Stamp, NameKey } from '../kernel/records/record-kind.ts';
import { formatMemberRule, type MemberRule } from './member-rule.ts';

export interface TeamTerms {
  readonly name: string;
  readonly members: readonly MemberRule[];
  /** Its position in the order of teams, from 1; equal positions are ordered by name. */
  readonly position: number;
}

export interface Team extends TeamTerms, Stamp {}

export const teamKind: EditedKind<NameKey, TeamTerms> = {
  name: 'team',
  plainKey: ({ name }) => ({ name }),
  plain: ({ members, ...asTheyAre }) => ({ ...asTheyAre, members: members.map(formatMemberRule) }),
  subject: ({ name }) => `team:${name}`,
  title: ({ name }) => `the team "${name}"`,
  sets: ['members'],
};

export const teamLimits = { nameLengthMax: 256, membersMax: 5_000, positionMax: 1_000_000_000 } as const;

export function compareTeams(a: TeamTerms, b: { readonly name: string; readonly position: number }): number {
  return a.position - b.position || (a.name < b.name ? -1 : Number(a.name > b.name));
}

export function metadataKeysOf(teams: readonly { readonly members: readonly MemberRule[] }[]): ReadonlySet<string> {
  const rules = teams.flatMap(({ members }) => members);
  return new Set(rules.flatMap((rule) => (rule.kind === 'metadata' ? [rule.key] : [])));
}

/** A team of a list: its place there is its position. */
export type WantedTeam = Omit<TeamTerms, 'position'>;

export function nextPosition(teams: readonly TeamTerms[]): number {
  return Math.min(teamLimits.positionMax, teams.reduce((last, { position }) => Math.max(last, position), 0) + 1);
}

/** Assigns positions to the teams of a list. Existing teams keep theirs if already in the list's order. */
export function placedTeams(wanted: readonly WantedTeam[], current: readonly Team[]): readonly TeamTerms[] {
  const known = new Map(current.map((team) => [team.name, team]));
  const lastKnown = wanted.findLastIndex(({ name }) => known.has(name));
  const teams: TeamTerms[] = [];
  for (const [index, team] of wanted.entries()) {
    const { name } = team;
    const before = teams.at(-1);
    const kept = known.get(name)?.position;
    const isInOrder =
      kept !== undefined && (before === undefined || compareTeams(before, { name, position: kept }) < 0);
    const after = [...(before === undefined ? [] : [before]), ...(index > lastKnown ? known.values() : [])];
    teams.push({ ...team, position: isInOrder ? kept : nextPosition(after) });
  }
  return teams;
}
