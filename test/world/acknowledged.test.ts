import { expect, test } from 'vitest';

import { memoryControlsDecisionStore } from '../../shared/controls/store/memory-controls-stores.ts';
import { acknowledgeAlert } from '../../shared/notifications/use-cases/acknowledge.ts';
import { checkInvariants } from './check-invariants.ts';
import {
  anEnforcementWorld,
  instantOf,
  invoke,
  runDisturbed,
  runEnforcement,
  type EnforcementWorld,
  type Scenario,
} from './enforcement-world.ts';
import { roundsTimeoutMs } from './rounds.ts';
import { waysAt } from './sudden-end.ts';
import { hourMs } from './virtual-clock.ts';

const admin = 'admin@acme.example';
const comesBack = 'It comes back: it was';

/** A row that cannot be read stands from the first night on. */
const organization: Scenario = {
  members: [{ userId: 'u-ann', email: 'ann@acme.example', demand: [10] }],
  budgets: [{ scope: 'user:ann@acme.example', window: 'month', amount: 5_000 }],
  admins: [admin],
  isEnforced: false,
};

test('an acknowledged alert is silent until it changes, and then says that it was acknowledged', async () => {
  const world = await acknowledgedWorld();

  await runEnforcement(world, '2026-01-19');
  world.stores.budgets.writeByHand({ scope: 'default', window: 'month', amount: -1 });
  await runEnforcement(world, '2026-01-20');
  await runEnforcement(world, '2026-01-21');

  expect(textsOfAdmin(world).map((text) => text.includes(`${comesBack} acknowledged`))).toEqual([
    false,
    false,
    true,
    false,
  ]);
  expect(textsOfAdmin(world).map((text) => text.includes('in the table is not valid'))).toEqual([
    true,
    false,
    true,
    true,
  ]);
  expect(textsOfAdmin(world)[1]).toContain('1 alert');
  expect(textsOfAdmin(world)[2]).toContain('By ada on 18 Jan 2026: known');
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test(
  'an alert snoozed until a day is reported again on the next, once, wherever the night is stopped',
  { timeout: roundsTimeoutMs },
  async () => {
    const undisturbed = await worldWhoseDayIsOver();
    const { effects } = await runDisturbed(undisturbed, { runId: 'night', at: '2026-01-20' });
    const expected = undisturbed.stores.alerts
      .allNotifications()
      .map(({ notification }) => notification.notificationId);

    for (let effect = 1; effect <= effects.length; effect += 1) {
      for (const disturbance of waysAt(effect)) {
        const label = `${disturbance} effect ${effect}, ${effects[effect - 1]}`;
        const world = await worldWhoseDayIsOver();
        await runDisturbed(world, { runId: 'night', at: '2026-01-20' }, { effect, disturbance });
        world.clock.moveTo(instantOf('2026-01-20') + hourMs);
        await invoke(world, { runId: 'night-again', at: '2026-01-20T03:30:00Z' });
        await runEnforcement(world, '2026-01-21');

        const notices = world.stores.alerts.allNotifications().map(({ notification }) => notification.notificationId);
        expect({ label, notices }).toEqual({ label, notices: expected });
        expect({ label, violations: await checkInvariants(world, 'settled') }).toEqual({ label, violations: [] });
      }
    }
    expect(textsOfAdmin(undisturbed).at(-1)).toContain(`${comesBack} snoozed, until 19 Jan 2026, which has passed`);
  },
);

async function acknowledgedWorld(until?: string): Promise<EnforcementWorld> {
  const world = anEnforcementWorld(organization);
  world.stores.budgets.writeByHand({ scope: 'default', window: 'month', amount: 'lots' });
  await runEnforcement(world, '2026-01-18');
  const [alert] = world.stores.alerts.allStates();
  const by = { by: 'ada', at: '2026-01-18T09:00:00.000Z', reason: 'known', ...(until === undefined ? {} : { until }) };
  const outcome = await acknowledgeAlert(
    { ...world.stores, decisions: memoryControlsDecisionStore(), clock: world.clock },
    alert?.conditionId ?? '',
    by,
  );
  expect(outcome.kind).toBe('acknowledged');
  return world;
}

async function worldWhoseDayIsOver(): Promise<EnforcementWorld> {
  const world = await acknowledgedWorld('2026-01-19');
  await runEnforcement(world, '2026-01-19');
  world.clock.moveTo(instantOf('2026-01-20'));
  return world;
}

function textsOfAdmin(world: EnforcementWorld): readonly string[] {
  return world.sender.delivered().flatMap(({ to, text }) => (to === admin ? [text] : []));
}
