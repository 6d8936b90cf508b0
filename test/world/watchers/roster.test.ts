import { expect, test } from 'vitest';

import type { Day } from '../../../shared/kernel/time/day.ts';
import { watchRoster } from '../../../shared/roster/use-cases.ts';
import { anEnforcementWorld, runEnforcement, type EnforcementWorld, type Scenario } from '../enforcement-world.ts';
import { isSoak, roundsTimeoutMs } from '../rounds.ts';
import { disturbances, type Stop } from '../sudden-end.ts';
import { mailsWith, mostDeliveries, runWatcher } from './watcher-run.ts';

const admins = ['admin@acme.example', 'finops@acme.example'];
const organization: Scenario = {
  members: [
    { userId: 'u-ann', email: 'ann@acme.example', demand: [400, 0, 900] },
    { userId: 'u-gus', email: 'gus@acme.example', demand: [60], joinsOn: '2026-01-20' },
    { userId: 'u-hal', email: 'hal@acme.example', demand: [80], leavesOn: '2026-01-21' },
  ],
  budgets: [{ scope: 'default', window: 'month', amount: 5_000 }],
  admins,
};

async function lookOn(world: EnforcementWorld, day: Day, stop?: Stop) {
  const settings = { ...world.settings, roster: { idleDays: 28 } };
  const watch = { at: `${day}T06:45:00.000Z`, job: 'roster', extra: {} };
  return runWatcher(world, { ...watch, watch: async (ports, order) => watchRoster(ports, settings, order) }, stop);
}

/** Somebody has joined and somebody has left since the last look, and nobody was told. */
async function worldWithNews(): Promise<EnforcementWorld> {
  const world = anEnforcementWorld(organization);
  await runEnforcement(world, '2026-01-19');
  await lookOn(world, '2026-01-19');
  await runEnforcement(world, '2026-01-22');
  return world;
}

async function newsOf(world: EnforcementWorld) {
  const mails = (await mailsWith(world, 'roster as of')).map(({ mail: { to, text } }) => ({ to, text }));
  return mails
    .map(({ to, text }) => `${to} ${/joined: \d/u.exec(text)?.[0]} ${/left: \d/u.exec(text)?.[0]}`)
    .toSorted();
}

test(
  'each admin is notified once of who joined and who left, wherever a run is stopped and whatever answer is lost',
  { timeout: roundsTimeoutMs },
  async () => {
    const undisturbed = await worldWithNews();
    const { effects } = await lookOn(undisturbed, '2026-01-22');
    const told = admins.map((admin) => `${admin} joined: 1 left: 1`);
    expect(await newsOf(undisturbed)).toEqual(told);

    for (let effect = 1; effect <= effects.length; effect += isSoak ? 1 : 2) {
      const disturbance = disturbances[effect % disturbances.length] ?? 'before';
      const label = `${disturbance} effect ${effect}, ${effects[effect - 1]}`;
      const world = await worldWithNews();
      await lookOn(world, '2026-01-22', { effect, disturbance });
      // The lease of a process that is gone runs out.
      await runEnforcement(world, '2026-01-23');
      await lookOn(world, '2026-01-23');

      expect({ label, news: await newsOf(world) }).toEqual({ label, news: told });
      expect({ label, deliveries: mostDeliveries(world.sender.delivered()) }).toEqual({ label, deliveries: 1 });
    }
  },
);

test('nothing is reported of a nightly run that is not trusted, and what it missed is reported after the next trusted one', async () => {
  const world = await worldWithNews();
  world.platform.tellings.set('2026-01-22', () => undefined);
  await runEnforcement(world, '2026-01-23');

  const { ended } = await lookOn(world, '2026-01-23');

  expect(ended).toMatchObject({ outcome: { status: 'held', held: { guard: 'trust-gate' }, findings: [] } });
  expect(await newsOf(world)).toEqual([]);

  world.platform.tellings.delete('2026-01-22');
  await runEnforcement(world, '2026-01-24');
  await lookOn(world, '2026-01-24');

  expect(await newsOf(world)).toEqual(admins.map((admin) => `${admin} joined: 1 left: 1`));
});
