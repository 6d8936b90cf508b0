import { type Caller, personBehind, type PersonBehind } from '../../domain/access/caller.ts';
import type { Access } from '../../domain/access/decide-access.ts';
import {
  decideOwnLimit,
  isBound,
  ownEmails,
  refusedToUnknown,
  type AccessRules,
  type Gain,
} from '../../domain/access/four-eyes.ts';
import { gainsOfBudget, gainsOfGrant, type EditingPerson } from '../../domain/access/own-gains.ts';
import { decideTeamBudget, decideTeamTopUp, type OwnedTeam } from '../../domain/access/team-edits.ts';
import type { Budget, BudgetKey, BudgetTerms } from '../../domain/budgets/budget.ts';
import type { Grant } from '../../domain/budgets/exemption.ts';
import type { Scope } from '../../domain/budgets/scope.ts';
import { changed, type RecordChange } from '../../domain/records/diff-records.ts';
import type { RecordEdit } from '../../domain/records/record-edit.ts';
import type { RequestRuleKey, RequestRuleTerms } from '../../domain/requests/request-rule.ts';
import { emailKey } from '../../domain/roster/email.ts';
import type { KnownUser } from '../../domain/roster/person.ts';
import { assignTeams } from '../../domain/teams/assign-teams.ts';
import type { Team, TeamTerms } from '../../domain/teams/team.ts';
import type { UserStore } from '../enforcement/ports.ts';
import { recordInForce } from './edit-record.ts';
import {
  EditRefusedError,
  type BudgetStore,
  type GrantStore,
  type RecordStore,
  type TeamKey,
  type TeamStore,
} from './ports.ts';

/** The stores of what decides over limits. */
interface LimitRecords {
  readonly budgets: BudgetStore;
  readonly teams: TeamStore;
  readonly grants: GrantStore;
}

/** Who edits, and by what rules. */
export interface Editor {
  readonly caller: Caller;
  readonly rules: AccessRules;
  /** The teams that they own, where their right to edit ends there. */
  readonly onlyTeams?: readonly string[] | undefined;
  /** What a team has left of its least pool, in credits. */
  readonly leftOf: (team: string) => Promise<number>;
}

/** Stores that decide over limits, and over the rules by which requests are approved. */
interface GuardedTables extends LimitRecords {
  readonly users: Pick<UserStore, 'list'>;
  readonly requestRules?: RecordStore<RequestRuleKey, RequestRuleTerms>;
}

/**
 * The same stores for one caller, whatever use case edits through them: an edit that the caller may not make raises
 * EditRefusedError before anything is written. Nobody raises their own limit alone where two people are needed, and the
 * owner of a team stays within the team's own amount.
 */
export function guardedStores<Stores extends GuardedTables>(stores: Stores, editor: Editor): Stores {
  const check = editChecks(stores, editor);
  const { requestRules } = stores;
  return {
    ...stores,
    budgets: {
      ...stores.budgets,
      async edit(edit, entry) {
        await check.budget(edit);
        await stores.budgets.edit(edit, entry);
      },
    },
    teams: {
      ...stores.teams,
      async edit(edit, entry) {
        await check.team(edit);
        await stores.teams.edit(edit, entry);
      },
    },
    grants: {
      ...stores.grants,
      async edit(edit, entry) {
        await check.grant(edit.terms);
        await stores.grants.edit(edit, entry);
      },
    },
    ...(requestRules !== undefined && {
      requestRules: {
        list: async () => requestRules.list(),
        find: async (key) => requestRules.find(key),
        listVersions: async (key) => requestRules.listVersions(key),
        async edit(edit, entry) {
          // To remove one gives nobody anything.
          if (edit.terms !== undefined) {
            checkRequestRule(editor);
          }
          await requestRules.edit(edit, entry);
        },
      } satisfies GuardedTables['requestRules'],
    }),
  };
}

/** Whether an editor may make an edit: each raises EditRefusedError where not. */
function editChecks(
  stores: LimitRecords & { readonly users: Pick<UserStore, 'list'> },
  { caller, rules, onlyTeams, leftOf }: Editor,
) {
  const person = boundPerson({ caller, rules });
  const isFree = person.kind === 'nobody' && onlyTeams === undefined;
  const own = ownEmails(caller, person);
  const isMeant = (email: string): boolean => person.kind === 'unknown' || own.has(email);
  // An import edits many rows; whom it is about is read once.
  let known: Promise<Known> | undefined;
  const readKnown = async (): Promise<Known> => (known ??= readTables(stores));
  const refuseGains = (gains: readonly Gain[], right: 'edit-budgets' | 'grant'): void =>
    raiseRefused(decideOwnLimit(caller, rules, { gains, right }));

  return {
    async budget(edit: RecordEdit<BudgetKey, BudgetTerms>): Promise<void> {
      const change = isFree ? undefined : await changeOf(stores.budgets, edit);
      if (change === undefined) {
        return;
      }
      const tables = await readKnown();
      if (onlyTeams !== undefined) {
        const team = ownedTeam(tables, { onlyTeams, scope: changed(change).scope });
        raiseRefused(decideTeamBudget(change, team));
      }
      refuseGains(
        personsOf(tables, isMeant, emailsIn(changed(change).scope)).flatMap((each) => gainsOfBudget(change, each)),
        'edit-budgets',
      );
    },
    async team(edit: RecordEdit<TeamKey, TeamTerms>): Promise<void> {
      if (onlyTeams !== undefined) {
        raiseRefused({
          kind: 'refused',
          reason: 'the members of a team are not its owner’s to change; it takes the role budget-admin',
        });
      }
      if (!isFree) {
        const tables = await readKnown();
        refuseGains(movesOf(tables, edit, personsOf(tables, isMeant)), 'edit-budgets');
      }
    },
    async grant(grant: Grant): Promise<void> {
      if (isFree) {
        return;
      }
      const tables = await readKnown();
      if (onlyTeams !== undefined) {
        await checkOwnersGrant(grant, { tables, onlyTeams, leftOf });
      }
      // To end a grant gives nobody anything.
      const named = grant.kind === 'exemption' ? [grant.email] : [...emailsIn(grant.scope), ...(grant.for ?? [])];
      const persons = grant.endedAt === undefined ? personsOf(tables, isMeant, named) : [];
      refuseGains(
        persons.flatMap((each) => gainsOfGrant(grant, each)),
        'grant',
      );
    },
  };
}

/** Whose limit somebody could raise as their own; nobody's where no rule is against it. */
function boundPerson({ caller, rules: { fourEyes } }: Pick<Editor, 'caller' | 'rules'>): PersonBehind {
  return isBound(caller, fourEyes, 'ownLimit') ? personBehind(caller, fourEyes.identities) : { kind: 'nobody' };
}

/** A rule that approves requests may approve those of whoever sets it; raises EditRefusedError. */
function checkRequestRule(editor: Pick<Editor, 'caller' | 'rules'>): void {
  if (boundPerson(editor).kind === 'unknown') {
    raiseRefused(refusedToUnknown(editor.caller, 'this rule may approve the requests of whoever sets it'));
  }
}

function emailsIn(scope: Scope): readonly string[] {
  return scope.kind === 'user' ? [scope.email] : [];
}

/** The tables that say who is whom. */
interface Known {
  readonly users: readonly KnownUser[];
  readonly teams: readonly Team[];
  readonly budgets: readonly Budget[];
}

async function readTables(stores: LimitRecords & { readonly users: Pick<UserStore, 'list'> }): Promise<Known> {
  const [users, { teams }, { budgets }] = await Promise.all([
    stores.users.list(),
    stores.teams.list(),
    stores.budgets.list(),
  ]);
  return { users, teams, budgets };
}

/** The change that an edit makes of the budget in force; undefined where there is none to remove. */
async function changeOf(
  budgets: Pick<BudgetStore, 'find'>,
  { key, terms }: RecordEdit<BudgetKey, BudgetTerms>,
): Promise<RecordChange<BudgetTerms> | undefined> {
  const before = recordInForce(await budgets.find(key));
  if (terms === undefined) {
    return before === undefined ? undefined : { kind: 'remove', before };
  }
  return before === undefined ? { kind: 'add', after: terms } : { kind: 'change', before, after: terms };
}

/** An account of a person who edits; of one who is not on the roster yet there is no id. */
type Account = EditingPerson & { readonly userId?: string };

/**
 * Whoever a caller may be: everybody on the roster with the email, which twins share, or simply everybody where nobody
 * knows; besides those an edit names, who may join later.
 */
function personsOf(
  { users, teams, budgets }: Known,
  isMeant: (email: string) => boolean,
  named: readonly string[] = [],
): readonly Account[] {
  const { teamOf } = assignTeams(users, teams);
  const owners = new Set(budgets.flatMap(({ scope }) => (scope.kind === 'user' ? [scope.email] : [])));
  const known = users.flatMap(({ userId, email = '' }) => {
    const key = emailKey(email);
    return isMeant(key) ? [{ userId, email: key, team: teamOf.get(userId), hasOwnBudget: owners.has(key) }] : [];
  });
  const there = new Set(known.map(({ email }) => email));
  // The default of whoever is not on the roster binds nobody: only what names them is theirs.
  const others = named.filter((email) => !there.has(email) && isMeant(email));
  return [...known, ...others.map((email) => ({ email, team: undefined, hasOwnBudget: true }))];
}

/** An edit of teams by which somebody changes their own team: which of the two gives more is for somebody else to judge. */
function movesOf(
  known: Known,
  { key: { name }, terms }: RecordEdit<TeamKey, TeamTerms>,
  persons: readonly Account[],
): readonly Gain[] {
  const stamp = { version: 0, updatedBy: '', updatedAt: '' };
  const others = known.teams.filter((team) => team.name !== name);
  const teams = terms === undefined ? others : [...others, { ...terms, ...stamp }];
  const { teamOf } = assignTeams(known.users, teams);
  return persons.flatMap(({ email, userId, team }) =>
    userId === undefined || teamOf.get(userId) === team
      ? []
      : [{ email, what: `to move oneself by the team "${name}"` }],
  );
}

/** The team, among those that somebody owns, of the person a scope names; a first one of theirs where there is none. */
function ownedTeam(
  { users, teams, budgets }: Known,
  { onlyTeams, scope }: { readonly onlyTeams: readonly string[]; readonly scope: Scope },
): OwnedTeam {
  const { teamOf } = assignTeams(users, teams);
  const membersOf = (name: string): readonly string[] =>
    users.flatMap(({ userId, email }) => (email !== undefined && teamOf.get(userId) === name ? [emailKey(email)] : []));
  const owned = onlyTeams.map((name) => ({ name, members: new Set(membersOf(name)) }));
  const own = owned.find(({ members }) => scope.kind === 'user' && members.has(scope.email)) ?? owned[0];
  const { name, members } = own ?? { name: '', members: new Set<string>() };
  const ofTeam = budgets.filter((each) => each.scope.kind === 'team' && each.scope.name === name);
  return {
    name,
    members,
    budgets: ofTeam.filter(({ mode, amount }) => mode === 'enforce' && amount.kind === 'credits'),
  };
}

async function checkOwnersGrant(
  grant: Grant,
  {
    tables,
    onlyTeams,
    leftOf,
  }: Pick<Editor, 'leftOf'> & { readonly tables: Known; readonly onlyTeams: readonly string[] },
): Promise<void> {
  if (grant.kind === 'exemption') {
    raiseRefused({ kind: 'refused', reason: 'an exemption leaves every budget aside; it takes the role budget-admin' });
    return;
  }
  const team = ownedTeam(tables, { onlyTeams, scope: grant.scope });
  // What is taken back is more than enough to be left.
  const leftCredits = grant.endedAt === undefined ? await leftOf(team.name) : grant.credits;
  raiseRefused(decideTeamTopUp(grant, { ...team, leftCredits }));
}

function raiseRefused(access: Access): void {
  if (access.kind === 'refused') {
    throw new EditRefusedError(access.reason);
  }
}
