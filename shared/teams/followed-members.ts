import type { FollowedAddresses } from '../roster/followed-addresses.ts';
import type { MemberRule } from './member-rule.ts';

/** Anything with members by rules: a team, or a row that cannot be read as one. */
interface WithMembers {
  readonly members: readonly MemberRule[];
}

/**
 * Teams whose members are named by the addresses that they have now. Where a person's address of now is in some team, the
 * former ones count for nothing.
 */
export function followMembers<Team extends WithMembers>(
  teams: readonly Team[],
  followed: FollowedAddresses,
): readonly Team[] {
  if (followed.size === 0) {
    return teams;
  }
  const named = new Set(
    teams.flatMap(({ members }) => members.flatMap((rule) => (rule.kind === 'email' ? [rule.email] : []))),
  );
  const follow = (rule: MemberRule): MemberRule => {
    const to = rule.kind === 'email' ? followed.get(rule.email)?.to : undefined;
    return to === undefined || named.has(to) ? rule : { kind: 'email', email: to };
  };
  return teams.map((team) => ({ ...team, members: team.members.map(follow) }));
}
