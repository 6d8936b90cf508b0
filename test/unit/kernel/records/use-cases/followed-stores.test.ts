import { expect, test } from 'vitest';

import { budgetKind, type BudgetTerms } from '../../../../../shared/budgets/budget.ts';
import { formatScope } from '../../../../../shared/budgets/scope.ts';
import { termsIn } from '../../../../../shared/kernel/records/diff-records.ts';
import { recordInForce } from '../../../../../shared/kernel/records/use-cases/edit-record.ts';
import { followedStores } from '../../../../../shared/kernel/records/use-cases/followed-stores.ts';
import { aBudget } from '../../../../support/domain-samples.ts';
import { memoryEnforcementStores } from '../../../../support/memory-tables.ts';
import { removeRecord, setRecord } from '../../../../support/set-record.ts';

const ada = { name: 'ada', at: '2026-03-15T10:00:00.000Z' };
const old = { kind: 'user', email: 'old@acme.example' } as const;
const now = { kind: 'user', email: 'now@acme.example' } as const;
const key = { scope: now, window: 'month' } as const;

/** A person with a budget of their own, and other rows, who is renamed. */
async function aRenamedPerson() {
  const raw = memoryEnforcementStores();
  const ids = { next: () => `id-${(count += 1)}` };
  let count = 0;
  const portsOn = (stores: typeof raw) => ({ kind: budgetKind, store: stores.budgets, ids });
  const set = async (stores: typeof raw, scope: BudgetTerms['scope'], credits: number) => {
    const terms = termsIn<BudgetTerms>(aBudget({ scope, amount: { kind: 'credits', credits } }));
    return setRecord(portsOn(stores), { key: terms, termsFrom: () => terms }, ada);
  };
  await set(raw, old, 5);
  const grant = { reason: 'r', createdBy: 'a', createdAt: '2026-03-01T00:00:00.000Z', version: 1 };
  raw.grants.writeByHand({ ...grant, kind: 'exemption', id: 'e', email: old.email, until: '2026-03-31' });
  raw.teams.writeByHand({ name: 'web', members: [old.email] });
  const at = '2026-03-10T02:30:00.000Z';
  const events = [{ kind: 'email-changed', at, emailBefore: old.email }] as const;
  await raw.users.put([{ userId: 'p', email: now.email, events }]);
  const stores = followedStores(raw);
  const rows = async () =>
    (await raw.budgets.list()).budgets.map(({ scope, amount }) => [
      formatScope(scope),
      amount.kind === 'credits' ? amount.credits : amount.kind,
    ]);
  return { raw, stores, rows, portsOn, set: async (credits: number) => set(stores, now, credits) };
}

test('rows of a renamed person are listed and found under the address of now', async () => {
  const { stores } = await aRenamedPerson();

  expect((await stores.budgets.list()).budgets.map(({ scope }) => scope)).toEqual([now]);
  expect(recordInForce(await stores.budgets.find(key))).toMatchObject({ scope: now, version: 1 });
  expect((await stores.grants.list()).grants).toMatchObject([{ email: now.email }]);
  expect((await stores.teams.list()).teams).toMatchObject([{ members: [{ email: now.email }] }]);
});

test('a budget that is edited moves to the address of now, and its history goes on', async () => {
  const { stores, rows, set } = await aRenamedPerson();

  expect(await set(7)).toMatchObject({ kind: 'changed', change: { kind: 'change' } });

  expect(await rows()).toEqual([['user:now@acme.example', 7]]);
  const versions = await stores.budgets.listVersions(key);
  expect(versions.map(({ version, terms }) => [version, terms?.amount])).toEqual([
    [1, { kind: 'credits', credits: 5 }],
    [2, undefined],
    [2, { kind: 'credits', credits: 7 }],
  ]);
});

test('a budget that is removed is removed where it is stored', async () => {
  const { stores, rows, portsOn } = await aRenamedPerson();

  expect(await removeRecord(portsOn(stores), key, ada)).toMatchObject({ kind: 'changed' });

  expect(await rows()).toEqual([]);
});

test('a budget of the address of now is edited there, and that of the former one stays', async () => {
  const { raw, stores, rows, set } = await aRenamedPerson();
  raw.budgets.writeByHand({ scope: 'user:now@acme.example', window: 'month', amount: 9, version: 1 });

  await set(8);

  expect(await rows()).toEqual([
    ['user:now@acme.example', 8],
    ['user:old@acme.example', 5],
  ]);
  expect(recordInForce(await stores.budgets.find(key))?.amount).toEqual({ kind: 'credits', credits: 8 });
});
