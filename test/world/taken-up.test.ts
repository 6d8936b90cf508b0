import { expect, test } from 'vitest';
import { checkInvariants } from './check-invariants.ts';
import { aNightWorld, instantOf, invoke, runDisturbed, setBudgets } from './night-world.ts';
import { smallOrganization } from './scenarios.ts';
import { hourMs } from './virtual-clock.ts';

const event = { runId: 'night-2026-01-18', at: '2026-01-18' };

test('a run that is taken up after the budgets changed leaves both limits in the journal', async () => {
  const world = aNightWorld(smallOrganization);
  world.clock.moveTo(instantOf(event.at));
  const counted = aNightWorld(smallOrganization);
  counted.clock.moveTo(instantOf(event.at));
  const { effects } = await runDisturbed(counted, event);
  await runDisturbed(world, event, { effect: effects.indexOf('outbox.write') + 1, disturbance: 'before' });

  setBudgets(world, [{ scope: 'default', window: 'month', amount: 4_000 }]);
  world.clock.moveBy(hourMs);
  await invoke(world, event);

  const entries = await world.stores.journal.list({ from: event.at, through: event.at }, 1_000);
  const limitsOfAnn = entries.filter((entry) => entry.subject === 'u-ann').map((entry) => entry.detail['to']);
  expect(limitsOfAnn.toSorted()).toEqual([4_000, 5_000]);
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});
