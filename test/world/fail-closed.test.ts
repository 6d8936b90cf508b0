import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { ReportedDay } from '../../shared/ledger/reading.ts';
import { checkInvariants } from './check-invariants.ts';
import { anEnforcementWorld, runEnforcement, type EnforcementWorld, type Scenario } from './enforcement-world.ts';
import { someOrganization } from './random-organization.ts';
import { rounds, roundsTimeoutMs } from './rounds.ts';

const names = ['ann', 'bob', 'cem', 'dot', 'eve', 'fay'] as const;
const someName = fc.constantFrom(...names);
const someScope = fc.oneof(
  fc.constantFrom('default', 'team:core', 'org'),
  someName.map((name) => `user:${name}@acme.example`),
);

/** A field of a row, and what cannot stand there. */
const wrongTerm = fc.constantFrom<readonly [string, unknown]>(
  ['amount', 'much'],
  ['amount', -1],
  ['amount', 0.5],
  ['amount', null],
  ['amount', 'Unlimited!'],
  ['mode', 'enforced'],
  ['mode', 'off'],
  ['from', '2026-02-30'],
  ['to', 'yesterday'],
  ['thresholds', ['all']],
  ['owners', ['nobody']],
  ['ammount', 5],
);

/** Something that somebody has written, or the platform says, and that cannot be read. */
const somethingUnreadable = fc.oneof(
  fc.record({
    kind: fc.constant('budget' as const),
    scope: someScope,
    window: fc.constantFrom('day', 'week', 'month', 'fortnight'),
    wrong: wrongTerm,
  }),
  fc.record({ kind: fc.constant('an existing budget' as const), index: fc.nat(7), wrong: wrongTerm }),
  fc.record({
    kind: fc.constant('team' as const),
    members: fc.constantFrom<unknown>('cem@acme.example', ['*'], [7], ['metadata.dept'], undefined, [
      'ann@acme.example',
      '',
    ]),
  }),
  fc.record({
    kind: fc.constant('top-up' as const),
    scope: someScope,
    credits: fc.constantFrom<unknown>(-5, 0, 'many', 1.5),
  }),
  fc.record({
    kind: fc.constant('exemption' as const),
    email: fc.constantFrom<unknown>('ann', 5, undefined, 'ann@acme.example'),
  }),
  fc.record({ kind: fc.constant('use' as const), name: someName }),
);
type Unreadable = typeof somethingUnreadable extends fc.Arbitrary<infer T> ? T : never;

/** Without pools: in these a limit that stays lower leaves more for the others, within the same amount. */
const withoutPools: fc.Arbitrary<Scenario> = someOrganization.map((organization) => ({
  ...organization,
  budgets: organization.budgets.filter(({ scope }) => scope !== 'org'),
}));

test(
  'whatever cannot be read, nobody’s limit ends above both the old one and the one that valid rows give',
  { timeout: roundsTimeoutMs },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        withoutPools,
        fc.array(somethingUnreadable, { minLength: 1, maxLength: 3 }),
        async (scenario, all) => {
          const [valid, spoilt] = [anEnforcementWorld(scenario), anEnforcementWorld(scenario)];
          await runEnforcement(valid, '2026-01-19');
          await runEnforcement(spoilt, '2026-01-19');
          const before = limitsOf(spoilt);
          all.forEach((one) => write(spoilt, one));

          await runEnforcement(valid, '2026-01-20');
          await runEnforcement(spoilt, '2026-01-20');

          const [should, is] = [limitsOf(valid), limitsOf(spoilt)];
          expect(names.filter((name) => is[name] > Math.max(before[name], should[name]))).toEqual([]);
        },
      ),
      rounds(150),
    );
  },
);

test(
  'whatever cannot be read, in any organization, I1 to I9 hold and no cap is removed',
  { timeout: roundsTimeoutMs },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        someOrganization,
        fc.array(somethingUnreadable, { minLength: 1, maxLength: 3 }),
        async (scenario, all) => {
          const world = anEnforcementWorld(scenario);
          await runEnforcement(world, '2026-01-19');
          const before = limitsOf(world);
          all.forEach((one) => write(world, one));

          await runEnforcement(world, '2026-01-20');
          await runEnforcement(world, '2026-01-21');

          const after = limitsOf(world);
          expect(await checkInvariants(world, 'any')).toEqual([]);
          expect(
            names.filter(
              (name) => before[name] < unlimited && after[name] >= unlimited && !isUnlimited(scenario, name),
            ),
          ).toEqual([]);
        },
      ),
      rounds(60),
    );
  },
);

/** What the settings of the world send for `unlimited`, and less than no limit at all. */
const unlimited = 1_000_000_000_000;

/** Somebody says so in a row that can be read. */
function isUnlimited({ budgets }: Scenario, name: string): boolean {
  return budgets.some(
    ({ scope, amount }) => amount === 'unlimited' && ['default', `user:${name}@acme.example`].includes(scope),
  );
}

function limitsOf({ platform }: EnforcementWorld): Readonly<Record<(typeof names)[number], number>> {
  const of = (name: string) => platform.limitOf(`${name}@acme.example`) ?? Number.POSITIVE_INFINITY;
  return { ann: of('ann'), bob: of('bob'), cem: of('cem'), dot: of('dot'), eve: of('eve'), fay: of('fay') };
}

function write(world: EnforcementWorld, unreadable: Unreadable): void {
  const { stores, budgets } = world;
  switch (unreadable.kind) {
    case 'budget': {
      const { scope, window, wrong } = unreadable;
      stores.budgets.writeByHand({ scope, window, amount: 1_000_000, [wrong[0]]: wrong[1] });
      return;
    }
    case 'an existing budget': {
      const row = budgets[unreadable.index];
      if (row !== undefined) {
        stores.budgets.writeByHand({ ...row, [unreadable.wrong[0]]: unreadable.wrong[1] });
      }
      return;
    }
    case 'team':
      stores.teams.writeByHand({ name: 'core', members: unreadable.members });
      return;
    case 'top-up':
      stores.grants.writeByHand({ kind: 'top-up', id: 'x', scope: unreadable.scope, credits: unreadable.credits });
      return;
    case 'exemption':
      stores.grants.writeByHand({ kind: 'exemption', id: 'x', email: unreadable.email, until: 'some day' });
      return;
    case 'use':
      world.platform.tellings.set('2026-01-19', withoutUseOf(`u-${unreadable.name}`));
  }
}

function withoutUseOf(userId: string) {
  return (day: ReportedDay): ReportedDay => {
    const row = day.rows.find((each) => each.userId === userId);
    return {
      ...day,
      rows: day.rows.filter((each) => each !== row),
      totalCredits: day.totalCredits - (row?.credits ?? 0),
      unreadable: [{ day: day.day, userId, problem: 'credits is not a number' }],
    };
  };
}
