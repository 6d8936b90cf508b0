import { expect, test } from 'vitest';

import { checkInvariants } from './check-invariants.ts';
import { anEnforcementWorld, runEnforcement } from './enforcement-world.ts';
import { smallOrganization, withOwnBudgetsAlone } from './scenarios.ts';

test('a floor and a ceiling hold for every limit, and every night reports who was raised to the floor', async () => {
  const settings = { limitFloorCredits: 200, limitCeilingCredits: 4_000 };
  // A pool is not raised to the floor: it could be overspent.
  const world = anEnforcementWorld({ ...withOwnBudgetsAlone(smallOrganization), settings });

  const nights = [await runEnforcement(world, '2026-01-18'), await runEnforcement(world, '2026-01-19')];

  expect(world.platform.limitOf('eve@acme.example')).toBe(200);
  expect(world.platform.limitOf('dot@acme.example')).toBe(4_000);
  for (const { outcome } of nights) {
    expect(outcome.problems).toEqual([expect.stringContaining('eve@acme.example')]);
  }
  const summaries = world.sender.delivered().filter(({ mailId }) => mailId.startsWith('summary/'));
  expect(summaries).toHaveLength(2 * smallOrganization.admins.length);
  expect(summaries.filter(({ text }) => !text.includes('Raised to the floor'))).toEqual([]);
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});
