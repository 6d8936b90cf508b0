import fc from 'fast-check';
import { expect, test } from 'vitest';

import { addDays } from '../../shared/kernel/time/day.ts';
import { checkInvariants } from './check-invariants.ts';
import { anEnforcementWorld, runEnforcement, type EnforcementWorld } from './enforcement-world.ts';
import { someOrganizationWithTeam } from './random-organization.ts';
import { rounds, roundsTimeoutMs } from './rounds.ts';
import { smallOrganization } from './scenarios.ts';

const admin = 'admin@acme.example';

test('who matches several teams counts in one, and the admins are notified until nobody does', async () => {
  const world = anEnforcementWorld(smallOrganization);
  world.stores.teams.writeByHand({ name: 'all', members: ['*@acme.example'], position: 1 });
  world.stores.teams.writeByHand({ name: 'core', members: ['ANN@acme.example'], position: 2 });

  const double = await runEnforcement(world, '2026-01-18');
  world.stores.teams.writeByHand({ name: 'all', members: ['*@other.example'], position: 1 });
  const single = await runEnforcement(world, '2026-01-19');

  expect(double.outcome).toMatchObject({
    status: 'complete',
    problems: [expect.stringMatching(/Ann@acme\.example .*"core".*"all"/)],
  });
  expect(single.outcome.problems).toEqual([]);
  expect(mailsThatName(world, '1 user matches')).toHaveLength(1);
  expect(mailsThatName(world, 'No user matches')).toHaveLength(1);
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('whom an unreadable team may bind keeps the cap, the others get theirs, and the admins are notified until it is mended', async () => {
  const world = anEnforcementWorld(smallOrganization);
  await runEnforcement(world, '2026-01-18');
  const before = limitsOf(world);
  world.stores.teams.writeByHand({ name: 'core', members: ['cem@acme.example', '*bob@acme.example'], position: 'x' });

  const { outcome } = await runEnforcement(world, '2026-01-19');
  const during = limitsOf(world);
  world.stores.teams.writeByHand({ name: 'core', members: ['cem@acme.example'], position: 1 });
  const mended = await runEnforcement(world, '2026-01-20');

  expect(outcome.problems).toEqual([expect.stringMatching(/"core".*"x"/)]);
  expect(before.bob).not.toBe(undefined);
  expect(during.bob).toBe(before.bob);
  expect(limitsOf(world).bob).not.toBe(before.bob);
  expect(mended.outcome.problems).toEqual([]);
  expect(mailsThatName(world, '"core"')).toHaveLength(1);
  expect(mailsThatName(world, 'core is valid again')).toHaveLength(1);
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('a team whose members cannot be read holds the caps of all who are in no other team', async () => {
  const world = anEnforcementWorld(smallOrganization);
  world.stores.teams.writeByHand({ name: 'rest', members: ['bob@acme.example'] });
  await runEnforcement(world, '2026-01-18');
  const before = limitsOf(world);
  world.stores.teams.writeByHand({ name: 'core', members: 'cem@acme.example' });
  world.stores.budgets.writeByHand({ scope: 'default', window: 'month', amount: 9_999 });

  await runEnforcement(world, '2026-01-19');

  expect(limitsOf(world).cem).toBe(before.cem);
  expect(limitsOf(world).bob).not.toBe(before.bob);
});

test(
  'members get at most what their own budget or the default of their team leaves them, in any organization',
  { timeout: roundsTimeoutMs },
  async () => {
    await fc.assert(
      fc.asyncProperty(someOrganizationWithTeam, fc.integer({ min: 0, max: 20 }), async (organization, days) => {
        const world = anEnforcementWorld(organization);
        const day = addDays('2026-01-17', days);

        await runEnforcement(world, day);
        await runEnforcement(world, addDays(day, 1));

        expect(await checkInvariants(world, 'settled')).toEqual([]);
      }),
      rounds(25),
    );
  },
);

test.for([
  [
    'budget',
    (world: EnforcementWorld) => world.stores.budgets.writeByHand({ scope: 'team:core', window: 'month', amount: -5 }),
  ],
  [
    'top-up',
    (world: EnforcementWorld) =>
      world.stores.grants.writeByHand({ kind: 'top-up', id: 't', scope: 'team:core', credits: 0 }),
  ],
] as const)('whose team has a %s that cannot be read keeps the cap, and nobody else', async ([, spoil]) => {
  const world = anEnforcementWorld(smallOrganization);
  world.stores.teams.writeByHand({ name: 'core', members: ['cem@acme.example'] });
  await runEnforcement(world, '2026-01-18');
  const before = limitsOf(world);
  world.stores.budgets.writeByHand({ scope: 'default', window: 'month', amount: 9_999 });
  spoil(world);

  await runEnforcement(world, '2026-01-19');

  expect(limitsOf(world).cem).toBe(before.cem);
  expect(limitsOf(world).bob).not.toBe(before.bob);
});

function limitsOf({ platform }: EnforcementWorld) {
  return { bob: platform.limitOf('bob@acme.example'), cem: platform.limitOf('cem@acme.example') };
}

function mailsThatName({ sender }: EnforcementWorld, text: string) {
  return sender.delivered().filter((mail) => mail.to === admin && mail.text.includes(text));
}
