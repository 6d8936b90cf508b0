import type { FollowedAddresses } from '../roster/followed-addresses.ts';
import type { MemberRule } from './member-rule.ts';

/** Returns teams whose members are named by their current addresses; former ones count only without those. */
export function followMembers<Team extends { readonly members: readonly MemberRule[] }>(
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
