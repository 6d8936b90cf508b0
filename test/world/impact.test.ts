import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { countingDays } from '../../shared/impact/counting-days.ts';
import { noEdits, type ProposedEdits } from '../../shared/impact/proposed-edits.ts';
import { daysOf, type Day } from '../../shared/kernel/time/day.ts';
import { defaultAssumptions } from '../../shared/pools/assumptions.ts';
import { handOver } from './edit-world.ts';
import {
  anEnforcementWorld,
  instantOf,
  runEnforcement,
  type EnforcementWorld,
  type Scenario,
} from './enforcement-world.ts';
import type { Member } from './model-consumption.ts';
import { author, editsTo, impactOf, limitsByUser, make } from './proposed-edits.ts';
import { someBudgets, someOrganization } from './random-organization.ts';
import { rounds, roundsTimeoutMs } from './rounds.ts';
import { minuteMs } from './virtual-clock.ts';

describe('teams by metadata', () => {
  const people = Array.from({ length: 60 }, (_, index): Member => {
    const unit = index < 40 ? 'web' : 'ops';
    return { userId: `u-${index}`, email: `p${index}@acme.example`, demand: [100 + index], metadata: { unit } };
  });
  const scenario: Scenario = {
    members: people,
    budgets: [{ scope: 'default', window: 'month', amount: 100_000 }],
    admins: ['admin@acme.example'],
  };
  const wanted = {
    teams: { web: ['metadata.unit=web'] },
    budgets: [{ scope: 'team:web', window: 'month', amount: 10_000 }],
  };

  test('who is stopped by a pool of a team that no rule knew before is notified when it is made, and is stopped', async () => {
    const world = anEnforcementWorld(scenario);
    await runEnforcement(world, '2026-01-18');
    world.clock.moveTo(instantOf('2026-01-18T14:00:00Z'));
    const web = people.filter(({ metadata }) => metadata?.['unit'] === 'web').map(({ email = '' }) => email);

    const edits = await editsTo(world, wanted);
    const impact = await impactOf(world, edits);
    await make(world, edits);
    await handOver(world, []);
    const stopped = web.filter((email) => hasNothingLeft(world, email, '2026-01-17'));
    await runEnforcement(world, '2026-01-19');

    expect(impact.stopped.map(({ email }) => email).toSorted()).toEqual(web.toSorted());
    expect(impact.stopped[0]?.cause).toEqual({ kind: 'budget', scope: { kind: 'team', name: 'web' }, window: 'month' });
    expect(impact.pools).toMatchObject([{ pool: { memberIds: { length: 40 }, amountCredits: 10_000 } }]);
    expect(impact.pools[0]?.pool.knownCredits).toBeGreaterThan(10_000);
    expect(impact.harms).toContain('stops 40 people at once');
    expect(impact.warnings).toContainEqual(expect.objectContaining({ kind: 'below-used', scope: 'team:web' }));
    expect(stopped).toEqual(web);
    expect(web.filter((email) => hasNothingLeft(world, email, '2026-01-18'))).toEqual(web);
  });

  function hasNothingLeft(world: EnforcementWorld, email: string, through: Day): boolean {
    const { userId = '' } = people.find((each) => each.email === email) ?? {};
    const used = daysOf({ from: '2026-01-14', through }).reduce(
      (sum, day) => sum + (world.platform.truth(day).get(userId) ?? 0),
      0,
    );
    return (world.platform.limitOf(email) ?? Infinity) <= used;
  }
});

test('a budget from tomorrow that stops 23 people asks today, with the limits of tomorrow, and does so', async () => {
  const members = Array.from({ length: 30 }, (_, index): Member => ({
    userId: `u-${index}`,
    email: `p${index}@acme.example`,
    demand: [index < 23 ? 100 : 0],
  }));
  const world = anEnforcementWorld({
    members,
    budgets: [{ scope: 'default', window: 'month', amount: 100_000 }],
    admins: ['admin@acme.example'],
  });
  await runEnforcement(world, '2026-01-18');
  world.clock.moveTo(instantOf('2026-01-18T14:00:00Z'));
  const budgets = [{ scope: 'default', window: 'week', amount: 300, from: '2026-01-19' }];
  const tomorrow = await impactOf(world, await editsTo(world, { teams: {}, budgets }));
  const wanted = [{ scope: 'default', window: 'quarter', amount: 300, from: '2026-01-19' }];
  const edits = await editsTo(world, { teams: {}, budgets: wanted });
  const impact = await impactOf(world, edits);
  await make(world, edits);
  await handOver(world, []);
  const before = members.map(({ email = '' }) => world.platform.limitOf(email));
  await runEnforcement(world, '2026-01-19');

  // A week begins tomorrow, in which nobody has used anything.
  expect(tomorrow).toMatchObject({ countsOn: '2026-01-19', stopped: [] });
  expect(impact).toMatchObject({ countsOn: '2026-01-19', stopped: { length: 23 } });
  expect(impact.harms).toEqual(['stops 23 people from 19 Jan on']);
  expect(before.filter((limit) => limit !== 100_000)).toEqual([]);
  const stopped = members.filter(({ email = '' }) => (world.platform.limitOf(email) ?? Infinity) <= 500);
  expect(stopped.map(({ email }) => email)).toEqual(expect.arrayContaining(impact.stopped.map(({ email }) => email)));
});

describe('what is shown is what is done', () => {
  const someTeams = fc.dictionary(
    fc.constantFrom('web', 'ops'),
    fc.uniqueArray(
      fc.constantFrom('ann@acme.example', 'bob@acme.example', 'c*@acme.example', 'e*@acme.example', '*@acme.example'),
      { minLength: 1, maxLength: 3 },
    ),
  );
  const teamBudgets = fc.uniqueArray(
    fc.record({
      scope: fc.constantFrom('team:web', 'team:ops'),
      window: fc.constantFrom('day', 'week', 'month', 'quarter', 'platform'),
      amount: fc.integer({ min: 0, max: 30_000 }),
    }),
    { maxLength: 3, selector: ({ scope, window }) => `${scope} ${window}` },
  );
  const someGrants = fc.array(
    fc.oneof(
      fc.record({
        kind: fc.constant('top-up' as const),
        scope: fc.constantFrom(
          { kind: 'user', email: 'ann@acme.example' } as const,
          { kind: 'team', name: 'web' } as const,
        ),
        credits: fc.integer({ min: 1, max: 9_000 }),
        from: fc.constant('2026-01-18'),
        to: fc.constantFrom('2026-01-18', '2026-02-20'),
      }),
      fc.record({
        kind: fc.constant('exemption' as const),
        email: fc.constantFrom('ann@acme.example', 'bob@acme.example'),
        until: fc.constantFrom('2026-01-17', '2026-01-31'),
      }),
    ),
    { maxLength: 2 },
  );
  const someWanted = fc.record({
    teams: someTeams,
    budgets: fc.tuple(someBudgets, teamBudgets).map((both) => both.flat()),
    grants: someGrants,
    prune: fc.boolean(),
  });

  /** With and without a floor, a ceiling, figures that settle late, and a bound on what time allows. */
  const someSettings: fc.Arbitrary<NonNullable<Scenario['settings']>> = fc.constantFrom(
    {},
    { limitCeilingCredits: 9_000, limitFloorCredits: 300 },
    { pools: { ...defaultAssumptions, reserveShare: 0.1, settleDays: 1, inFlightCredits: 50 } },
    { pools: { ...defaultAssumptions, reserveShare: 0.1, maxCreditsPerUserHour: 40 } },
  );
  const someScenario = fc
    .record({ scenario: someOrganization, settings: someSettings })
    .map(({ scenario, settings }) => ({ ...scenario, settings }));

  const today = '2026-01-18';

  type Wanted = typeof someWanted extends fc.Arbitrary<infer Drawn> ? Drawn : never;

  async function editsFor(world: EnforcementWorld, { prune, grants, ...wanted }: Wanted): Promise<ProposedEdits> {
    const edits = await editsTo(world, wanted, { prune });
    const noted = { reason: 'as agreed', createdBy: 'ada', createdAt: author.at, version: 1 };
    return { ...edits, grants: grants.map((terms, index) => ({ ...terms, ...noted, id: `proposed-${index}` })) };
  }

  async function afternoon(scenario: Scenario, earlier: Wanted): Promise<EnforcementWorld> {
    const world = anEnforcementWorld({ ...scenario, exemptions: [], topUps: [] });
    await make(world, await editsFor(world, { ...earlier, grants: [] }));
    await runEnforcement(world, '2026-01-17');
    await runEnforcement(world, '2026-01-18');
    world.clock.moveTo(instantOf(`${today}T14:00:00Z`));
    return world;
  }

  test(
    'after the edits and their run every limit is what was shown, and the others are what they would be without',
    async () => {
      await fc.assert(
        fc.asyncProperty(someScenario, someWanted, someWanted, async (scenario, earlier, wanted) => {
          const world = await afternoon(scenario, earlier);

          const edits = await editsFor(world, wanted);
          const impact = await impactOf(world, edits);
          const nothing = await impactOf(world, noEdits);
          await make(world, edits);
          await handOver(world, []);
          const twin = await afternoon(scenario, earlier);
          await handOver(twin, []);

          const limits = await limitsByUser(world);
          const withoutEdits = await limitsByUser(twin);
          const [first = ''] = countingDays(edits, today);
          // Nothing moves before its day.
          expect(first <= today || JSON.stringify([...limits]) === JSON.stringify([...withoutEdits])).toBe(true);
          if (impact.countsOn > today) {
            return;
          }
          const shown = new Set(impact.effects.map(({ userId }) => userId));
          expect(impact.effects.map(({ userId }) => [userId, limits.get(userId)])).toEqual(
            impact.effects.map(({ userId, toCredits }) => [userId, toCredits]),
          );
          expect([...limits].filter(([userId]) => !shown.has(userId))).toEqual(
            [...withoutEdits].filter(([userId]) => !shown.has(userId)),
          );
          expect(nothing.effects).toEqual([]);
          expect(nothing.inputsHash).toBe(impact.inputsHash);
        }),
        rounds(40),
      );
    },
    roundsTimeoutMs,
  );

  test(
    'when the ground moved after it was shown, the next look says so, or nothing else follows',
    async () => {
      await fc.assert(
        fc.asyncProperty(someScenario, someWanted, someWanted, async (scenario, others, wanted) => {
          const world = await afternoon(scenario, { ...others, teams: {}, budgets: [], grants: [] });
          const edits = await editsFor(world, wanted);
          const shown = await impactOf(world, edits);

          await make(world, await editsFor(world, others));
          world.clock.moveBy(minuteMs);
          const again = await impactOf(world, edits);

          const isSaid = again.inputsHash !== shown.inputsHash;
          expect(isSaid || JSON.stringify(again.effects) === JSON.stringify(shown.effects)).toBe(true);
        }),
        rounds(40),
      );
    },
    roundsTimeoutMs,
  );
});
