import { z } from 'zod';

import { DAY_MS, firstWhere, HISTORY_START_DAY } from '../clock.ts';
import type { SavedSlices } from '../state-file.ts';
import { changedMember, newMember, type PostedUser, userOf } from './member-changes.ts';
import { emailKey, isPresent, type Member, type SimUser } from './member.ts';

type MemberRegister = ReturnType<typeof memberRegister>;

function memberRegister(members: readonly Member[]) {
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

export interface Roster {
  /** Ordered by id. */
  usersAt(nowMs: number): readonly SimUser[];
  /** Every user who could ever consume, ordered by id as in analytics. */
  members(): readonly Member[];
  /** With a greater id, ordered; default: all. */
  membersAfter(userId: string | undefined): readonly Member[];
  findById(userId: string): Member | undefined;
  /** The roster user with this email at a moment; trimmed and case-insensitive. */
  findByEmail(email: string, nowMs: number): Member | undefined;
  /** Adds a user from a moment on, or changes the one with this id or email. Undefined for an unknown id. */
  post(user: PostedUser, atMs: number): Member | undefined;
  /** False when no roster user has the email. */
  remove(email: string, atMs: number): boolean;
}

const PostedChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('posted'),
    atMs: z.number(),
    user: z.object({
      email: z.string(),
      id: z.string().optional(),
      firstName: z.string().optional(),
      lastName: z.string().optional(),
      metadata: z.record(z.string(), z.unknown()).optional(),
      twin: z.boolean().optional(),
    }),
  }),
  z.object({ kind: z.literal('removed'), atMs: z.number(), email: z.string() }),
]);
type PostedChange = z.infer<typeof PostedChange>;

/** The generated people with the posted changes of the saved slice `users`. */
export function rosterOf(seed: number, generated: readonly Member[], saved: SavedSlices): Roster {
  const register = memberRegister(generated);
  const edit = rosterEdits(seed, register);
  const changes: PostedChange[] = z.array(PostedChange).parse(saved.load('users') ?? []);
  for (const change of changes) {
    replay(change, edit);
  }
  const remember = (change: PostedChange): void => {
    changes.push(change);
    saved.save('users', changes);
  };
  return {
    members: () => register.ordered(),
    membersAfter: (userId) => register.after(userId),
    usersAt: (nowMs) =>
      register
        .ordered()
        .filter((member) => member.listed && isPresent(member, nowMs))
        .map((member) => userOf(seed, member, nowMs)),
    findById: (userId) => register.findById(userId),
    findByEmail: (email, nowMs) => register.withEmail(email).find((member) => isPresent(member, nowMs)),
    post(user, atMs) {
      const member = edit.post(user, atMs);
      if (member !== undefined) {
        remember({ kind: 'posted', atMs, user });
      }
      return member;
    },
    remove(email, atMs) {
      const removed = edit.remove(email, atMs);
      if (removed) {
        remember({ kind: 'removed', atMs, email });
      }
      return removed;
    },
  };
}

type RosterEdits = Pick<Roster, 'post' | 'remove'>;

function rosterEdits(seed: number, register: MemberRegister): RosterEdits {
  return {
    post(user, atMs) {
      // A returning user keeps the id.
      const known = user.id === undefined ? withEmail(register, user) : register.findById(user.id);
      if (known !== undefined) {
        return register.put(changedMember(known, user, atMs));
      }
      return user.id === undefined ? register.put(newMember(seed, user, atMs)) : undefined;
    },
    remove(email, atMs) {
      const member = register.withEmail(email).find((candidate) => isPresent(candidate, atMs));
      if (member === undefined) {
        return false;
      }
      const stays = member.stays.filter((stay) => stay.fromMs < atMs || stay.fromMs === member.stays[0]?.fromMs);
      register.put({ ...member, stays: stays.map((stay) => ({ ...stay, untilMs: Math.min(stay.untilMs, atMs) })) });
      return true;
    },
  };
}

function withEmail(register: MemberRegister, { email, twin = false }: PostedUser): Member | undefined {
  return register.withEmail(email).find((member) => !twin || member.email === email.trim());
}

function replay(change: PostedChange, roster: RosterEdits): void {
  if (change.kind === 'posted') {
    roster.post(change.user, change.atMs);
  } else {
    roster.remove(change.email, change.atMs);
  }
}

const periodsKeptMax = 12;

/**
 * The roster at the start of the period of this many days around a moment (Unix ms), not before the history. Generating
 * a large roster is slow; this cached one suffices for plausible people.
 */
export function sampledRoster(organization: Roster, everyDays: number): (atMs: number) => readonly SimUser[] {
  const byPeriod = new Map<number, readonly SimUser[]>();
  const periodMs = everyDays * DAY_MS;
  return (atMs) => {
    const period = Math.max(Math.floor(atMs / periodMs) * periodMs, HISTORY_START_DAY * DAY_MS);
    const users = byPeriod.get(period) ?? organization.usersAt(period);
    byPeriod.set(period, users);
    const [oldest] = byPeriod.keys();
    if (byPeriod.size > periodsKeptMax && oldest !== undefined) {
      byPeriod.delete(oldest);
    }
    return users;
  };
}
