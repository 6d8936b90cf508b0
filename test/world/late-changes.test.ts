import { expect, test } from 'vitest';

import { checkInvariants } from './check-invariants.ts';
import { anEnforcementWorld, instantOf, invoke, runEnforcement, setBudgets } from './enforcement-world.ts';
import { smallOrganization } from './scenarios.ts';

/** Without a pool, whose division would move the limits of others too. */
const organization = { ...smallOrganization, isEnforced: false };

test('a budget that is lowered between the decision and its PUT binds from the next run on', async () => {
  const ofBob = { scope: 'user:bob@acme.example', window: 'month', amount: 9_000 };
  const world = anEnforcementWorld({ ...organization, budgets: [ofBob] });
  world.clock.moveTo(instantOf('2026-01-18'));
  let isLowered = false;

  await invoke(world, {
    runId: 'night',
    at: '2026-01-18',
    around: async (call, perform) => {
      if (call.name === 'limitWriter.setLimits' && !isLowered) {
        isLowered = true;
        setBudgets(world, [{ ...ofBob, amount: 7_000 }]);
      }
      return perform();
    },
  });
  const decided = world.platform.limitOf('bob@acme.example');
  await runEnforcement(world, '2026-01-19');

  expect(isLowered).toBe(true);
  expect(decided).toBe(9_000);
  expect(world.platform.limitOf('bob@acme.example')).toBe(7_000);
});

test('who is new and has used more than the budget gets nothing beyond what is used', async () => {
  const newcomer = { userId: 'u-ida', email: 'ida@acme.example', demand: [4_000], joinsOn: '2026-01-15' };
  const budgets = [{ scope: 'default', window: 'month', amount: 5_000 }];
  const world = anEnforcementWorld({ ...organization, members: [...organization.members, newcomer], budgets });

  await runEnforcement(world, '2026-01-18');

  // Three days of 4,000 are past the 5,000 of the month.
  expect(world.platform.limitOf('ida@acme.example')).toBe(12_000);
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});
