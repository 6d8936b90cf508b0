import {
  budgetKind,
  type Budget,
  type BudgetKey,
  type BudgetTerms,
  type BudgetVersion,
} from '../../../budgets/budget.ts';
import { followBudgets, followGrant, followScope } from '../../../budgets/followed-rows.ts';
import { parseScope, type Scope } from '../../../budgets/scope.ts';
import type { UserStore } from '../../../enforcement/ports.ts';
import { followedAddresses, formerAddresses, type FollowedAddresses } from '../../../roster/followed-addresses.ts';
import { followMembers } from '../../../teams/followed-members.ts';
import type { BudgetRowKey, BudgetStore, FoundRecord, GrantStore, TeamStore } from '../ports.ts';
import type { RecordEdit } from '../record-edit.ts';
import { editEntry, recordInForce } from './edit-record.ts';

interface AddressedStores {
  readonly budgets: BudgetStore;
  readonly teams: TeamStore;
  readonly grants: GrantStore;
  readonly users: UserStore;
}

/**
 * The same stores with rows under people's current addresses, unless another person has that row. An edited budget
 * moves to the current address, so that the next owner of the former address does not get it. `readUsers`: everybody ever
 * on the roster, where these are known without reading it.
 */
export function followedStores<Stores extends AddressedStores>(
  stores: Stores,
  readUsers = async () => stores.users.list(),
): Stores {
  let known: Promise<FollowedAddresses> | undefined;
  const followed = async () => (known ??= readUsers().then(followedAddresses));
  const { budgets, teams, grants } = stores;
  return {
    ...stores,
    budgets: followedBudgets(budgets, followed),
    teams: {
      ...teams,
      async list() {
        const rows = await teams.list();
        return { ...rows, teams: followMembers(rows.teams, await followed()) };
      },
    },
    grants: {
      ...grants,
      async list() {
        const [rows, addresses] = [await grants.list(), await followed()];
        return { ...rows, grants: rows.grants.map((grant) => followGrant(grant, addresses)) };
      },
    },
  };
}

type Followed = () => Promise<FollowedAddresses>;

function followedBudgets(budgets: BudgetStore, followed: Followed): BudgetStore {
  return {
    ...budgets,
    async list() {
      const rows = await budgets.list();
      return { ...rows, budgets: followBudgets(rows.budgets, await followed()) };
    },
    async find(key) {
      const found = await budgets.find(key);
      const former = found.row.kind === 'none' ? await formerRow(budgets, key, followed) : undefined;
      return former === undefined ? found : former.shown;
    },
    async listVersions(key) {
      const versions = await budgets.listVersions(key);
      const scope = key === undefined ? undefined : scopeIn(key);
      const addresses = key !== undefined && scope?.kind !== 'user' ? new Map() : await followed();
      const former = scope?.kind === 'user' ? formerAddresses(scope.email, addresses) : [];
      const earlier: BudgetVersion[] = [];
      for (const email of former) {
        earlier.push(
          ...(await budgets.listVersions({ ...key, scope: { kind: 'user', email }, window: key?.window ?? '' })),
        );
      }
      return [...earlier, ...versions].map((version) => ({ ...version, scope: followScope(version.scope, addresses) }));
    },
    async edit(edit, entry) {
      const former =
        edit.seenVersion > 0 && (await budgets.find(edit.key)).row.kind === 'none'
          ? await formerRow(budgets, edit.key, followed)
          : undefined;
      if (former === undefined) {
        return budgets.edit(edit, entry);
      }
      if (edit.terms === undefined) {
        return budgets.edit({ ...edit, key: former.key }, entry);
      }
      await budgets.edit({ ...edit, seenVersion: 0 }, entry);
      const { terms: _moved, ...removal } = { ...edit, key: former.key } satisfies RecordEdit<BudgetKey, BudgetTerms>;
      const before = recordInForce(former.stored);
      return budgets.edit(removal, editEntry(budgetKind, removal, { before, id: entry.id }));
    },
  };
}

interface FormerRow {
  readonly key: BudgetKey;
  readonly stored: FoundRecord<Budget, BudgetTerms>;
  readonly shown: FoundRecord<Budget, BudgetTerms>;
}

async function formerRow(budgets: BudgetStore, key: BudgetRowKey, followed: Followed): Promise<FormerRow | undefined> {
  const scope = scopeIn(key);
  for (const email of scope?.kind === 'user' ? formerAddresses(scope.email, await followed()) : []) {
    const former = { scope: { kind: 'user', email } as const, window: key.window };
    const stored = await budgets.find(former);
    if (stored.row.kind !== 'none' && scope !== undefined) {
      return { key: former as BudgetKey, stored, shown: under(scope, stored) };
    }
  }
  return undefined;
}

function under(scope: Scope, { row, ...found }: FoundRecord<Budget, BudgetTerms>): FoundRecord<Budget, BudgetTerms> {
  switch (row.kind) {
    case 'none':
      return { ...found, row };
    case 'record':
      return { ...found, row: { ...row, record: { ...row.record, scope } } };
    case 'invalid':
      return {
        ...found,
        row: { ...row, lastValid: row.lastValid && { ...row.lastValid, scope } },
      };
  }
}

function scopeIn({ scope }: BudgetRowKey): Scope | undefined {
  return typeof scope === 'string' ? parseScope(scope) : scope;
}
