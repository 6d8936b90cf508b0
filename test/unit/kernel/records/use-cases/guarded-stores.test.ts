import { beforeEach, describe, expect, test } from 'vitest';

import { budgetKind, type BudgetTerms } from '../../../../../shared/budgets/budget.ts';
import type { Scope } from '../../../../../shared/budgets/scope.ts';
import { addGrant, endTopUp } from '../../../../../shared/grants/use-cases.ts';
import { memoryJournal } from '../../../../../shared/journal/store/memory-journal.ts';
import {
  callerOfClaims,
  callerOfIam,
  callerOfMachine,
  type Caller,
} from '../../../../../shared/kernel/access/caller.ts';
import { invariant } from '../../../../../shared/kernel/invariant.ts';
import { EditRefusedError, StaleRecordError } from '../../../../../shared/kernel/records/ports.ts';
import { memoryRecordStore } from '../../../../../shared/kernel/records/store/memory-record-store.ts';
import { guardedStores, type Editor } from '../../../../../shared/kernel/records/use-cases/guarded-stores.ts';
import { applyImport, planBudgets } from '../../../../../shared/kernel/records/use-cases/import-records.ts';
import { requestRuleRecord } from '../../../../../shared/requests/contract/request-rule.ts';
import { decideAutoApproval } from '../../../../../shared/requests/request-rule.ts';
import { teamKind } from '../../../../../shared/teams/team.ts';
import { memoryTables } from '../../../../support/memory-tables.ts';
import { partOf } from '../../../../support/part-of.ts';
import { aRequest } from '../../../../support/requests.ts';
import { removeRecord, setRecord } from '../../../../support/set-record.ts';
import { rules as membersOf } from '../../../../support/teams.ts';

const author = { name: 'ann@acme.example', at: '2026-03-15T10:00:00Z' };
const ann = callerOfClaims({ sub: 'x', email: author.name, emailVerified: true });
const roles = {
  viewers: [],
  budgetAdmins: [author.name, 'bob@acme.example'],
  approvers: [],
  security: [],
  teamOwners: {},
};

let stores: ReturnType<typeof memoryTables>;
beforeEach(async () => {
  stores = memoryTables();
  await stores.users.put([
    { userId: 'u-1', email: 'Ann@acme.example' },
    { userId: 'u-2', email: 'bob@acme.example' },
    { userId: 'u-3', email: 'cy@acme.example' },
    { userId: 'u-4' },
  ]);
});

test('who is on the roster does not raise their own budget, and may lower it', async () => {
  await set(stores, budget({ kind: 'user', email: author.name }, 100));
  const guarded = guardedBy({ caller: ann });

  await expect(set(guarded, budget({ kind: 'user', email: author.name }, 101))).rejects.toThrow(
    /user:ann@acme\.example month .*ann@acme\.example: .* bob@acme\.example/u,
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
  const { budgets } = guardedBy({ caller: ann });
  const wanted = ['ann', 'bob'].map((name) => budget({ kind: 'user', email: `${name}@acme.example` }, 7));
  const plan = await planBudgets(budgets, wanted, { prune: false });

  const results = await applyImport({ kind: budgetKind, store: budgets, ids: { next: () => 'id-1' } }, plan, author);

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
  await expect(set(guarded, budget(bob, 1_001))).rejects.toThrow(/1,000 credits/u);
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

describe('somebody of whom nobody knows who they are', () => {
  const unknown = callerOfIam('arn:aws:iam::111122223333:user/deploy') ?? ann;
  const bob: Scope = { kind: 'user', email: 'bob@acme.example' };

  test('raises nobody’s limit, whose it may be, and lowers it', async () => {
    const guarded = guardedBy({ caller: unknown });
    await set(stores, budget(bob, 100));
    await set(stores, budget({ kind: 'default' }, 100));
    const grants = { grants: guarded.grants, ids: { next: () => 'id-1' } };
    const exemption = { kind: 'exemption', email: bob.email, until: '2026-04-01', reason: 'r' } as const;

    await expect(set(guarded, budget(bob, 101))).rejects.toThrow(/fourEyes\.identities/u);
    await expect(set(guarded, budget({ kind: 'default' }, 101))).rejects.toThrow(EditRefusedError);
    await expect(set(guarded, budget({ kind: 'user', email: 'joins@acme.example' }, 7))).rejects.toThrow(
      EditRefusedError,
    );
    await expect(addGrant(grants, exemption, author)).rejects.toThrow(EditRefusedError);
    await expect(setTeam(guarded, 'ops', 'bob@acme.example')).rejects.toThrow(EditRefusedError);
    expect(await set(guarded, budget(bob, 99))).toMatchObject({ kind: 'changed' });
  });

  test('grants nothing to people who may join later, by their name or for their part of a team’s', async () => {
    const ports = { grants: guardedBy({ caller: unknown }).grants, ids };
    const joins = { kind: 'user', email: 'joins@acme.example' } as const;
    const topUp = { kind: 'top-up', credits: 5, from: '2026-03-15', to: '2026-03-16', reason: 'r' } as const;
    const lab = { kind: 'team', name: 'lab' } as const;
    const exemption = { kind: 'exemption', email: joins.email, until: '2026-04-01', reason: 'r' } as const;

    await expect(addGrant(ports, { ...topUp, scope: joins }, author)).rejects.toThrow(EditRefusedError);
    await expect(addGrant(ports, { ...topUp, scope: lab, for: [joins.email] }, author)).rejects.toThrow(
      EditRefusedError,
    );
    await expect(addGrant(ports, exemption, author)).rejects.toThrow(EditRefusedError);
    expect(await addGrant(ports, { ...topUp, scope: lab }, author)).toMatchObject({ credits: 5 });
  });

  test('may do all of that where nobody is kept from raising their own limit', async () => {
    const guarded = guardedBy({ caller: unknown, fourEyes: { ownLimit: false } });

    expect(await set(guarded, budget(bob, 101))).toMatchObject({ kind: 'changed' });
    expect(await setTeam(guarded, 'ops', 'bob@acme.example')).toMatchObject({ kind: 'changed' });
  });

  test('sets no rule that approves requests, and removes one', async () => {
    const { guarded, made } = withRules({ caller: unknown });

    await expect(guarded.requestRules.edit({ ...ruleEdit, terms: ruleTerms }, entry)).rejects.toThrow(EditRefusedError);
    await guarded.requestRules.edit(ruleEdit, entry);

    expect(made).toEqual([ruleEdit]);
  });

  test.each([
    ['who is known', { caller: ann }],
    ['where nobody is kept from raising their own limit', { caller: unknown, fourEyes: { ownLimit: false } }],
  ])('is not somebody %s: they set such a rule', async (_who, editor) => {
    const { guarded, made } = withRules(editor);

    await guarded.requestRules.edit({ ...ruleEdit, terms: ruleTerms }, entry);

    expect(made).toHaveLength(1);
  });

  test.each([
    ['deploy', 'nobody', 'changed'],
    ['deploy', 'cfo@acme.example', 'changed'],
    ['deploy', 'bob@acme.example', 'refused'],
    ['cfo@acme.example', undefined, 'changed'],
  ])('is known as the user %s whom the settings call %s: a raise of bob’s limit is %s', async (user, is, kind) => {
    const caller = callerOfIam(`arn:aws:iam::111122223333:user/${user}`) ?? ann;
    const identities = is === undefined ? {} : { [`user/${user}`]: is };

    const outcome = await set(guardedBy({ caller, fourEyes: { identities } }), budget(bob, 100)).catch(() => ({
      kind: 'refused',
    }));

    expect(outcome).toMatchObject({ kind });
  });
});

test.for([
  ['bob@acme.example', 'refused'],
  ['Bob@acme.example', 'refused'],
  ['cy@acme.example', 'changed'],
  ['release', 'changed'],
] as const)('a known role whose session is called %s: a raise of bob’s limit is %s', async ([session, kind]) => {
  const caller = callerOfIam(`arn:aws:sts::111122223333:assumed-role/Ops/${session}`) ?? ann;
  const guarded = guardedBy({ caller, fourEyes: { identities: { 'role/Ops': 'cfo@acme.example' } } });

  const outcome = await set(guarded, budget({ kind: 'user', email: 'bob@acme.example' }, 100)).catch(() => ({
    kind: 'refused',
  }));

  expect(outcome).toMatchObject({ kind });
});

describe('who is on the roster', () => {
  const own: Scope = { kind: 'user', email: author.name };

  test('does not remove the budget that binds them, and may remove those of others', async () => {
    await set(stores, budget(own, 100));
    await set(stores, budget({ kind: 'user', email: 'bob@acme.example' }, 100));
    const ports = { kind: budgetKind, store: guardedBy({ caller: ann }).budgets, ids };

    await expect(removeRecord(ports, budget(own, 0), author)).rejects.toThrow(EditRefusedError);
    const bob = budget({ kind: 'user', email: 'bob@acme.example' }, 0);
    expect(await removeRecord(ports, bob, author)).toMatchObject({ kind: 'changed', change: { kind: 'remove' } });
  });

  test('learns from the table, and from no rule, that a budget to remove is not there', async () => {
    const edit = { key: { scope: own, window: 'month' }, seenVersion: 0, version: 1, ...made } as const;
    const entry = { id: 'e', at: author.at, kind: 'budget-changed', actor: author.name, detail: {} } as const;

    await expect(guardedBy({ caller: ann }).budgets.edit(edit, entry)).rejects.toThrow(StaleRecordError);
  });

  test('is compared with the last valid terms where a row cannot be read', async () => {
    await set(stores, budget(own, 100));
    stores.budgets.writeByHand({ scope: `user:${author.name}`, window: 'month', amount: -1, version: 1 });
    const guarded = guardedBy({ caller: ann });

    await expect(set(guarded, budget(own, 101))).rejects.toThrow(EditRefusedError);
    expect(await set(guarded, budget(own, 99))).toMatchObject({ kind: 'changed' });
  });

  test('may set a default where none is in force: its row never was valid, or was removed by hand', async () => {
    const guarded = guardedBy({ caller: ann });
    stores.budgets.writeByHand({ scope: 'default', window: 'month', amount: -1 });
    expect(await set(guarded, budget({ kind: 'default' }, 100))).toMatchObject({ kind: 'changed' });

    stores.budgets.removeByHand({ scope: 'default', window: 'month' });
    expect(await set(guarded, budget({ kind: 'default' }, 101))).toMatchObject({ kind: 'changed' });
  });

  test('with a twin in another team is moved when either of them is, and not when neither is', async () => {
    await stores.users.put([
      { userId: 'u-1', email: author.name, metadata: { unit: 'web' } },
      { userId: 'u-5', email: author.name, metadata: { unit: 'ops' } },
      { userId: 'u-2', email: 'bob@acme.example' },
    ]);
    await setTeam(stores, 'lab', 'metadata.unit=web');
    const guarded = guardedBy({ caller: ann });

    expect(await setTeam(guarded, 'others', 'bob@acme.example')).toMatchObject({ kind: 'changed' });
    await expect(setTeam(guarded, 'zoo', 'metadata.unit=ops')).rejects.toThrow(EditRefusedError);
  });

  test('does not raise the default over a row of it that cannot be read', async () => {
    await set(stores, budget({ kind: 'default' }, 100));
    stores.budgets.writeByHand({ scope: 'default', window: 'month', amount: -1, version: 1 });
    const guarded = guardedBy({ caller: ann });

    await expect(set(guarded, budget({ kind: 'default' }, 101))).rejects.toThrow(EditRefusedError);
    expect(await set(guarded, budget({ kind: 'default' }, 99))).toMatchObject({ kind: 'changed' });
  });

  test('may raise the default once a budget of their own stands before it, whatever others have', async () => {
    await set(stores, budget({ kind: 'default' }, 100));
    await set(stores, budget({ kind: 'user', email: 'bob@acme.example' }, 5));
    await set(stores, budget({ kind: 'team', name: 'ops' }, 5));
    const raised = budget({ kind: 'default' }, 101);
    await expect(set(guardedBy({ caller: ann }), raised)).rejects.toThrow(EditRefusedError);

    await set(stores, budget(own, 10));

    expect(await set(guardedBy({ caller: ann }), raised)).toMatchObject({ kind: 'changed' });
  });

  test('does not raise the budget of their own team, and may raise that of another', async () => {
    await setTeam(stores, 'lab', author.name);
    await setTeam(stores, 'ops', 'bob@acme.example');
    await set(stores, budget({ kind: 'team', name: 'lab' }, 100));
    await set(stores, budget({ kind: 'team', name: 'ops' }, 100));
    const guarded = guardedBy({ caller: ann });

    await expect(set(guarded, budget({ kind: 'team', name: 'lab' }, 101))).rejects.toThrow(/team:lab month may raise/u);
    expect(await set(guarded, budget({ kind: 'team', name: 'ops' }, 101))).toMatchObject({ kind: 'changed' });
  });

  test('does not leave a team by removing it, and may edit teams that move others or nobody', async () => {
    await setTeam(stores, 'lab', author.name);
    const guarded = guardedBy({ caller: ann });
    const ports = { kind: teamKind, store: guarded.teams, ids };

    expect(await setTeam(guarded, 'ops', 'bob@acme.example')).toMatchObject({ kind: 'changed' });
    expect(await setTeam(guarded, 'lab', `${author.name};cy@acme.example`)).toMatchObject({ kind: 'changed' });
    await expect(removeRecord(ports, { name: 'lab' }, author)).rejects.toThrow(
      /the team "lab" .*budget-admin .*: bob@acme\.example/u,
    );
    expect(await removeRecord(ports, { name: 'ops' }, author)).toMatchObject({ kind: 'changed' });
  });

  test('gets nothing by a grant of theirs, may grant to others, and may end what they got', async () => {
    const topUp = { kind: 'top-up', credits: 5, from: '2026-03-15', to: '2026-03-16', reason: 'r' } as const;
    await addGrant({ grants: stores.grants, ids: { next: () => 'old' } }, { ...topUp, scope: own }, author);
    const ports = { grants: guardedBy({ caller: ann }).grants, ids };
    const bob = { kind: 'user', email: 'bob@acme.example' } as const;

    await expect(addGrant(ports, { ...topUp, scope: own }, author)).rejects.toThrow(/has to: bob@acme\.example/u);
    expect(await addGrant(ports, { ...topUp, scope: bob }, author)).toMatchObject({ credits: 5 });
    expect(await endTopUp(ports, 'old', author)).toMatchObject({ kind: 'ended' });
  });
});

test('stores without rules of requests have none when they are guarded', () => {
  expect(guardedBy({ caller: ann })).not.toHaveProperty('requestRules');
});

test('whom no rule binds is not looked up on the roster', async () => {
  const list = async () => Promise.reject(new Error('looked up'));
  const caller = callerOfMachine(author.name);
  const guarded = guardedStores(
    { ...stores, users: partOf({ list }) },
    { caller, rules: { roles, fourEyes: {} }, leftOf },
  );
  const grants = { grants: guarded.grants, ids };
  const topUp = { kind: 'top-up', credits: 5, from: '2026-03-15', to: '2026-03-16', reason: 'r' } as const;

  expect(await set(partOf(guarded), budget({ kind: 'default' }, 1))).toMatchObject({ kind: 'changed' });
  expect(await setTeam(partOf(guarded), 'lab', author.name)).toMatchObject({ kind: 'changed' });
  expect(await addGrant(grants, { ...topUp, scope: { kind: 'team', name: 'lab' } }, author)).toMatchObject(topUp);
});

describe('the owner of teams, whoever they are', () => {
  const role = callerOfIam('arn:aws:sts::123456789012:assumed-role/lab-owner/session');
  const [bob, cy] = ['bob', 'cy'].map((name) => ({ kind: 'user', email: `${name}@acme.example` }) as const);
  invariant(role !== undefined && bob !== undefined && cy !== undefined, 'the ARN is that of a role');

  beforeEach(async () => {
    await setTeam(stores, 'lab', bob.email);
    await setTeam(stores, 'web', cy.email);
    await set(stores, budget({ kind: 'team', name: 'lab' }, 1_000));
    await set(stores, budget({ kind: 'team', name: 'web' }, 300));
    await set(stores, { ...budget({ kind: 'team', name: 'lab' }, 10), window: 'week', mode: 'alert' });
  });

  test('gives each member what the own team has, by budgets that set caps', async () => {
    const guarded = guardedBy({ caller: role, onlyTeams: ['lab', 'web'] });

    expect(await set(guarded, budget(bob, 1_000))).toMatchObject({ kind: 'changed' });
    expect(await set(guarded, { ...budget(bob, 900), window: 'day' })).toMatchObject({ kind: 'changed' });
    expect(await set(guarded, budget(cy, 300))).toMatchObject({ kind: 'changed' });
    await expect(set(guarded, budget(cy, 301))).rejects.toThrow(/300 credits .*"web"/u);
  });

  test('is not bounded by a budget of the team that is unlimited', async () => {
    const unlimited = { ...budget({ kind: 'team', name: 'lab' }, 0), amount: { kind: 'unlimited' } } as const;
    await set(stores, { ...unlimited, window: 'day' });

    expect(
      await set(guardedBy({ caller: role, onlyTeams: ['lab'] }), { ...budget(bob, 900), window: 'day' }),
    ).toMatchObject({ kind: 'changed' });
  });

  test('edits nobody else, no team, and no default', async () => {
    const guarded = guardedBy({ caller: role, onlyTeams: ['lab'] });

    for (const scope of [cy, { kind: 'user', email: author.name }, { kind: 'default' }] as const) {
      await expect(set(guarded, budget(scope, 1))).rejects.toThrow(/no member .*"lab"/u);
    }
    await expect(setTeam(guarded, 'lab', cy.email)).rejects.toThrow(/not its owner’s/u);
  });

  test('has members by metadata, too, some of them without an email', async () => {
    await stores.users.put([
      { userId: 'u-2', email: bob.email, metadata: { unit: 'den' } },
      { userId: 'u-4', metadata: { unit: 'den' } },
    ]);
    await setTeam(stores, 'lab', 'metadata.unit=den');

    expect(await set(guardedBy({ caller: role, onlyTeams: ['lab'] }), budget(bob, 5))).toMatchObject({
      kind: 'changed',
    });
  });

  test('removes a budget of a member, whatever it says, and none that is not there', async () => {
    await set(stores, { ...budget(bob, 5_000), mode: 'alert' });
    const guarded = guardedBy({ caller: role, onlyTeams: ['lab'] });
    const ports = { kind: budgetKind, store: guarded.budgets, ids };

    expect(await removeRecord(ports, budget(bob, 0), author)).toMatchObject({ kind: 'changed' });
    const edit = { key: { scope: cy, window: 'month' }, seenVersion: 0, version: 1, ...made } as const;
    const entry = { id: 'e', at: author.at, kind: 'budget-changed', actor: author.name, detail: {} } as const;
    await expect(guarded.budgets.edit(edit, entry)).rejects.toThrow(StaleRecordError);
  });

  test('of no team at all edits nobody', async () => {
    await expect(set(guardedBy({ caller: role, onlyTeams: [] }), budget(bob, 1))).rejects.toThrow(/no member .*""/u);
  });

  test('keeps a reservation that somebody else made', async () => {
    await set(stores, { ...budget(bob, 100), reserved: 50 });
    const guarded = guardedBy({ caller: role, onlyTeams: ['lab'] });

    expect(await set(guarded, { ...budget(bob, 90), reserved: 50 })).toMatchObject({ kind: 'changed' });
    await expect(set(guarded, { ...budget(bob, 90), reserved: 51 })).rejects.toThrow(/reserves nothing/u);
  });

  test('takes back more than is left, and gives no more', async () => {
    const topUp = {
      kind: 'top-up',
      scope: bob,
      credits: 51,
      from: '2026-03-15',
      to: '2026-03-16',
      reason: 'r',
    } as const;
    await addGrant({ grants: stores.grants, ids: { next: () => 'old' } }, topUp, author);
    const ports = { grants: guardedBy({ caller: role, onlyTeams: ['lab'] }).grants, ids };

    await expect(addGrant(ports, topUp, author)).rejects.toThrow(/50 credits left/u);
    await expect(addGrant(ports, { ...topUp, scope: cy, credits: 1 }, author)).rejects.toThrow(/no member/u);
    expect(await endTopUp(ports, 'old', author)).toMatchObject({ kind: 'ended' });
  });
});

describe('a budget admin does not raise the own limit alone', () => {
  const own: Scope = { kind: 'user', email: author.name };
  const identities = { 'user/ann': 'Ann@acme.example', 'role/Ops': author.name, 'role/Idp': 'session' };
  const session = (role: string, name: string) =>
    callerOfIam(`arn:aws:sts::111122223333:assumed-role/${role}/${name}`) ?? ann;
  const comesAs = {
    'by token': ann,
    'as the user of IAM whom the settings name': callerOfIam('arn:aws:iam::111122223333:user/ann') ?? ann,
    'by a role that the settings give them': session('Ops', 'x'),
    'by a session that the identity provider names': session('Idp', 'Ann@acme.example'),
    'by Identity Center': session('AWSReservedSSO_Ops_0123456789abcdef', 'ANN@acme.example'),
    'by a session that they name after themselves': session('Dev', author.name),
    'by a role of which nothing is known': session('Dev', 'x'),
    'by a token without a verified email': callerOfClaims({ sub: 'x', email: 'cy@acme.example' }),
  };
  const topUp = { kind: 'top-up', credits: 5, from: '2026-03-15', to: '2026-03-16', reason: 'r' } as const;
  const lab = { kind: 'team', name: 'lab' } as const;
  type Guarded = ReturnType<typeof guardedBy>;
  const removed = async (guarded: Guarded, terms: BudgetTerms) =>
    removeRecord({ kind: budgetKind, store: guarded.budgets, ids }, terms, author);
  /** What stands before, and the steps that lead to more; the first one that adds to the own limit is refused. */
  const ways: Readonly<Record<string, readonly [() => Promise<unknown>, (guarded: Guarded) => Promise<unknown>]>> = {
    'a larger budget': [async () => set(stores, budget(own, 10)), async (guarded) => set(guarded, budget(own, 11))],
    'a first budget, before which the default gives way': [
      async () => set(stores, budget({ kind: 'default' }, 10)),
      async (guarded) => set(guarded, budget(own, 11)),
    ],
    'no budget, so that the default binds': [
      async () => set(stores, budget(own, 10)),
      async (guarded) => removed(guarded, budget(own, 10)),
    ],
    'a larger default': [
      async () => set(stores, budget({ kind: 'default' }, 10)),
      async (guarded) => set(guarded, budget({ kind: 'default' }, 11)),
    ],
    'no default': [
      async () => set(stores, budget({ kind: 'default' }, 10)),
      async (guarded) => removed(guarded, budget({ kind: 'default' }, 10)),
    ],
    'a larger default, for the day on which the own budget ends': [
      async () => {
        await set(stores, budget({ kind: 'default' }, 10));
        await set(stores, { ...budget(own, 5), to: '2026-03-31' });
      },
      async (guarded) => set(guarded, budget({ kind: 'default' }, 11)),
    ],
    'a larger default, for the days before the own budget begins': [
      async () => {
        await set(stores, budget({ kind: 'default' }, 10));
        await set(stores, { ...budget(own, 5), from: '2026-04-01' });
      },
      async (guarded) => set(guarded, budget({ kind: 'default' }, 11)),
    ],
    'a larger budget of the own team': [
      async () => {
        await setTeam(stores, 'lab', author.name);
        await set(stores, budget(lab, 10));
      },
      async (guarded) => set(guarded, budget(lab, 11)),
    ],
    'a larger budget of a team, and joining it': [
      async () => {
        await setTeam(stores, 'lab', 'bob@acme.example');
        await set(stores, budget(lab, 10));
      },
      async (guarded) => {
        await set(guarded, budget(lab, 11)).catch(ignored);
        await setTeam(guarded, 'lab', `bob@acme.example;${author.name}`);
      },
    ],
    'joining a team that has more, by a glob': [
      async () => setTeam(stores, 'lab', author.name),
      async (guarded) => {
        await removeRecord({ kind: teamKind, store: guarded.teams, ids }, { name: 'lab' }, author).catch(ignored);
        await setTeam(guarded, 'lab', 'a*@acme.example;cy@acme.example').catch(ignored);
        await setTeam(guarded, 'all', '*@acme.example');
        await setTeam(guarded, 'lab', 'cy@acme.example');
      },
    ],
    'leaving the own team': [
      async () => setTeam(stores, 'lab', author.name),
      async (guarded) => setTeam(guarded, 'lab', 'cy@acme.example'),
    ],
    'joining a team before they are on the roster': [
      async () => stores.users.put([{ userId: 'u-1', email: 'before@acme.example' }]),
      async (guarded) => setTeam(guarded, 'lab', author.name),
    ],
    'a larger budget of a team that names them before they are on the roster': [
      async () => {
        await stores.users.put([{ userId: 'u-1', email: 'before@acme.example' }]);
        await setTeam(stores, 'lab', author.name);
        await set(stores, budget(lab, 10));
      },
      async (guarded) => set(guarded, budget(lab, 11)),
    ],
    'a reservation in the pools': [
      async () => set(stores, budget(own, 10)),
      async (guarded) => set(guarded, { ...budget(own, 10), reserved: 5 }),
    ],
    'a top-up': [
      async () => undefined,
      async (guarded) => addGrant(grantsOf(guarded), { ...topUp, scope: own }, author),
    ],
    'a top-up of the own team': [
      async () => setTeam(stores, 'lab', author.name),
      async (guarded) => addGrant(grantsOf(guarded), { ...topUp, scope: lab }, author),
    ],
    'a top-up of another team that is for them': [
      async () => setTeam(stores, 'lab', 'bob@acme.example'),
      async (guarded) => addGrant(grantsOf(guarded), { ...topUp, scope: lab, for: [author.name] }, author),
    ],
    'a top-up of a colleague that raises the own pool': [
      async () => setTeam(stores, 'lab', `bob@acme.example;${author.name}`),
      async (guarded) =>
        addGrant(
          grantsOf(guarded),
          { ...topUp, scope: { kind: 'user', email: 'bob@acme.example' }, raises: [lab] },
          author,
        ),
    ],
    'an exemption': [
      async () => undefined,
      async (guarded) =>
        addGrant(
          grantsOf(guarded),
          { kind: 'exemption', email: author.name, until: '2026-04-01', reason: 'r' },
          author,
        ),
    ],
  };

  describe.each(Object.entries(comesAs))('%s', (_as, caller) => {
    test.each(Object.entries(ways))('by %s', async (_way, [before, act]) => {
      await before();

      await expect(act(guardedBy({ caller, fourEyes: { identities } }))).rejects.toThrow(EditRefusedError);
    });

    test('by a rule that approves the own requests', async () => {
      const { guarded, made } = withRules({ caller, fourEyes: { identities } });
      await guarded.requestRules.edit({ ...ruleEdit, terms: ruleTerms }, entry).catch(ignored);
      const rules = made.map(() => ({ ...ruleTerms, updatedBy: caller.name }));

      const decided = decideAutoApproval(rules, {
        request: aRequest({ email: author.name, credits: 1 }),
        given: [],
        fourEyes: { identities },
      });

      expect(decided.kind).toBe('ask');
    });
  });

  const grantsOf = ({ grants }: Guarded) => ({ grants, ids });
  const ignored = (error: unknown): void => expect(error).toBeInstanceOf(EditRefusedError) as undefined;
});

const leftOf = async () => 50;

type SomeEditor = Partial<Pick<Editor, 'onlyTeams'>> & {
  readonly caller: Caller;
  readonly fourEyes?: Editor['rules']['fourEyes'];
};

function editorOf({
  caller,
  fourEyes = { identities: { 'role/lab-owner': 'nobody' } },
  onlyTeams,
}: SomeEditor): Editor {
  return { caller, rules: { roles, fourEyes }, onlyTeams, leftOf };
}

const made = { by: author.name, at: author.at, way: 'command' } as const;
const ruleEdit = { key: { name: 'small' }, seenVersion: 1, version: 2, ...made } as const;
const ruleTerms = { name: 'small', creditsMax: 1, personMonthMax: 1, pools: 'within' } as const;
const entry = { id: 'e', at: author.at, kind: 'request-rule-changed', actor: author.name, detail: {} } as const;

/** Guarded stores that have rules of requests, and the edits of those that were made. */
function withRules(editor: SomeEditor) {
  const made: unknown[] = [];
  const records = memoryRecordStore(memoryJournal(), requestRuleRecord);
  const requestRules: typeof records = { ...records, edit: async (edit) => void made.push(edit) };
  return { made, guarded: guardedStores({ ...stores, requestRules }, editorOf(editor)) };
}

function guardedBy(editor: SomeEditor) {
  return guardedStores(stores, editorOf(editor));
}

function budget(scope: Scope, credits: number): BudgetTerms {
  const usual = { window: 'month', mode: 'enforce', thresholds: [50], forecastAlert: true, owners: [] } as const;
  return { ...usual, scope, amount: { kind: 'credits', credits } };
}

let edits = 0;
const ids = { next: () => `edit-${(edits += 1)}` };

async function set({ budgets }: Pick<typeof stores, 'budgets'>, terms: BudgetTerms) {
  const ports = { kind: budgetKind, store: budgets, ids };
  return setRecord(ports, { key: terms, termsFrom: () => terms }, author);
}

async function setTeam({ teams }: Pick<typeof stores, 'teams'>, name: string, member: string) {
  const terms = { name, members: membersOf(...member.split(';')), position: 1 };
  const ports = { kind: teamKind, store: teams, ids };
  return setRecord(ports, { key: terms, termsFrom: () => terms }, author);
}
