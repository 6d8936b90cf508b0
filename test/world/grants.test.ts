import { expect, test } from 'vitest';

import { checkInvariants } from './check-invariants.ts';
import { anEnforcementWorld, runEnforcement } from './enforcement-world.ts';
import { organizationWithGrants } from './scenarios.ts';

test('a top-up raises the limit on its days and is gone after them; who is exempt gets no limit until it is over', async () => {
  const world = anEnforcementWorld(organizationWithGrants);
  const limits: Record<string, (number | undefined)[]> = { bob: [], cem: [], dot: [], hal: [] };

  for (const day of ['2026-01-18', '2026-01-19', '2026-01-20', '2026-01-21'] as const) {
    await runEnforcement(world, day);
    for (const [name, seen] of Object.entries(limits)) {
      seen.push(world.platform.limitOf(`${name}@acme.example`));
    }
  }

  // His day gives 1,200 and, on two days, 800 more; on the 21st he is 200 past the 9,000 of his month.
  expect(limits['bob']).toEqual([5_600 + 1_200, 5_700 + 2_000, 7_200 + 2_000, 9_200]);
  expect(limits['cem']).toEqual([5_300, 5_000, 5_000, 5_000]);
  expect(limits['dot']).toEqual([undefined, undefined, undefined, undefined]);
  expect(limits['hal']).toEqual([undefined, 5_000, 5_000, 5_000]);
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('whose top-up cannot be read keeps the cap, and the admins read which row it is', async () => {
  const world = anEnforcementWorld({ ...organizationWithGrants, topUps: [], exemptions: [] });
  await runEnforcement(world, '2026-01-18');
  const before = world.platform.limitOf('bob@acme.example');
  world.stores.grants.writeByHand({ kind: 'top-up', id: 't-9', scope: 'user:bob@acme.example', credits: -5 });

  const { outcome } = await runEnforcement(world, '2026-01-19');

  expect(world.platform.limitOf('bob@acme.example')).toBe(before);
  expect(outcome.problems).toEqual([expect.stringContaining('"t-9"')]);
});
