import type { EditedKind, Stamp } from '../records/record-kind.ts';
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
