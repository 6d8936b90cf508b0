import { emailKey } from '../roster/email.ts';
import type { Caller } from './caller.ts';
import { rightHelp, rightsOf, rolesWith, type Right, type Role } from './role.ts';

/** Who has which role: emails, `group:NAME`, `role/NAME` or `user/NAME`. */
export interface RoleLists {
  readonly viewers: readonly string[];
  readonly budgetAdmins: readonly string[];
  readonly approvers: readonly string[];
  readonly security: readonly string[];
  /** By the name of the team. */
  readonly teamOwners: Readonly<Record<string, readonly string[]>>;
}

/** What an operation is about, where a right may end at a team: the teams concerned, those of the people among them. */
interface AccessSubject {
  readonly teams: readonly string[];
}

export type Access =
  /** `onlyTeams`: what is done or shown must concern these teams and their members alone. */
  | { readonly kind: 'allowed'; readonly onlyTeams?: readonly string[] }
  /** A sentence that names the role that is missing, and who gives it. */
  | { readonly kind: 'refused'; readonly reason: string };

/** The question whether somebody may do something. */
interface AccessQuestion {
  readonly right: Right;
  /** Absent: what it is about is not known yet; the answer then says to which teams it is bound. */
  readonly subject?: AccessSubject;
}

/** The roles that somebody has, and the teams that they own. */
interface HeldRoles {
  readonly roles: readonly Role[];
  readonly ownedTeams: readonly string[];
}

/**
 * The roles of a caller. An entry matches as a whole: an email without regard to case, a group, role or user exactly;
 * there is no pattern. What a caller has not proven matches nothing.
 */
export function rolesOf(caller: Caller, lists: RoleLists): HeldRoles {
  const proven = new Set([
    ...(caller.email === undefined ? [] : [`${emailPrefix}${caller.email}`]),
    ...(caller.principal === undefined ? [] : [caller.principal]),
    ...caller.groups.map((group) => `${groupPrefix}${group}`),
  ]);
  const isIn = (list: readonly string[]): boolean => list.some((entry) => proven.has(entryKey(entry)));
  const ownedTeams = Object.keys(lists.teamOwners)
    .filter((team) => isIn(lists.teamOwners[team] ?? []))
    .toSorted();
  const ofLists = [
    ['viewer', isIn(lists.viewers)],
    ['team-owner', ownedTeams.length > 0],
    ['budget-admin', isIn(lists.budgetAdmins)],
    ['approver', isIn(lists.approvers)],
    ['security', isIn(lists.security)],
  ] as const;
  return { roles: ofLists.flatMap(([role, isHeld]) => (isHeld ? [role] : [])), ownedTeams };
}

/** Decides whether a caller may do something. Who can read this start's secret on one machine may do everything. */
export function decideAccess(caller: Caller, lists: RoleLists, { right, subject }: AccessQuestion): Access {
  if (caller.via === 'machine') {
    return { kind: 'allowed' };
  }
  if (caller.via === 'link') {
    // A link is somebody's own; it opens one operation, whatever roles the person has.
    return right === 'ask' ? { kind: 'allowed' } : refused(caller, right);
  }
  if (right === 'see-own' || right === 'ask') {
    // Whoever proved who they are may see what concerns them and ask for more, without any role.
    return { kind: 'allowed' };
  }
  const { roles, ownedTeams } = rolesOf(caller, lists);
  const reaches = new Set(roles.map((role) => rightsOf[role][right]));
  if (reaches.has('all')) {
    return { kind: 'allowed' };
  }
  if (!reaches.has('own-team')) {
    return refused(caller, right);
  }
  const foreign = subject?.teams.find((team) => !ownedTeams.includes(team));
  if (subject !== undefined && (foreign !== undefined || subject.teams.length === 0)) {
    const about = foreign === undefined ? 'somebody who is in no team of theirs' : `the team "${foreign}"`;
    return refused(
      caller,
      right,
      `${about}, and ${caller.name} owns ${ownedTeams.map((team) => `"${team}"`).join(', ')}`,
    );
  }
  return { kind: 'allowed', onlyTeams: ownedTeams };
}

const groupPrefix = 'group:';
// An email may begin with "role/": what was proven is compared with an entry of its own kind alone.
const emailPrefix = 'email:';

function entryKey(entry: string): string {
  return isNotEmail(entry) ? entry : `${emailPrefix}${emailKey(entry)}`;
}

/** Whether an entry of a list of roles names a group, or a role or user of IAM. */
export function isNotEmail(entry: string): boolean {
  return /^(?:group:|role\/|user\/)/u.test(entry);
}

const namedMax = 5;

/** Who else may do something for everybody: the entries of the lists, but for one's own; a few of them by name. */
export function othersWith(right: Right, lists: RoleLists, own: readonly string[]): string {
  const listOf = { viewer: lists.viewers, 'budget-admin': lists.budgetAdmins, ...lists } as const;
  const entries = rolesWith(right)
    .filter(({ reach }) => reach === 'all')
    .flatMap(({ role }) => (role === 'approver' ? listOf.approvers : role === 'team-owner' ? [] : listOf[role]));
  const others = [...new Set(entries)].filter((entry) => !own.includes(isNotEmail(entry) ? entry : emailKey(entry)));
  const more = others.length - namedMax;
  return `${others.slice(0, namedMax).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function refused(caller: Caller, right: Right, about?: string): Access {
  const wanted = rolesWith(right).map(({ role, reach }) => (reach === 'all' ? role : `${role} of the team`));
  const who = `${caller.name} may not ${rightHelp[right]}`;
  const what = about === undefined ? who : `${who}: this is about ${about}`;
  const remedy =
    wanted.length === 0
      ? 'no role has that right: it is done where the settings are kept'
      : `it takes the role ${wanted.join(' or ')}, which whoever keeps the settings gives under "roles"`;
  return { kind: 'refused', reason: `${what}; ${remedy}` };
}
