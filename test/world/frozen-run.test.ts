import { expect, test } from 'vitest';

import { checkInvariants } from './check-invariants.ts';
import { endStateOf, lastingPart } from './end-state.ts';
import {
  anEnforcementWorld,
  instantOf,
  invoke,
  runDisturbed,
  runEnforcement,
  type Invocation,
  type EnforcementWorld,
} from './enforcement-world.ts';
import { meanwhile } from './meanwhile.ts';
import { roundsTimeoutMs } from './rounds.ts';
import { smallOrganization, withOwnBudgetsAlone } from './scenarios.ts';
import { inTurn } from './sudden-end.ts';
import { hourMs } from './virtual-clock.ts';

const frozen: Invocation = { runId: 'night-2026-01-20', at: '2026-01-20' };

/** What runs, whole, while the first run stands still for so long that its lease runs out. */
const others: readonly { readonly title: string; readonly other: Invocation }[] = [
  { title: 'the same event again', other: frozen },
  { title: 'another run of the night', other: { runId: 'night-again', at: '2026-01-20T03:30:00Z' } },
  { title: 'the next night', other: { runId: 'night-2026-01-21', at: '2026-01-21' } },
];

/** Calls that carry no fence: once one is on its way, only its own deadline, shorter than the lease, holds it back. */
const onItsWay = new Set([
  'limitWriter.setLimits',
  'users.put',
  'ledger.putRows',
  'ledger.putDay',
  'alerts.enqueue',
  'outbox.write',
]);

test.for(others)(
  'a run that stands still at any effect while $title is done changes nothing any more',
  { timeout: roundsTimeoutMs },
  async ({ title, other }) => {
    const undisturbed = await worldBefore();
    const { effects } = await runDisturbed(undisturbed, frozen);
    await adopt(undisturbed, other);
    const expected = lastingPart(await endStateOf(undisturbed));

    for (const [index, name] of effects.entries()) {
      // For another run beside it the other side.
      const turn = index + others.findIndex((each) => each.title === title);
      for (const side of onItsWay.has(name) ? (['after'] as const) : inTurn(['before', 'after'] as const, turn)) {
        const label = `frozen ${side} effect ${index + 1}, ${name}`;
        const world = await worldBefore();
        const around = meanwhile({ effect: index + 1, side }, async () => adopt(world, other));
        await invoke(world, { ...frozen, around, stopAfterMs: 48 * hourMs });
        const violations = await checkInvariants(world, 'settled');
        const state = lastingPart(await endStateOf(world));

        expect({ label, violations, state }).toEqual({ label, violations: [], state: expected });
      }
    }
  },
);

async function worldBefore(): Promise<EnforcementWorld> {
  const world = anEnforcementWorld({ ...withOwnBudgetsAlone(smallOrganization), isEnforced: false });
  await runEnforcement(world, '2026-01-18');
  world.clock.moveTo(instantOf(frozen.at));
  return world;
}

async function adopt(world: EnforcementWorld, other: Invocation): Promise<void> {
  world.clock.moveTo(Math.max(instantOf(frozen.at) + hourMs, instantOf(other.at)));
  await invoke(world, other);
}
