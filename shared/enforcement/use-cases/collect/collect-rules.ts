import type { Budget } from '../../../budgets/budget.ts';
import {
  followBudgets,
  followedRows,
  followGrant,
  followScopeText,
  type FollowedRow,
} from '../../../budgets/followed-rows.ts';
import { describeInvalidBudget } from '../../../budgets/invalid-budget.ts';
import { formatScope, parseScope } from '../../../budgets/scope.ts';
import type { Exemption } from '../../../grants/exemption.ts';
import type { TopUp } from '../../../grants/top-up.ts';
import type { BudgetStore, GrantStore, InvalidBudget, InvalidGrant, TeamStore } from '../../../kernel/records/ports.ts';
import type { Day } from '../../../kernel/time/day.ts';
import { emailKey } from '../../../roster/email.ts';
import { followedAddresses, type FollowedAddresses } from '../../../roster/followed-addresses.ts';
import type { KnownUser } from '../../../roster/person.ts';
import { assignTeams, type TeamAssignment } from '../../../teams/assign-teams.ts';
import { followMembers } from '../../../teams/followed-members.ts';
import { membersByDay, recordMemberships } from '../../../teams/members-by-day.ts';
import { emailsInDoubt, emailsOfTeams, type InvalidTeam, describeTeamProblems } from '../../../teams/team-problems.ts';
import type { Team } from '../../../teams/team.ts';

export interface RulePorts {
  readonly budgets: Pick<BudgetStore, 'list'>;
  readonly grants: Pick<GrantStore, 'list'>;
}

/** What admins have set: budgets, top-ups and exemptions. */
export interface Rules {
  readonly budgets: readonly Budget[];
  readonly topUps: readonly TopUp[];
  readonly exemptions: readonly Exemption[];
  /** Of unreadable rows; affected users keep their cap. */
  readonly invalidScopes: readonly string[];
  readonly invalid: readonly InvalidBudget[];
  readonly invalidGrants: readonly InvalidGrant[];
  readonly problems: readonly string[];
}

/** Reads the rules from the tables. Every plan begins with them. */
export async function collectRules(ports: RulePorts): Promise<Rules> {
  const { budgets, invalid } = await ports.budgets.list();
  const { grants, invalid: invalidGrants } = await ports.grants.list();
  return {
    budgets,
    topUps: grants.filter((grant) => grant.kind === 'top-up'),
    exemptions: grants.filter((grant) => grant.kind === 'exemption'),
    invalidScopes: invalidScopes(invalid, invalidGrants),
    invalid,
    invalidGrants,
    problems: [...invalid.map(describeInvalidBudget), ...invalidGrants.map(describeInvalidGrant)],
  };
}

function describeInvalidGrant({ kind, id, email, team, problem }: InvalidGrant): string {
  const effect =
    email === undefined && team === undefined ? 'counts for no one' : 'the person it is for keeps their limit';
  return `The ${kind} "${id}" in the table is not valid, and ${effect}: ${problem}`;
}

/**
 * The scopes of unreadable rows without an earlier valid version: affected users keep their cap. An unreadable grant's
 * effect is unknown too, so the cap of its user, or its team's members, neither rises nor falls.
 */
function invalidScopes(budgets: readonly InvalidBudget[], grants: readonly InvalidGrant[]): readonly string[] {
  const ofGrants = grants.flatMap(({ email, team }) => [
    ...(email === undefined ? [] : [formatScope({ kind: 'user', email })]),
    ...(team === undefined ? [] : [formatScope({ kind: 'team', name: team })]),
  ]);
  return [...budgets.filter(({ lastValid }) => lastValid === undefined).map(({ scope }) => scope), ...ofGrants];
}

export interface TeamPorts {
  readonly teams: Pick<TeamStore, 'list'>;
}

interface TeamRows {
  readonly teams: readonly Team[];
  readonly invalidTeams: readonly InvalidTeam[];
}

export interface CollectedTeams extends TeamRows {
  readonly assignment: TeamAssignment;
  /** Users whose record lacks their present team, as to be written. */
  readonly unrecorded: readonly KnownUser[];
  /** Rows of the tables that name people by former addresses. */
  readonly followed: readonly FollowedRow[];
}

export async function readTeams(store: Pick<TeamStore, 'list'>): Promise<TeamRows> {
  const { teams, invalid } = await store.list();
  return { teams, invalidTeams: invalid };
}

/**
 * The rules with the teams, under the addresses that people have now, and with what rows that cannot be read mean to the
 * members of teams.
 */
export function bindTeams(
  rules: Rules,
  rows: TeamRows,
  { users, today }: { readonly users: readonly KnownUser[]; readonly today: Day },
): Rules & CollectedTeams {
  const followed = followedAddresses(users);
  const teams = assignRows(followedTeams(rows, followed), users, today);
  const { invalidScopes, ...named } = followedRules(rules, followed);
  return {
    ...named,
    ...teams,
    followed: followedRows(
      { budgets: rules.budgets, grants: [...rules.topUps, ...rules.exemptions], teams: rows.teams },
      { followed, today },
    ),
    invalidScopes: withScopesOfMembers(invalidScopes, users, teams),
    problems: [...rules.problems, ...describeTeamProblems(teams.assignment.doubles, teams.invalidTeams)],
  };
}

/** The rules under people's current addresses. */
function followedRules(rules: Rules, followed: FollowedAddresses): Rules {
  return followed.size === 0
    ? rules
    : {
        ...rules,
        budgets: followBudgets(rules.budgets, followed),
        topUps: rules.topUps.map((topUp) => followGrant(topUp, followed)),
        exemptions: rules.exemptions.map((exemption) => followGrant(exemption, followed)),
        invalidScopes: rules.invalidScopes.map((scope) => followScopeText(scope, followed)),
      };
}

function followedTeams({ teams, invalidTeams }: TeamRows, followed: FollowedAddresses): TeamRows {
  return { teams: followMembers(teams, followed), invalidTeams: followMembers(invalidTeams, followed) };
}

/** Finds each user's team on each day. Users that an unreadable row may affect keep their earlier team. */
function assignRows(rows: TeamRows, users: readonly KnownUser[], today: Day): Omit<CollectedTeams, 'followed'> {
  const assigned = assignTeams(users, rows.teams);
  const inDoubt = new Set(emailsInDoubt(users, rows.invalidTeams, assigned));
  const teamOf = new Map(assigned.teamOf);
  for (const { userId, email, memberships } of inDoubt.size === 0 ? [] : users) {
    const known = memberships?.at(-1)?.team;
    if (known !== undefined && email !== undefined && inDoubt.has(emailKey(email))) {
      teamOf.set(userId, known);
    }
  }
  return {
    ...rows,
    assignment: { ...assigned, ...membersByDay(users, teamOf, today) },
    unrecorded: recordMemberships(users, teamOf, today),
  };
}

/**
 * The scopes of unreadable rows with their affected users: members of a team whose budget or top-up is unreadable, and
 * possible members of an unreadable team.
 */
function withScopesOfMembers(
  scopes: readonly string[],
  users: readonly KnownUser[],
  { invalidTeams, assignment }: Pick<CollectedTeams, 'invalidTeams' | 'assignment'>,
): readonly string[] {
  const names = scopes.flatMap((text) => {
    const scope = parseScope(text);
    return scope?.kind === 'team' ? [scope.name] : [];
  });
  const emails = [
    ...emailsOfTeams(users, new Set(names), assignment),
    ...emailsInDoubt(users, invalidTeams, assignment),
  ];
  return [...scopes, ...new Set(emails.map((email) => formatScope({ kind: 'user', email })))];
}
