import type { Budget } from '../budgets/budget.ts';
import {
  followBudgets,
  followedRows,
  followGrant,
  followScopeText,
  type FollowedRow,
} from '../budgets/followed-rows.ts';
import { describeInvalidBudget, type InvalidBudget } from '../budgets/invalid-budget.ts';
import { formatScope, parseScope } from '../budgets/scope.ts';
import type { Exemption, Grant } from '../grants/exemption.ts';
import type { InvalidGrant } from '../grants/grant.ts';
import type { TopUp } from '../grants/top-up.ts';
import type { Day } from '../kernel/time/day.ts';
import { emailKey } from '../roster/email.ts';
import { followedAddresses, type FollowedAddresses } from '../roster/followed-addresses.ts';
import type { KnownUser } from '../roster/person.ts';
import { assignTeams, type TeamAssignment } from '../teams/assign-teams.ts';
import { followMembers } from '../teams/followed-members.ts';
import { membersByDay, recordMemberships } from '../teams/members-by-day.ts';
import { emailsInDoubt, emailsOfTeams, type InvalidTeam, describeTeamProblems } from '../teams/team-problems.ts';
import type { Team } from '../teams/team.ts';

/** The rows that admins have written, with those that cannot be read. */
interface RuleRows {
  readonly budgets: { readonly budgets: readonly Budget[]; readonly invalid: readonly InvalidBudget[] };
  readonly grants: { readonly grants: readonly Grant[]; readonly invalid: readonly InvalidGrant[] };
  readonly teams: { readonly teams: readonly Team[]; readonly invalid: readonly InvalidTeam[] };
}

/** What admins have set: budgets, top-ups, exemptions and teams. */
export interface Rules {
  readonly budgets: readonly Budget[];
  readonly topUps: readonly TopUp[];
  readonly exemptions: readonly Exemption[];
  readonly teams: readonly Team[];
  /** Of unreadable rows; affected users keep their cap. */
  readonly invalidScopes: readonly string[];
  readonly invalid: readonly InvalidBudget[];
  readonly invalidGrants: readonly InvalidGrant[];
  readonly invalidTeams: readonly InvalidTeam[];
  readonly problems: readonly string[];
}

/** The rules under the addresses that people have now, with each user's team. */
export interface BoundRules extends Rules {
  readonly assignment: TeamAssignment;
  /** Users whose record lacks their present team, as to be written. */
  readonly unrecorded: readonly KnownUser[];
  /** Rows of the tables that name people by former addresses. */
  readonly followed: readonly FollowedRow[];
}

/** Returns the rules that rows of the tables say. */
export function rulesOf({ budgets, grants: { grants, invalid: invalidGrants }, teams }: RuleRows): Rules {
  return {
    budgets: budgets.budgets,
    topUps: grants.filter((grant) => grant.kind === 'top-up'),
    exemptions: grants.filter((grant) => grant.kind === 'exemption'),
    teams: teams.teams,
    invalidScopes: invalidScopes(budgets.invalid, invalidGrants),
    invalid: budgets.invalid,
    invalidGrants,
    invalidTeams: teams.invalid,
    problems: [...budgets.invalid.map(describeInvalidBudget), ...invalidGrants.map(describeInvalidGrant)],
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

/** The rules with the teams by people's present addresses, and what unreadable rows mean to members of teams. */
export function bindTeams(rules: Rules, users: readonly KnownUser[], today: Day): BoundRules {
  const followed = followedAddresses(users);
  const named = followedRules(rules, followed);
  const bound = {
    ...named,
    ...assignRows(named, users, today),
    followed: followedRows(
      { budgets: rules.budgets, grants: [...rules.topUps, ...rules.exemptions], teams: rules.teams },
      { followed, today },
    ),
  };
  return {
    ...bound,
    invalidScopes: withScopesOfMembers(bound, users),
    problems: [...rules.problems, ...describeTeamProblems(bound.assignment.doubles, bound.invalidTeams)],
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
        teams: followMembers(rules.teams, followed),
        invalidTeams: followMembers(rules.invalidTeams, followed),
        invalidScopes: rules.invalidScopes.map((scope) => followScopeText(scope, followed)),
      };
}

/** Finds each user's team on each day. Users that an unreadable row may affect keep their earlier team. */
function assignRows({ teams, invalidTeams }: Rules, users: readonly KnownUser[], today: Day) {
  const assigned = assignTeams(users, teams);
  const inDoubt = new Set(emailsInDoubt(users, invalidTeams, assigned));
  const teamOf = new Map(assigned.teamOf);
  for (const { userId, email, memberships } of inDoubt.size === 0 ? [] : users) {
    const known = memberships?.at(-1)?.team;
    if (known !== undefined && email !== undefined && inDoubt.has(emailKey(email))) {
      teamOf.set(userId, known);
    }
  }
  return {
    assignment: { ...assigned, ...membersByDay(users, teamOf, today) },
    unrecorded: recordMemberships(users, teamOf, today),
  };
}

/**
 * The scopes of unreadable rows with their affected users: members of a team whose budget or top-up is unreadable, and
 * possible members of an unreadable team.
 */
function withScopesOfMembers(
  { invalidScopes: scopes, invalidTeams, assignment }: BoundRules,
  users: readonly KnownUser[],
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
