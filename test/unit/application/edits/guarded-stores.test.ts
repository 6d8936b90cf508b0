import { beforeEach, expect, test } from 'vitest';
import { memoryBudgetStore } from '../../../../shared/adapters/memory/edits/memory-budget-store.ts';
import { memoryGrantStore } from '../../../../shared/adapters/memory/edits/memory-grant-store.ts';
import { memoryTeamStore } from '../../../../shared/adapters/memory/edits/memory-team-store.ts';
import { memoryUserStore } from '../../../../shared/adapters/memory/enforcement/memory-user-store.ts';
import { memoryJournal } from '../../../../shared/adapters/memory/runs/memory-journal.ts';
import { addGrant, endTopUp } from '../../../../shared/application/edits/edit-grants.ts';
import { makeEdit, planSetting } from '../../../../shared/application/edits/edit-record.ts';
import { editableBudgets, editableTeams } from '../../../../shared/application/edits/editable-records.ts';
import { guardedStores, type Editor } from '../../../../shared/application/edits/guarded-stores.ts';
import { applyImport, planImport } from '../../../../shared/application/edits/import-records.ts';
import { EditRefusedError } from '../../../../shared/application/edits/ports.ts';
import { callerOfClaims, callerOfMachine, type Caller } from '../../../../shared/domain/access/caller.ts';
import type { BudgetTerms } from '../../../../shared/domain/budgets/budget.ts';
import type { Scope } from '../../../../shared/domain/budgets/scope.ts';
import { rules as membersOf } from '../../../support/teams.ts';

const author = { name: 'ann@acme.example', at: '2026-03-15T10:00:00Z' };
const ann = callerOfClaims({ sub: 'x', email: author.name, emailVerified: true });
const roles = {
  viewers: [],
  budgetAdmins: [author.name, 'bob@acme.example'],
  approvers: [],
  security: [],
  teamOwners: {},
};

let stores: ReturnType<typeof someStores>;
beforeEach(async () => {
  stores = someStores();
  await stores.users.put([
    { userId: 'u-1', email: 'Ann@acme.example' },
    { userId: 'u-2', email: 'bob@acme.example' },
  ]);
});

test('who is on the roster does not raise their own budget, and may lower it', async () => {
  await set(stores, budget({ kind: 'user', email: author.name }, 100));
  const guarded = guardedBy({ caller: ann });

  await expect(set(guarded, budget({ kind: 'user', email: author.name }, 101))).rejects.toThrow(
    /budget user:ann@acme\.example month may raise the limit of ann@acme\.example: somebody else .* bob@acme\.example/u,
  );
  expect(await set(guarded, budget({ kind: 'user', email: author.name }, 99))).toMatchObject({ kind: 'changed' });
  expect(await set(guarded, budget({ kind: 'user', email: 'bob@acme.example' }, 5))).toMatchObject({ kind: 'changed' });
  expect((await stores.budgets.list()).budgets).toMatchObject([
    { amount: { credits: 99 } },
    { amount: { credits: 5 } },
  ]);
});

test('who has no budget of their own does not raise the default', async () => {
  await set(stores, budget({ kind: 'default' }, 100));

  await expect(set(guardedBy({ caller: ann }), budget({ kind: 'default' }, 101))).rejects.toThrow(EditRefusedError);
});

test('nobody grants themselves anything, nor moves themselves to another team', async () => {
  const guarded = guardedBy({ caller: ann });
  const ports = { grants: guarded.grants, ids: { next: () => 'id-1' } };
  const exemption = { kind: 'exemption', email: author.name, until: '2026-04-01', reason: 'r' } as const;

  await expect(addGrant(ports, exemption, author)).rejects.toThrow(EditRefusedError);
  await expect(setTeam(guarded, 'ops', author.name)).rejects.toThrow(EditRefusedError);
  expect((await stores.grants.list()).grants).toEqual([]);
  expect((await stores.teams.list()).teams).toEqual([]);
});

test('an import does the rest, and says which row its author may not make', async () => {
  const records = editableBudgets(guardedBy({ caller: ann }).budgets);
  const wanted = ['ann', 'bob'].map((name) => budget({ kind: 'user', email: `${name}@acme.example` }, 7));
  const plan = await planImport(records, wanted, { prune: false });

  const results = await applyImport({ records, ids: { next: () => 'id-1' } }, plan, author);

  expect(results.map(({ outcome }) => outcome.kind)).toEqual(['refused', 'done']);
});

test.each([
  ['on one machine', { caller: callerOfMachine(author.name) }, 'changed'],
  ['where the rule is switched off', { caller: ann, fourEyes: { ownLimit: false } }, 'changed'],
])('one’s own limit is raised %s', async (_where, said, kind) => {
  expect(await set(guardedBy(said), budget({ kind: 'user', email: author.name }, 100))).toMatchObject({ kind });
});

test('the owner of a team stays with its members, within its own amount and what is left of it', async () => {
  await setTeam(stores, 'lab', 'bob@acme.example');
  await set(stores, budget({ kind: 'team', name: 'lab' }, 1_000));
  const guarded = guardedBy({ caller: ann, onlyTeams: ['lab'] });
  const grants = { grants: guarded.grants, ids: { next: () => 'id-1' } };
  const bob = { kind: 'user', email: 'bob@acme.example' } as const;
  const topUp = { kind: 'top-up', scope: bob, from: '2026-03-15', to: '2026-03-16', reason: 'r' } as const;

  expect(await set(guarded, budget(bob, 1_000))).toMatchObject({ kind: 'changed' });
  await expect(set(guarded, budget(bob, 1_001))).rejects.toThrow(/more than the 1,000 credits/u);
  await expect(set(guarded, budget({ kind: 'team', name: 'lab' }, 1))).rejects.toThrow(EditRefusedError);
  await expect(set(guarded, budget({ kind: 'user', email: author.name }, 1))).rejects.toThrow(EditRefusedError);
  await expect(setTeam(guarded, 'lab', author.name)).rejects.toThrow(EditRefusedError);
  await expect(addGrant(grants, { ...topUp, credits: 51 }, author)).rejects.toThrow(/50 credits left/u);
  await expect(
    addGrant(grants, { kind: 'exemption', email: bob.email, until: '2026-04-01', reason: 'r' }, author),
  ).rejects.toThrow(EditRefusedError);
  await addGrant(grants, { ...topUp, credits: 50 }, author);
  expect(await endTopUp(grants, 'id-1', author)).toMatchObject({ kind: 'ended' });
});

function someStores() {
  const journal = memoryJournal();
  return {
    budgets: memoryBudgetStore(journal),
    teams: memoryTeamStore(journal),
    grants: memoryGrantStore(journal),
    users: memoryUserStore(),
  };
}

function guardedBy({
  caller,
  fourEyes = {},
  onlyTeams,
}: Partial<Pick<Editor, 'onlyTeams'>> & { readonly caller: Caller; readonly fourEyes?: Editor['rules']['fourEyes'] }) {
  return guardedStores(stores, { caller, rules: { roles, fourEyes }, onlyTeams, leftOf: async () => 50 });
}

function budget(scope: Scope, credits: number): BudgetTerms {
  const usual = { window: 'month', mode: 'enforce', thresholds: [50], forecastAlert: true, owners: [] } as const;
  return { ...usual, scope, amount: { kind: 'credits', credits } };
}

let edits = 0;
const ids = { next: () => `edit-${(edits += 1)}` };

async function set({ budgets }: Pick<typeof stores, 'budgets'>, terms: BudgetTerms) {
  const ports = { records: editableBudgets(budgets), ids };
  return makeEdit(ports, await planSetting(ports.records, { key: terms, termsFrom: () => terms }), author);
}

async function setTeam({ teams }: Pick<typeof stores, 'teams'>, name: string, member: string) {
  const terms = { name, members: membersOf(member), position: 1 };
  const ports = { records: editableTeams(teams), ids };
  return makeEdit(ports, await planSetting(ports.records, { key: terms, termsFrom: () => terms }), author);
}
