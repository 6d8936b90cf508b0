import type { BudgetKey, BudgetTerms } from '../../../budgets/budget.ts';
import type { Scope } from '../../../budgets/scope.ts';
import type { UserStore } from '../../../enforcement/ports.ts';
import type { Grant } from '../../../grants/exemption.ts';
import type { RequestRuleKey, RequestRuleTerms } from '../../../requests/request-rule.ts';
import { emailKey } from '../../../roster/email.ts';
import { assignTeams } from '../../../teams/assign-teams.ts';
import type { TeamTerms } from '../../../teams/team.ts';
import type { Caller } from '../../access/caller.ts';
import type { Access } from '../../access/decide-access.ts';
import { editorEmails, emailsIn, movesOf, personsOf, type PeopleTables } from '../../access/editing-persons.ts';
import { decideOwnLimit, isBound, refusedToUnknown, type AccessRules, type Gain } from '../../access/four-eyes.ts';
import { gainsOfBudget, gainsOfGrant } from '../../access/own-gains.ts';
import { isKnownAuthor } from '../../access/same-person.ts';
import { decideTeamBudget, decideTeamTopUp, type OwnedTeam } from '../../access/team-edits.ts';
import { changed, type RecordChange } from '../diff-records.ts';
import { EditRefusedError, type BudgetStore, type GrantStore, type RecordStore, type TeamStore } from '../ports.ts';
import type { RecordEdit } from '../record-edit.ts';
import type { NameKey } from '../record-kind.ts';
import { recordInForce } from './edit-record.ts';

interface LimitRecords {
  readonly budgets: BudgetStore;
  readonly teams: TeamStore;
  readonly grants: GrantStore;
}

export interface Editor {
  readonly caller: Caller;
  readonly rules: AccessRules;
  /** The teams they own, when their right to edit is limited to these. */
  readonly onlyTeams?: readonly string[] | undefined;
  readonly leftOf: (team: string) => Promise<number>;
}

interface GuardedTables extends LimitRecords {
  readonly users: UserStore;
  readonly requestRules?: RecordStore<RequestRuleKey, RequestRuleTerms>;
}

/**
 * The same stores for one caller: an edit that the caller may not make throws EditRefusedError before anything is
 * written, in every use case. Where two people are needed no one raises their own limit alone, and a team's owner stays
 * within the team's amount.
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
          // A removal grants nothing.
          if (edit.terms !== undefined) {
            checkRequestRule(editor);
          }
          await requestRules.edit(edit, entry);
        },
      } satisfies GuardedTables['requestRules'],
    }),
  };
}

/** One check per kind of edit; each throws EditRefusedError when the edit is not allowed. */
function editChecks(
  stores: LimitRecords & { readonly users: UserStore },
  { caller, rules, onlyTeams, leftOf }: Editor,
) {
  const self = editorEmails(caller, rules);
  const isFree = self === undefined && onlyTeams === undefined;
  // An import edits many rows; the tables of people are read once.
  let known: Promise<PeopleTables> | undefined;
  const readKnown = async (): Promise<PeopleTables> => (known ??= readTables(stores));
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
      const persons = personsOf(tables, self, { named: emailsIn(changed(change).scope), today: edit.at.slice(0, 10) });
      refuseGains(
        persons.flatMap((each) => gainsOfBudget(change, each)),
        'edit-budgets',
      );
    },
    async team(edit: RecordEdit<NameKey, TeamTerms>): Promise<void> {
      if (onlyTeams !== undefined) {
        raiseRefused({
          kind: 'refused',
          reason: 'the members of a team are not its owner’s to change; it takes the role budget-admin',
        });
      }
      if (!isFree) {
        refuseGains(movesOf(await readKnown(), edit, self), 'edit-budgets');
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
      // Ending a grant grants nothing.
      const named = grant.kind === 'exemption' ? [grant.email] : [...emailsIn(grant.scope), ...(grant.for ?? [])];
      const persons =
        grant.endedAt === undefined ? personsOf(tables, self, { named, today: grant.createdAt.slice(0, 10) }) : [];
      refuseGains(
        persons.flatMap((each) => gainsOfGrant(grant, each)),
        'grant',
      );
    },
  };
}

/** A rule may approve its author's own requests; throws EditRefusedError then. */
function checkRequestRule({ caller, rules: { fourEyes } }: Editor): void {
  if (isBound(caller, fourEyes, 'ownLimit') && !isKnownAuthor(caller.name, fourEyes.identities)) {
    raiseRefused(refusedToUnknown(caller, 'this rule may approve the requests of the person who sets it'));
  }
}

async function readTables(stores: LimitRecords & { readonly users: UserStore }): Promise<PeopleTables> {
  const [users, { teams }, { budgets }] = await Promise.all([
    stores.users.list(),
    stores.teams.list(),
    stores.budgets.list(),
  ]);
  return { users, teams, budgets };
}

/** The change an edit makes to the budget in force; undefined when there is none to remove. */
async function changeOf(
  budgets: BudgetStore,
  { key, terms }: RecordEdit<BudgetKey, BudgetTerms>,
): Promise<RecordChange<BudgetTerms> | undefined> {
  const before = recordInForce(await budgets.find(key));
  if (terms === undefined) {
    return before === undefined ? undefined : { kind: 'remove', before };
  }
  return before === undefined ? { kind: 'add', after: terms } : { kind: 'change', before, after: terms };
}

/** The editor's team that a scope's person belongs to; otherwise the editor's first team. */
function ownedTeam(
  { users, teams, budgets }: PeopleTables,
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
  }: Pick<Editor, 'leftOf'> & { readonly tables: PeopleTables; readonly onlyTeams: readonly string[] },
): Promise<void> {
  if (grant.kind === 'exemption') {
    raiseRefused({ kind: 'refused', reason: 'an exemption leaves every budget aside; it takes the role budget-admin' });
    return;
  }
  const team = ownedTeam(tables, { onlyTeams, scope: grant.scope });
  // Withdrawn credits are always available.
  const leftCredits = grant.endedAt === undefined ? await leftOf(team.name) : grant.credits;
  raiseRefused(decideTeamTopUp(grant, { ...team, leftCredits }));
}

function raiseRefused(access: Access): void {
  if (access.kind === 'refused') {
    throw new EditRefusedError(access.reason);
  }
}
