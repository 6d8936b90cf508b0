import { firstWhere } from '../first-where.ts';
import { emailKey, type Member } from './member.ts';

export type MemberRegister = ReturnType<typeof memberRegister>;

export function memberRegister(members: readonly Member[]) {
  const byId = new Map(members.map((member) => [member.id, member]));
  let ordered: readonly Member[] | undefined;
  let byEmail: ReadonlyMap<string, readonly Member[]> | undefined;
  const inOrder = (): readonly Member[] => (ordered ??= [...byId.values()].toSorted(byIdOrder));
  return {
    ordered: inOrder,
    /** Members with a greater id; default: all. */
    after(userId: string | undefined): readonly Member[] {
      const all = inOrder();
      return userId === undefined ? all : all.slice(firstWhere(0, all.length, (at) => (all[at]?.id ?? '') > userId));
    },
    findById: (userId: string): Member | undefined => byId.get(userId),
    /** Every listed member with this present or former email; trimmed and case-insensitive. */
    withEmail: (email: string): readonly Member[] =>
      (byEmail ??= emailIndexOf(byId.values())).get(emailKey(email)) ?? [],
    put(member: Member): Member {
      byId.set(member.id, member);
      ordered = undefined;
      byEmail = undefined;
      return member;
    },
  };
}

function emailIndexOf(members: Iterable<Member>): ReadonlyMap<string, readonly Member[]> {
  const listed = [...members].filter((member) => member.listed);
  return Map.groupBy(listed, (member) => emailKey(member.email));
}

function byIdOrder(one: Member, other: Member): number {
  return one.id < other.id ? -1 : 1;
}
