import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addGrant } from '../../shared/application/edits/edit-grants.ts';
import { editRecord } from '../../shared/application/edits/edit-record.ts';
import { editableBudgets, editableTeams } from '../../shared/application/edits/editable-records.ts';
import { planImport } from '../../shared/application/edits/import-records.ts';
import { showImpact, type ShownImpact } from '../../shared/application/impact/show-impact.ts';
import type { BudgetTerms } from '../../shared/domain/budgets/budget.ts';
import { parseScope } from '../../shared/domain/budgets/scope.ts';
import { noEdits, type ProposedEdits } from '../../shared/domain/impact/proposed-edits.ts';
import { daysOf, type Day } from '../../shared/domain/time/day.ts';
import { defaultAssumptions } from '../../shared/domain/pools/assumptions.ts';
import { rules } from '../support/teams.ts';
import type { BudgetRow } from './budget-oracle.ts';
import { handOver } from './edit-world.ts';
import { aNightWorld, instantOf, runEnforcement, type NightWorld, type Scenario } from './enforcement-world.ts';
import type { Member } from './model-consumption.ts';
import { someBudgets, someOrganization } from './random-organization.ts';
import { rounds, roundsTimeoutMs } from './rounds.ts';
import { minuteMs } from './virtual-clock.ts';

const author = { name: 'ada', at: '2026-01-18T14:00:00.000Z' };

async function impactOf(world: NightWorld, edits: ProposedEdits): Promise<ShownImpact> {
  const { clock, stores, settings } = world;
  return showImpact(stores, { edits, atMs: clock.now(), settings });
}

/** The edits that make the tables say what is wanted of them, as an import plans them. */
async function editsTo(
  { stores }: NightWorld,
  wanted: { readonly budgets?: readonly BudgetRow[]; readonly teams?: Readonly<Record<string, readonly string[]>> },
  { prune = false } = {},
): Promise<ProposedEdits> {
  const teams = Object.entries(wanted.teams ?? {}).map(([name, members]) => ({ name, members: rules(...members) }));
  const budgets = (wanted.budgets ?? []).map(termsOf);
  const planned = {
    budgets: await planImport(editableBudgets(stores.budgets), budgets, { prune }),
    teams: await planImport(editableTeams(stores.teams), teams, { prune }),
  };
  return { ...noEdits, budgets: planned.budgets.changes, teams: planned.teams.changes };
}

function termsOf({ scope, window, amount, mode = 'enforce', from, to }: BudgetRow): BudgetTerms {
  return {
    scope: parseScope(scope) ?? { kind: 'org' },
    window: window as BudgetTerms['window'],
    amount: amount === 'unlimited' ? { kind: 'unlimited' } : { kind: 'credits', credits: amount },
    mode,
    thresholds: [],
    forecastAlert: true,
    owners: [],
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

async function make({ stores }: NightWorld, { budgets, teams, grants }: ProposedEdits): Promise<void> {
  const as = { ...author, way: 'import' } as const;
  for (const change of teams) {
    await editRecord({ records: editableTeams(stores.teams), ids: stores.ids }, change, as);
  }
  for (const change of budgets) {
    await editRecord({ records: editableBudgets(stores.budgets), ids: stores.ids }, change, as);
  }
  for (const { id: _id, createdBy: _by, createdAt: _at, version: _version, ...terms } of grants) {
    await addGrant({ grants: stores.grants, ids: stores.ids }, terms, author);
  }
}

async function limitsByUser({ stores }: NightWorld): Promise<ReadonlyMap<string, number | undefined>> {
  const records = await stores.limits.list();
  return new Map(records.map(({ userId, confirmed }) => [userId, confirmed?.limitCredits]));
}

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

  test('who is stopped by a pool of a team that no rule knew before is told when it is made, and is stopped', async () => {
    const world = aNightWorld(scenario);
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

  function hasNothingLeft(world: NightWorld, email: string, through: Day): boolean {
    const { userId = '' } = people.find((each) => each.email === email) ?? {};
    const used = daysOf({ from: '2026-01-14', through }).reduce(
      (sum, day) => sum + (world.platform.truth(day).get(userId) ?? 0),
      0,
    );
    return (world.platform.limitOf(email) ?? Infinity) <= used;
  }
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

  type Wanted = typeof someWanted extends fc.Arbitrary<infer Drawn> ? Drawn : never;

  async function editsFor(world: NightWorld, { prune, grants, ...wanted }: Wanted): Promise<ProposedEdits> {
    const edits = await editsTo(world, wanted, { prune });
    const noted = { reason: 'as agreed', createdBy: 'ada', createdAt: author.at, version: 1 };
    return { ...edits, grants: grants.map((terms, index) => ({ ...terms, ...noted, id: `proposed-${index}` })) };
  }

  async function afternoon(scenario: Scenario, earlier: Wanted): Promise<NightWorld> {
    const world = aNightWorld({ ...scenario, exemptions: [], topUps: [] });
    await make(world, await editsFor(world, { ...earlier, grants: [] }));
    await runEnforcement(world, '2026-01-17');
    await runEnforcement(world, '2026-01-18');
    world.clock.moveTo(instantOf('2026-01-18T14:00:00Z'));
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
          const shown = new Set(impact.effects.map(({ userId }) => userId));
          expect(impact.effects.map(({ userId }) => [userId, limits.get(userId)])).toEqual(
            impact.effects.map(({ userId, toCredits }) => [userId, toCredits]),
          );
          const withoutEdits = await limitsByUser(twin);
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
