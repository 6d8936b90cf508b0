import { emailKey, type Member } from './member.ts';

/** Members by id and by email, with indexes that are built again after a change, when they are next needed. */
export interface MemberRegister {
  ordered(): readonly Member[];
  /** Everybody with a greater id; everybody when no id is given. */
  after(userId: string | undefined): readonly Member[];
  findById(userId: string): Member | undefined;
  /** Everybody listed who has or had this email; trimmed and case-insensitive. */
  withEmail(email: string): readonly Member[];
  put(member: Member): Member;
}

/** A register that holds the members given. */
export function memberRegister(members: readonly Member[]): MemberRegister {
  const byId = new Map(members.map((member) => [member.id, member]));
  let ordered: readonly Member[] | undefined;
  let byEmail: ReadonlyMap<string, readonly Member[]> | undefined;
  const inOrder = (): readonly Member[] => (ordered ??= [...byId.values()].toSorted(byIdOrder));
  return {
    ordered: inOrder,
    after: (userId) => (userId === undefined ? inOrder() : inOrder().slice(placeAfter(inOrder(), userId))),
    findById: (userId) => byId.get(userId),
    withEmail: (email) => (byEmail ??= emailIndexOf(byId.values())).get(emailKey(email)) ?? [],
    put(member) {
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

/** Where the members with a greater id begin, by bisection: a page costs the same anywhere in a long list. */
function placeAfter(members: readonly Member[], userId: string): number {
  let low = 0;
  let high = members.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((members[middle]?.id ?? '') <= userId) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
