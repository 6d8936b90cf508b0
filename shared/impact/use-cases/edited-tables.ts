import { budgetKey, budgetKind } from '../../budgets/budget.ts';
import { followBudgets, followGrant } from '../../budgets/followed-rows.ts';
import type { TablePorts } from '../../enforcement/use-cases/collect/collect-tables.ts';
import { changed, termsIn, type RecordChange } from '../../kernel/records/diff-records.ts';
import { keyText, type RecordKind, type Stamp } from '../../kernel/records/record-kind.ts';
import type { BudgetStore, GrantStore, TeamStore } from '../../kernel/records/use-cases/ports.ts';
import { followedAddresses } from '../../roster/followed-addresses.ts';
import type { KnownUser } from '../../roster/person.ts';
import { followMembers } from '../../teams/followed-members.ts';
import { compareTeams, teamKind } from '../../teams/team.ts';
import type { ProposedEdits } from '../proposed-edits.ts';

interface RuleTables {
  readonly budgets: Awaited<ReturnType<BudgetStore['list']>>;
  readonly grants: Awaited<ReturnType<GrantStore['list']>>;
  readonly teams: Awaited<ReturnType<TeamStore['list']>>;
  readonly users: readonly KnownUser[];
}

export async function readRuleTables(ports: TablePorts, knownUsers?: readonly KnownUser[]): Promise<RuleTables> {
  const [budgets, grants, teams, users] = await Promise.all([
    ports.budgets.list(),
    ports.grants.list(),
    ports.teams.list(),
    knownUsers ?? ports.users.list(),
  ]);
  // Edits and the rows they match both use people's current addresses.
  const followed = followedAddresses(users);
  return {
    budgets: { ...budgets, budgets: followBudgets(budgets.budgets, followed) },
    grants: { ...grants, grants: grants.grants.map((grant) => followGrant(grant, followed)) },
    teams: { ...teams, teams: followMembers(teams.teams, followed) },
    users,
  };
}

/** Ports that serve the rules of given tables; the rest is unchanged. */
export function portsOn({ budgets, grants, teams, users }: RuleTables, ports: TablePorts): TablePorts {
  return {
    ...ports,
    budgets: { list: async () => Promise.resolve(budgets) },
    grants: { list: async () => Promise.resolve(grants) },
    teams: { list: async () => Promise.resolve(teams) },
    users: { ...ports.users, list: async () => Promise.resolve(users) },
  };
}

/** The tables after edits, at an ISO instant. An edit of an unreadable row repairs it. */
export function editedTables(tables: RuleTables, edits: ProposedEdits, at: string): RuleTables {
  const mended = new Set(edits.budgets.map((change) => budgetKey(changed(change))));
  const named = new Set(edits.teams.map((change) => changed(change).name));
  const granted = new Set(edits.grants.map(({ kind, id }) => `${kind} ${id}`));
  const { budgets, grants, teams, users } = tables;
  return {
    budgets: {
      budgets: editedRecords(budgetKind, budgets.budgets, { changes: edits.budgets, at }),
      invalid: budgets.invalid.filter(({ scope, window }) => !mended.has(`${scope} / ${window}`)),
    },
    teams: {
      teams: editedRecords(teamKind, teams.teams, { changes: edits.teams, at }).toSorted(compareTeams),
      invalid: teams.invalid.filter(({ name }) => !named.has(name)),
    },
    grants: {
      grants: [...grants.grants.filter(({ kind, id }) => !granted.has(`${kind} ${id}`)), ...edits.grants],
      invalid: grants.invalid,
    },
    users,
  };
}

function editedRecords<Key, Terms extends Key>(
  kind: RecordKind<Key, Terms>,
  records: readonly (Terms & Stamp)[],
  { changes, at }: { readonly changes: readonly RecordChange<Terms>[]; readonly at: string },
): readonly (Terms & Stamp)[] {
  const edited = new Map(records.map((record) => [keyText(kind, record), record]));
  for (const change of changes) {
    const key = keyText(kind, changed(change));
    if (change.kind === 'remove') {
      edited.delete(key);
      continue;
    }
    const version = (change.kind === 'change' ? change.before.version : 0) + 1;
    edited.set(key, { ...termsIn(change.after), version, updatedBy: '', updatedAt: at });
  }
  return [...edited.values()];
}
