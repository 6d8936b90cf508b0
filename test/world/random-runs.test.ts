import fc from 'fast-check';
import { expect, test } from 'vitest';

import { addDays } from '../../shared/kernel/time/day.ts';
import { checkInvariants } from './check-invariants.ts';
import {
  anEnforcementWorld,
  instantOf,
  invoke,
  runDisturbed,
  runEnforcement,
  setBudgets,
  type EnforcementWorld,
} from './enforcement-world.ts';
import { someBudgets, someOrganization } from './random-organization.ts';
import { rounds, roundsTimeoutMs } from './rounds.ts';
import { disturbances } from './sudden-end.ts';
import { hourMs } from './virtual-clock.ts';

/** One evening's worth of what may happen to an organization and to the run that looks after it. */
const somethingHappens = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'a good night' } as const) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('a night stopped twice' as const),
      effects: fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 })),
      disturbances: fc.tuple(fc.constantFrom(...disturbances), fc.constantFrom(...disturbances)),
      isSameEvent: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('missed nights' as const), count: fc.integer({ min: 1, max: 9 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('other budgets' as const), rows: someBudgets }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'a late day' } as const) },
);
type Happening = typeof somethingHappens extends fc.Arbitrary<infer T> ? T : never;

test(
  'whatever happens to an organization over three weeks, I1 to I9 hold after every step',
  { timeout: roundsTimeoutMs },
  async () => {
    const happenings = fc.array(somethingHappens, { minLength: 1, maxLength: 8 });

    await fc.assert(
      fc.asyncProperty(someOrganization, happenings, async (organization, all) => {
        const world = anEnforcementWorld(organization);
        let day = '2026-01-17';
        for (const happening of all) {
          day = addDays(day, happening.kind === 'missed nights' ? happening.count : 1);
          await happen(world, day, happening);
          expect(await checkInvariants(world, 'any')).toEqual([]);
        }
        await runEnforcement(world, addDays(day, 1));
        expect(await checkInvariants(world, 'settled')).toEqual([]);
      }),
      rounds(60),
    );
  },
);

test('a plan after a plan is applied changes nothing, in any organization', { timeout: roundsTimeoutMs }, async () => {
  await fc.assert(
    fc.asyncProperty(someOrganization, fc.integer({ min: 0, max: 40 }), async (organization, days) => {
      const world = anEnforcementWorld(organization);
      const day = addDays('2026-01-15', days);
      const { outcome } = await runEnforcement(world, day);
      // A day on which hardly anybody works looks like one that has not arrived.
      fc.pre(outcome.status === 'complete');
      const again = await invoke(world, {
        runId: 'again',
        at: `${day}T03:00:00Z`,
        dryRun: true,
        onlyIfUnfinished: false,
      });

      expect(again.plan?.decisions.filter(({ kind }) => kind === 'set')).toEqual([]);
    }),
    rounds(60),
  );
});

async function happen(world: EnforcementWorld, day: string, happening: Happening): Promise<void> {
  switch (happening.kind) {
    case 'a good night':
    case 'missed nights':
      await runEnforcement(world, day);
      return;
    case 'other budgets':
      setBudgets(world, happening.rows);
      await runEnforcement(world, day);
      return;
    case 'a late day':
      world.platform.tellings.set(addDays(day, -1), () => undefined);
      await runEnforcement(world, day);
      world.platform.tellings.clear();
      return;
    case 'a night stopped twice':
      await stoppedTwice(world, day, happening);
  }
}

async function stoppedTwice(
  world: EnforcementWorld,
  day: string,
  { effects, disturbances: ways, isSameEvent }: Extract<Happening, { kind: 'a night stopped twice' }>,
): Promise<void> {
  const startMs = instantOf(day);
  for (const attempt of [0, 1] as const) {
    const atMs = startMs + (isSameEvent ? 0 : attempt * hourMs);
    world.clock.moveTo(startMs + attempt * hourMs);
    const invocation = { runId: `night-${new Date(atMs).toISOString()}`, at: new Date(atMs).toISOString() };
    await runDisturbed(world, invocation, { effect: effects[attempt], disturbance: ways[attempt] });
    expect(await checkInvariants(world, 'any')).toEqual([]);
  }
  world.clock.moveTo(startMs + 2 * hourMs);
  await invoke(world, { runId: `night-${day}-last`, at: new Date(startMs + 2 * hourMs).toISOString() });
}
