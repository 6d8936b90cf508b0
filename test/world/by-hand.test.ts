import { expect, test } from 'vitest';

import { checkInvariants } from './check-invariants.ts';
import { anEnforcementWorld, runEnforcement } from './enforcement-world.ts';
import { smallOrganization } from './scenarios.ts';

test('a limit that somebody set by hand is set right within a week', async () => {
  const world = anEnforcementWorld({ ...smallOrganization, isEnforced: false });
  await runEnforcement(world, '2026-01-18');
  world.platform.setByHand('Ann@acme.example', 1_000_000);

  for (let day = 19; day <= 26; day += 1) {
    await runEnforcement(world, `2026-01-${day}`);
  }

  expect(world.platform.limitOf('Ann@acme.example')).toBe(5_000);
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});
