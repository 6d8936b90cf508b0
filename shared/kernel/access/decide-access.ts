import type { BudgetTerms } from '../../budgets/budget.ts';
import { teamIn, type Scope } from '../../budgets/scope.ts';
import { emailKey } from '../../roster/email.ts';
import type { Day } from '../time/day.ts';
import type { Caller } from './caller.ts';
import { rightHelp, rightsOf, rolesWith, type Right, type Role } from './role.ts';

/** Members of each role: emails, `group:NAME`, `role/NAME` or `user/NAME`. */
export interface RoleLists {
  readonly viewers: readonly string[];
  readonly budgetAdmins: readonly string[];
  readonly approvers: readonly string[];
  readonly security: readonly string[];
  readonly teamOwners: Readonly<Record<string, readonly string[]>>;
}

/** The teams that budgets give to a person whom they name as an owner, sorted. */
export interface BudgetTeams {
  /** By a budget of the team, or of its members. */
  readonly read: readonly string[];
  /** By a budget of the team alone: its credits are theirs to give. */
  readonly give: readonly string[];
}

const noTeams: BudgetTeams = { read: [], give: [] };

export type Access =
  /** `onlyTeams`: the operation may concern only these teams and their members. */
  | { readonly kind: 'allowed'; readonly onlyTeams?: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: string };

/** Returns a caller's roles. Entries match whole; unverified attributes nothing. `budgetTeams`: the caller's. */
export function rolesOf(
  caller: Caller,
  lists: RoleLists,
  budgetTeams = noTeams,
): { readonly roles: readonly Role[]; readonly ownedTeams: readonly string[] } {
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
    ['budget-owner', budgetTeams.read.length > 0],
    ['budget-admin', isIn(lists.budgetAdmins)],
    ['approver', isIn(lists.approvers)],
    ['security', isIn(lists.security)],
  ] as const;
  return { roles: ofLists.flatMap(([role, isHeld]) => (isHeld ? [role] : [])), ownedTeams };
}

/** Decides whether a caller may use a right. A caller who can read this start's secret may do everything. */
export function decideAccess(
  caller: Caller,
  lists: RoleLists,
  {
    right,
    subject,
    budgetTeams = noTeams,
  }: {
    readonly right: Right;
    /** What an operation concerns, for rights that are limited to a team: the teams, or the teams of the people. */
    readonly subject?: { readonly teams: readonly string[] };
    readonly budgetTeams?: BudgetTeams;
  },
): Access {
  if (caller.via === 'machine') {
    return { kind: 'allowed' };
  }
  if (caller.via === 'link') {
    // A link opens one operation only, whatever roles its person has.
    return right === 'ask' ? { kind: 'allowed' } : refused(caller, right);
  }
  if (right === 'see-own' || right === 'ask') {
    // Every authenticated caller may see their own data and ask for more, without a role.
    return { kind: 'allowed' };
  }
  const { roles, ownedTeams } = rolesOf(caller, lists, budgetTeams);
  const reaches = new Set(roles.map((role) => rightsOf[role][right]));
  if (reaches.has('all')) {
    return { kind: 'allowed' };
  }
  const onlyTeams = teamsFor(right, ownedTeams, budgetTeams);
  if (onlyTeams.length === 0) {
    return refused(caller, right);
  }
  const foreign = subject?.teams.find((team) => !onlyTeams.includes(team));
  if (subject !== undefined && (foreign !== undefined || subject.teams.length === 0)) {
    const about = foreign === undefined ? 'a person who is in no team of theirs' : `the team "${foreign}"`;
    return refused(
      caller,
      right,
      `${about}, and ${caller.name} owns ${onlyTeams.map((team) => `"${team}"`).join(', ')}`,
    );
  }
  return { kind: 'allowed', onlyTeams };
}

/** The teams that a right of a caller reaches: each role brings its own. */
function teamsFor(right: Right, ownedTeams: readonly string[], { read, give }: BudgetTeams): readonly string[] {
  const ofLists = rightsOf['team-owner'][right] === 'own-team' ? ownedTeams : [];
  const ofBudgets = rightsOf['budget-owner'][right] === 'own-team' ? (right === 'read-team' ? read : give) : [];
  return [...new Set([...ofLists, ...ofBudgets])].toSorted();
}

/** Teams of budgets that name a person as an owner and have not ended by a UTC day. `email` in its matching form. */
export function teamsOfOwner(budgets: readonly BudgetTerms[], email: string, day: Day): BudgetTeams {
  const scopes = budgets
    .filter(({ to }) => to === undefined || to >= day)
    .filter(({ owners }) => owners.some((owner) => emailKey(owner) === email))
    .map(({ scope }) => scope);
  const give = scopes.filter(({ kind }) => kind === 'team');
  return { read: namesOf(scopes), give: namesOf(give) };
}

function namesOf(scopes: readonly Scope[]): readonly string[] {
  return [...new Set(scopes.flatMap((scope) => teamIn(scope) ?? []))].toSorted();
}

const groupPrefix = 'group:';
// An email may begin with "role/": each attribute is compared only with entries of its own kind.
const emailPrefix = 'email:';

function entryKey(entry: string): string {
  return isNotEmail(entry) ? entry : `${emailPrefix}${emailKey(entry)}`;
}

/** Whether a role list entry is a group, an IAM role or an IAM user. */
export function isNotEmail(entry: string): boolean {
  return /^(?:group:|role\/|user\/)/u.test(entry);
}

const namedMax = 5;

/** Names a few others who hold a right for everyone: the list entries without the caller's own. */
export function othersWith(right: Right, lists: RoleLists, own: readonly string[]): string {
  const listOf: Readonly<Record<Role, readonly string[]>> = {
    viewer: lists.viewers,
    'team-owner': [],
    'budget-owner': [],
    'budget-admin': lists.budgetAdmins,
    approver: lists.approvers,
    security: lists.security,
  };
  const entries = rolesWith(right)
    .filter(({ reach }) => reach === 'all')
    .flatMap(({ role }) => listOf[role]);
  const others = [...new Set(entries)].filter((entry) => !own.includes(isNotEmail(entry) ? entry : emailKey(entry)));
  const more = others.length - namedMax;
  return `${others.slice(0, namedMax).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function refused(caller: Caller, right: Right, about?: string): Access {
  const given = rolesWith(right).filter(({ role }) => role !== 'budget-owner');
  const wanted = given.map(({ role, reach }) => (reach === 'all' ? role : `${role} of the team`));
  const who = `${caller.name} may not ${right === 'read' ? 'see the whole organization' : rightHelp[right]}`;
  const what = about === undefined ? who : `${who}: this is about ${about}`;
  const remedy =
    wanted.length === 0
      ? 'no role has that right: it is done where the settings are kept'
      : `it needs the role ${wanted.join(' or ')}, which an admin gives in the settings under "roles"`;
  return { kind: 'refused', reason: `${what}; ${remedy}` };
}
