import { formatMemberRule, type MemberRule } from './member-rule.ts';
import { compareTeams, teamLimits, type Team, type TeamTerms } from './team.ts';

/** What a list of teams wants of one team; its place is that in the list. */
export interface WantedTeam {
  readonly name: string;
  readonly members: readonly MemberRule[];
}

export type TeamChange =
  | { readonly kind: 'add'; readonly after: TeamTerms }
  | { readonly kind: 'change'; readonly before: Team; readonly after: TeamTerms }
  | { readonly kind: 'remove'; readonly before: Team };

/** What turns the teams that are there into those that are wanted. */
export interface TeamPlan {
  /** Adds, then changes, then removals; each in the order of teams. */
  readonly changes: readonly TeamChange[];
  readonly unchanged: number;
  /** Teams that the list does not name and that stay, because removals were not asked for. */
  readonly unnamed: readonly Team[];
}

/**
 * Compares a list of wanted teams, each named at most once, with those that are there. Removes only when pruning.
 * Teams of the list keep their places where these are in the list's order already; new ones that no team which is there
 * follows in the list come behind all.
 */
export function diffTeams(
  current: readonly Team[],
  wanted: readonly WantedTeam[],
  { prune }: { readonly prune: boolean },
): TeamPlan {
  const known = new Map(current.map((team) => [team.name, team]));
  const named = new Set(wanted.map(({ name }) => name));
  const unnamed = current.filter(({ name }) => !named.has(name)).toSorted(compareTeams);
  const changes = placed(wanted, known).flatMap((team) => diffTeam(known.get(team.name), team));
  return {
    changes: [
      ...changes.filter((change) => change.kind === 'add'),
      ...changes.filter((change) => change.kind === 'change'),
      ...(prune ? unnamed.map((before) => ({ kind: 'remove', before }) as const) : []),
    ],
    unchanged: wanted.length - changes.length,
    unnamed: prune ? [] : unnamed,
  };
}

/** The change, if any, that makes one team what is wanted of it. */
export function diffTeam(before: Team | undefined, after: TeamTerms): readonly TeamChange[] {
  if (before === undefined) {
    return [{ kind: 'add', after }];
  }
  return canonicalTerms(before) === canonicalTerms(after) ? [] : [{ kind: 'change', before, after }];
}

/** The place behind all teams. */
export function nextPosition(teams: readonly Pick<TeamTerms, 'position'>[]): number {
  return Math.min(teamLimits.positionMax, teams.reduce((last, { position }) => Math.max(last, position), 0) + 1);
}

function placed(wanted: readonly WantedTeam[], known: ReadonlyMap<string, Team>): readonly TeamTerms[] {
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

/** Every field in one order; the order of the members says nothing. */
function canonicalTerms({ name, members, position }: TeamTerms): string {
  return JSON.stringify([name, position, members.map(formatMemberRule).toSorted()]);
}
