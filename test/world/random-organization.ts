import fc from 'fast-check';

import type { BudgetRow, ExemptionRow, TopUpRow } from './budget-oracle.ts';
import type { Scenario } from './enforcement-world.ts';
import type { Member } from './model-consumption.ts';

const names = ['ann', 'bob', 'cem', 'dot', 'eve', 'fay'];

function aMember(name: string): fc.Arbitrary<Member> {
  return fc
    .record({
      demand: fc.array(fc.integer({ min: 0, max: 4_000 }), { minLength: 1, maxLength: 9 }),
      email: fc.constantFrom(`${name}@acme.example`, `${name.toUpperCase()}@Acme.Example`, undefined),
      analytics: fc.constantFrom('as on the roster', 'without email', 'under another id'),
      joinsOn: fc.constantFrom(undefined, undefined, '2026-01-20', '2026-02-01'),
      leavesOn: fc.constantFrom(undefined, undefined, undefined, '2026-01-24'),
    })
    .map(({ demand, email, analytics, joinsOn, leavesOn }) => ({
      userId: `u-${name}`,
      demand,
      ...(email === undefined ? {} : { email }),
      ...(analytics === 'without email' ? { analyticsEmail: null } : {}),
      ...(analytics === 'under another id' && email !== undefined ? { analyticsId: `x-${name}` } : {}),
      ...(joinsOn === undefined ? {} : { joinsOn }),
      ...(leavesOn === undefined ? {} : { leavesOn }),
    }));
}

const amount = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 0, max: 30_000 }) },
  { weight: 1, arbitrary: fc.constant('unlimited' as const) },
);

const budgetRow: fc.Arbitrary<BudgetRow> = fc
  .record({
    scope: fc.constantFrom('default', 'default', 'org', ...names.map((name) => `user:${name}@acme.example`)),
    window: fc.constantFrom('day', 'week', 'month', 'quarter', 'platform'),
    amount,
    mode: fc.constantFrom(undefined, undefined, undefined, 'alert' as const, 'observe' as const),
    to: fc.constantFrom(undefined, undefined, undefined, '2026-01-22'),
    from: fc.constantFrom(undefined, undefined, undefined, '2026-01-20'),
  })
  .map(({ mode, from, to, ...row }) => ({
    ...row,
    ...(mode === undefined ? {} : { mode }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }));

/** Rows of a budgets table: at most one for each scope and window. */
export const someBudgets: fc.Arbitrary<readonly BudgetRow[]> = fc.uniqueArray(budgetRow, {
  maxLength: 8,
  selector: ({ scope, window }) => `${scope} ${window}`,
});

const someDay = fc.constantFrom('2026-01-17', '2026-01-20', '2026-01-24', '2026-02-02', '2026-02-20');
const someEmail = fc.constantFrom(...names.map((name) => `${name}@acme.example`));

const topUp: fc.Arbitrary<TopUpRow> = fc
  .record({ email: someEmail, credits: fc.integer({ min: 1, max: 20_000 }), days: fc.tuple(someDay, someDay) })
  .map(({ email, credits, days: [one, other] }) => {
    const [from, to] = one < other ? [one, other] : [other, one];
    return { email, credits, from, to };
  });

const exemption: fc.Arbitrary<ExemptionRow> = fc.record({ email: someEmail, until: someDay });

/** Whoever else comes and goes: an empty roster is no roster. */
const alwaysThere: Member = { userId: 'u-zoe', email: 'zoe@acme.example', demand: [100] };

/** A handful of people with any demand, under any budgets. */
export const someOrganization: fc.Arbitrary<Scenario> = fc.record({
  members: fc.tuple(...names.map(aMember)).map((members) => [...members, alwaysThere]),
  budgets: someBudgets,
  topUps: fc.array(topUp, { maxLength: 4 }),
  exemptions: fc.array(exemption, { maxLength: 2 }),
  admins: fc.constantFrom(['admin@acme.example'], ['admin@acme.example', 'finops@acme.example']),
  anchorDay: fc.constantFrom(1, 15, 29, 31),
});

const ofMembers = fc
  .uniqueArray(budgetRow, { minLength: 1, maxLength: 3, selector: ({ window }) => window })
  .map((rows) => rows.map((row) => ({ ...row, scope: 'members:web' })));

/** Also with a team, and budgets that its members inherit. */
export const someOrganizationWithTeam: fc.Arbitrary<Scenario> = fc
  .tuple(someOrganization, fc.subarray(names, { minLength: 1 }), ofMembers)
  .map(([organization, members, inherited]) => ({
    ...organization,
    web: members.map((name) => `${name}@acme.example`),
    budgets: [...organization.budgets, ...inherited],
  }));
