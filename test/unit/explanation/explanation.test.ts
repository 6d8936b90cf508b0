import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Budget } from '../../../shared/budgets/budget.ts';
import { planCaps } from '../../../shared/caps/cap-plan.ts';
import { explain, ownersOf, turnOf } from '../../../shared/explanation/explanation.ts';
import { findPerson } from '../../../shared/explanation/find-person.ts';
import type { Snapshot } from '../../../shared/explanation/snapshot.ts';
import { invariant } from '../../../shared/kernel/invariant.ts';
import { aBudget, aConfirmedLimit, credits, someCredits, someUsage } from '../../support/domain-samples.ts';
import { anExemption } from '../../support/grants.ts';
import { aPlanInput } from '../../support/plan-samples.ts';
import { aSnapshot } from '../../support/snapshot-samples.ts';

const ann = { userId: 'ann', email: 'ann@acme.example', firstName: 'Ann', lastName: 'Lee' };
const forDefault = aBudget({ scope: { kind: 'default' }, owners: ['lead@acme.example'] });
const forOrg = aBudget({ scope: { kind: 'org' }, amount: credits(5_000), owners: ['cfo@acme.example'] });
const base = { users: [ann], usage: someUsage({ ann: 400 }) };

function explained(wanted: string, snapshot: Snapshot) {
  const found = findPerson(wanted, snapshot);
  invariant(found.kind !== 'nobody', 'the case is about somebody');
  return explain(found, snapshot, []);
}

test('the limit is what is used in the platform’s window and what the budget that binds leaves', () => {
  const explanation = explained('ann@acme.example', aSnapshot({ ...base, budgets: [forDefault, forOrg] }));

  expect(explanation).toMatchObject({ name: 'Ann Lee', usedCredits: 400, dataThrough: '2026-03-14' });
  expect(explanation.verdict).toMatchObject({ kind: 'limited', limitCredits: 1_000, headroomCredits: 600 });
  expect(ownersOf(explanation)).toEqual(['lead@acme.example']);
  expect(turnOf(explanation.platformWindow)).toBe('2026-04-01');
});

test('the explanation shows what the nightly run decides', () => {
  const scopes: fc.Arbitrary<Budget['scope']> = fc.constantFrom(
    { kind: 'default' },
    { kind: 'org' },
    { kind: 'user', email: ann.email },
  );
  const someBudget = fc
    .record({ scope: scopes, amount: someCredits.map(credits), mode: fc.constantFrom('enforce', 'alert') })
    .map((said) => aBudget(said));
  const budgetsOf = fc.uniqueArray(someBudget, { selector: ({ scope }) => scope.kind, maxLength: 3 });
  fc.assert(
    fc.property(budgetsOf, someCredits, (budgets, used) => {
      const snapshot = aSnapshot({ users: [ann], usage: someUsage({ ann: used }), budgets });
      const { verdict } = explained(ann.email, snapshot);
      const night = aPlanInput({ users: snapshot.users, usage: snapshot.usage, budgets });

      const [decision] = planCaps(night).decisions;

      const limitCredits = verdict.kind === 'limited' ? verdict.limitCredits : undefined;
      expect(decision?.kind === 'set' ? decision.limitCredits : undefined).toBe(limitCredits);
    }),
  );
});

test.for<[string, Snapshot, object]>([
  ['no budget sets limits', aSnapshot(base), { kind: 'stays', reason: 'no-budget' }],
  [
    'a budget cannot be read',
    aSnapshot({ ...base, budgets: [forDefault], invalidScopes: ['org'] }),
    { kind: 'stays', reason: 'invalid-budget' },
  ],
  [
    'figures cannot be read',
    aSnapshot({ users: [ann], usage: someUsage({ ann: 400 }, ['ann']), budgets: [forDefault] }),
    { kind: 'stays', reason: 'unreadable-usage' },
  ],
  [
    'the budgets say unlimited',
    aSnapshot({ ...base, budgets: [{ ...forDefault, amount: { kind: 'unlimited' } }] }),
    { kind: 'unlimited' },
  ],
  [
    'two share the email',
    aSnapshot({ users: [ann, { userId: 'two', email: ann.email }], budgets: [forDefault] }),
    { kind: 'uncappable', reason: 'email-shared' },
  ],
  [
    'the user has left',
    aSnapshot({ users: [{ ...ann, goneSince: '2026-03-02' }], budgets: [forDefault] }),
    { kind: 'left', since: '2026-03-02' },
  ],
])('when %s, that is the verdict', ([, snapshot, verdict]) => {
  expect(explained(ann.email, snapshot).verdict).toEqual(verdict);
});

test('a top-up is part of what is left, and an exemption leaves the limit as it is', () => {
  const said = { ...base, budgets: [aBudget({ scope: { kind: 'default' }, amount: credits(500) })] };

  const toppedUp = explained(ann.email, aSnapshot({ ...said, topUpCredits: new Map([[ann.email, 50]]) }));
  const exempt = explained(ann.email, aSnapshot({ ...said, exemptions: [anExemption({})] }));

  expect(toppedUp.verdict).toMatchObject({ kind: 'limited', headroomCredits: 150 });
  expect(exempt).toMatchObject({ verdict: { kind: 'stays', reason: 'exempt' }, status: 'exempt' });
});

const bounded = (own: number, bounds: { readonly floorCredits?: number; readonly ceilingCredits?: number }) =>
  explained(ann.email, aSnapshot({ ...base, budgets: [{ ...forDefault, amount: credits(own) }], ...bounds })).verdict;

test.for([
  ['raised to the floor', bounded(500, { floorCredits: 700 }), 700, 100, { kind: 'floor', credits: 700 }],
  ['held at the ceiling', bounded(900, { ceilingCredits: 600 }), 600, 200, { kind: 'ceiling', credits: 600 }],
  ['held under what was used', bounded(900, { ceilingCredits: 300 }), 300, 0, { kind: 'ceiling', credits: 300 }],
  ['within both', bounded(500, { floorCredits: 500, ceilingCredits: 500 }), 500, 100, undefined],
] as const)('a limit %s is shown with what bounds it', ([, verdict, limitCredits, headroomCredits, bound]) => {
  expect(verdict).toMatchObject({ kind: 'limited', limitCredits, headroomCredits });
  expect('bound' in verdict ? verdict.bound : undefined).toEqual(bound);
});

test('a share of a pool is the limit, and the ceiling bounds it as well', () => {
  const share = (ceilingCredits?: number) =>
    explained(
      ann.email,
      aSnapshot({ ...base, budgets: [forOrg], ...(ceilingCredits !== undefined && { ceilingCredits }) }),
    ).verdict;

  expect(share()).toMatchObject({ kind: 'limited', limitCredits: 5_000, headroomCredits: 4_600 });
  expect(share()).not.toHaveProperty('bound');
  expect(share(900)).toMatchObject({
    limitCredits: 900,
    headroomCredits: 500,
    bound: { kind: 'ceiling', credits: 900 },
  });
  expect(share(300)).toMatchObject({ bound: { kind: 'ceiling', credits: 300 } });
  expect(share(9_000)).not.toHaveProperty('bound');
});

test('a ceiling bounds whom the budgets leave unlimited', () => {
  const budgets = [{ ...forDefault, amount: { kind: 'unlimited' } } as const];

  expect(explained(ann.email, aSnapshot({ ...base, budgets, ceilingCredits: 900 })).verdict).toEqual({
    kind: 'unlimited',
    bound: { kind: 'ceiling', credits: 900 },
  });
});

test('what is known of a person is shown, and what is not is left out', () => {
  const joined = { ...ann, email: ' Ann@acme.example ', createdAt: '2026-02-01T08:00:00.000Z', lastName: '' };
  const records = [aConfirmedLimit('ann', 900)];

  const known = explained('ann', aSnapshot({ ...base, users: [joined], budgets: [forDefault], records }));
  const unknown = explained('bob', aSnapshot({ users: [{ userId: 'bob' }], usage: someUsage({ bob: 7 }) }));

  expect(known).toMatchObject({
    userId: 'ann',
    email: 'Ann@acme.example',
    name: 'Ann',
    joinedAt: '2026-02-01T08:00:00.000Z',
    exposureCredits: 900,
    record: records[0],
    status: 'confirmed',
  });
  expect(unknown).toMatchObject({ userId: 'bob', usedCredits: 7, status: 'unknown', layers: [] });
  for (const absent of ['email', 'name', 'joinedAt', 'exposureCredits', 'record'] as const) {
    expect(unknown[absent]).toBeUndefined();
  }
});

test('the use of who left, and of who was never on the roster, is shown', () => {
  const gone = { ...ann, goneSince: '2026-03-02' };
  const usage = someUsage({ ann: 40, stray: { platform: 5, email: 'stray@acme.example' } });
  const snapshot = aSnapshot({ users: [gone], usage });

  expect(explained('ann', snapshot)).toMatchObject({ usedCredits: 40, email: 'ann@acme.example' });
  expect(explained('stray@acme.example', snapshot)).toMatchObject({
    userId: 'stray',
    usedCredits: 5,
    email: 'stray@acme.example',
    verdict: { kind: 'uncappable', reason: 'not-on-roster' },
  });
});

test('emails are those of the roster, and of limits that were sent to who is not on it', () => {
  const records = [aConfirmedLimit('ann', 1, 'old@acme.example'), aConfirmedLimit('gone', 1, 'gone@acme.example')];
  const users = [{ ...ann, email: ' ann@acme.example ' }, { userId: 'robot' }];

  expect([...explained('ann', aSnapshot({ users, records })).emails]).toEqual([
    ['ann', 'ann@acme.example'],
    ['gone', 'gone@acme.example'],
  ]);
});

test('where no budget binds, whoever owns one that is in force may change it, each named once', () => {
  const budgets = [
    { ...forDefault, mode: 'alert' } as const,
    { ...forOrg, mode: 'alert', owners: ['cfo@acme.example', 'lead@acme.example'] } as const,
    aBudget({ scope: { kind: 'org' }, window: 'week', owners: ['past@acme.example'], to: '2026-03-01' }),
  ];

  expect(ownersOf(explained('ann', aSnapshot({ ...base, budgets })))).toEqual([
    'lead@acme.example',
    'cfo@acme.example',
  ]);
});
