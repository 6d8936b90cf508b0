import { expect, test } from 'vitest';

import { checkInvariants } from './check-invariants.ts';
import {
  anEnforcementWorld,
  instantOf,
  invoke,
  runDisturbed,
  setBudgets,
  type EnforcementWorld,
} from './enforcement-world.ts';
import { smallOrganization } from './scenarios.ts';
import { hourMs } from './virtual-clock.ts';

const event = { runId: 'night-2026-01-18', at: '2026-01-18' };

// What a run that died had changed is known to the journal alone.
test.for([
  ['the same event', event],
  ['another run of the night', { runId: 'night-again', at: '2026-01-18T03:30:00Z' }],
] as const)(
  'the summary of a night that was stopped before its mail reports every cap it changed, by %s',
  async ([, later]) => {
    const world = await stoppedBefore('outbox.write');

    await invoke(world, later);

    expect(world.sender.delivered()[0]?.text).toContain('6 caps changed');
    expect(world.sender.delivered()[0]?.text).toContain('dot@acme.example');
  },
);

test('a run that is taken up after the budgets changed leaves both limits in the journal', async () => {
  const world = await stoppedBefore('outbox.write');

  setBudgets(world, [{ scope: 'default', window: 'month', amount: 4_000 }]);
  await invoke(world, event);

  const entries = await world.stores.journal.list({ from: event.at, through: event.at }, 1_000);
  const limitsOfAnn = entries.filter((entry) => entry.subject === 'u-ann').map((entry) => entry.detail['to']);
  expect(new Set(limitsOfAnn)).toEqual(new Set([5_000, 4_000]));
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

/** The first night stopped just before a call, and an hour gone by since. */
async function stoppedBefore(call: string): Promise<EnforcementWorld> {
  const [world, counted] = [anEnforcementWorld(smallOrganization), anEnforcementWorld(smallOrganization)];
  world.clock.moveTo(instantOf(event.at));
  counted.clock.moveTo(instantOf(event.at));
  const { effects } = await runDisturbed(counted, event);
  await runDisturbed(world, event, { effect: effects.indexOf(call) + 1, disturbance: 'before' });
  world.clock.moveTo(instantOf(event.at) + hourMs);
  return world;
}
