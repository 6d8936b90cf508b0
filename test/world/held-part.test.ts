import { expect, test } from 'vitest';

import type { BudgetRow, TopUpRow } from './budget-oracle.ts';
import { checkInvariants } from './check-invariants.ts';
import { editByHand, handOver } from './edit-world.ts';
import { endStateOf, lastingPart } from './end-state.ts';
import {
  anEnforcementWorld,
  instantOf,
  invoke,
  runDisturbed,
  runEnforcement,
  setBudgets,
  type EnforcementWorld,
} from './enforcement-world.ts';
import { roundsTimeoutMs } from './rounds.ts';
import { waysAt } from './sudden-end.ts';
import { hourMs } from './virtual-clock.ts';

const blastRadius = { loweredShare: 0.3, blockedUsersMax: 10, raisedShare: 0.5 };
const names = ['ann', 'bob', 'cem', 'dot'];
const defaultMonth: BudgetRow = { scope: 'default', window: 'month', amount: 5_000 };
const annsMonth: BudgetRow = { scope: 'user:ann@acme.example', window: 'month', amount: 5_000 };
const night = { runId: 'night-2026-01-19', at: '2026-01-19' };

/** The default was cut by more than half; what Ann's own budget gives her is no part of that. */
async function worldAfterCut(): Promise<EnforcementWorld> {
  const members = names.map((name) => ({ userId: `u-${name}`, email: `${name}@acme.example`, demand: [100] }));
  const budgets = [defaultMonth, annsMonth];
  const world = anEnforcementWorld({
    members,
    budgets,
    admins: ['ada@acme.example'],
    topUps: [],
    settings: { blastRadius },
  });
  await runEnforcement(world, '2026-01-18');
  setBudgets(world, [{ ...defaultMonth, amount: 1_000 }, annsMonth]);
  world.clock.moveTo(instantOf(night.at));
  return world;
}

/** The same, and she was given a top-up, so that the night which holds the cut sends her row. */
async function worldAfterTopUp(): Promise<EnforcementWorld> {
  const world = await worldAfterCut();
  const terms = { credits: 1_000, from: '2026-01-18', to: '2026-01-25' };
  const record = { reason: 'release', createdBy: 'ada', createdAt: '2026-01-18T20:00:00.000Z', version: 1 };
  world.stores.grants.writeByHand({ kind: 'top-up', id: 'one', scope: annsMonth.scope, ...terms, ...record });
  (world.topUps as TopUpRow[]).push({ email: 'ann@acme.example', ...terms });
  return world;
}

function heldMails({ sender }: EnforcementWorld): readonly string[] {
  return sender.delivered().flatMap(({ mailId }) => (mailId.startsWith('held-plan/') ? [mailId] : []));
}

/** Those too whose sending was stopped midway: they are not sent blindly again. */
async function mailsAndOpen(world: EnforcementWorld): Promise<ReadonlySet<string>> {
  const open = (await world.stores.outbox.listOpenStates()).map(({ mailId }) => mailId);
  const ids = [...heldMails(world), ...open.filter((mailId) => mailId.startsWith('held-plan/'))];
  // One whose sender was cut off goes once more.
  return new Set(ids.map((mailId) => mailId.replace(/\/again$/u, '')));
}

test('edits that leave a held plan as it is send no further mail, and the id that was mailed leads to the plan of now', async () => {
  const world = await worldAfterCut();
  const { outcome } = await invoke(world, night);
  const mailed = heldMails(world);
  world.clock.moveBy(hourMs);

  editByHand(world, [{ ...annsMonth, amount: 5_500 }]);
  const { enforcement: edited } = await handOver(world, [annsMonth]);
  world.clock.moveBy(hourMs);
  await invoke(world, { runId: 'hourly', at: '2026-01-19T04:30:00Z' });

  const first = outcome.held?.plan ?? '';
  const second = edited?.outcome.held?.plan ?? '';
  expect(mailed).toEqual([`held-plan/${first}/ada@acme.example`]);
  expect(second).not.toBe(first);
  expect(heldMails(world)).toEqual(mailed);
  expect(await world.stores.plans.find(first)).toMatchObject({ replacedBy: second });
  expect(await world.stores.plans.latest()).toMatchObject({ planId: second, notice: first });
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('an edit that makes a held plan stop somebody else is mailed', async () => {
  const world = await worldAfterCut();
  await invoke(world, night);
  world.clock.moveBy(hourMs);

  editByHand(world, [{ ...defaultMonth, amount: 0 }]);
  const { enforcement: edited } = await handOver(world, [defaultMonth]);

  expect(heldMails(world).at(-1)).toBe(`held-plan/${edited?.outcome.held?.plan}/ada@acme.example`);
  expect(heldMails(world)).toHaveLength(2);
});

test('no plan waits any more once the budgets are corrected', async () => {
  const world = await worldAfterCut();
  const held = (await invoke(world, night)).outcome.held?.plan ?? '';
  world.clock.moveBy(hourMs);

  editByHand(world, [defaultMonth]);
  await handOver(world, [defaultMonth]);

  expect(await world.stores.plans.find(held)).toMatchObject({ replacedBy: 'none' });
});

const release = {
  runId: 'enforce-2026-01-19T12:00:00.000Z-apply-1',
  at: '2026-01-19T12:00:00Z',
  onlyIfUnfinished: false,
  apply: { actor: 'ada', isApproved: true, only: ['bob@acme.example'] },
};

async function worldHeld(): Promise<{ readonly world: EnforcementWorld; readonly planId: string }> {
  const world = await worldAfterCut();
  const planId = (await invoke(world, night)).outcome.held?.plan ?? '';
  world.clock.moveTo(release.at);
  return { world, planId };
}

test('single rows of a held plan are released, journaled with who did it, and the rest waits on', async () => {
  const { world, planId } = await worldHeld();

  const { outcome } = await invoke(world, { ...release, apply: { ...release.apply, planId } });

  expect(outcome).toMatchObject({ status: 'held', capsChanged: 1, held: { guard: 'blast-radius', notice: planId } });
  expect(names.map((name) => world.platform.limitOf(`${name}@acme.example`))).toEqual([5_000, 1_000, 5_000, 5_000]);
  const entries = await world.stores.journal.list({ from: '2026-01-19', through: '2026-01-19' }, 1_000);
  expect(entries.find(({ kind }) => kind === 'plan-approved')).toMatchObject({
    actor: 'ada',
    subject: planId,
    detail: { plan: planId, only: ['bob@acme.example'] },
  });
  expect(heldMails(world)).toHaveLength(1);
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('rows of which one is not in the plan are not released, and which one it is is said', async () => {
  const { world, planId } = await worldHeld();
  const putsBefore = world.platform.puts.length;

  const only = ['bob@acme.example', 'eve@acme.example'];
  const { outcome } = await invoke(world, { ...release, apply: { ...release.apply, planId, only } });

  expect(outcome.held?.detail).toContain('eve@acme.example');
  expect(outcome.held?.detail).not.toContain('bob@acme.example');
  expect(world.platform.puts).toHaveLength(putsBefore);
});

test(
  'a night that sends a part beside a hold, stopped at any effect in any way and taken up, ends the same',
  { timeout: roundsTimeoutMs },
  async () => {
    const undisturbed = await worldAfterTopUp();
    const { effects } = await runDisturbed(undisturbed, night);
    const expected = lastingPart(await endStateOf(undisturbed)).platformLimits;
    expect(undisturbed.platform.limitOf('ann@acme.example')).toBe(6_000);

    for (let effect = 1; effect <= effects.length; effect += 1) {
      for (const disturbance of waysAt(effect)) {
        const label = `${disturbance} effect ${effect}, ${effects[effect - 1]}`;
        const world = await worldAfterTopUp();
        await runDisturbed(world, night, { effect, disturbance });
        world.clock.moveTo(instantOf('2026-01-19T03:30:00Z'));
        await invoke(world, { runId: 'night-again', at: '2026-01-19T03:30:00Z' });

        expect({ label, wrong: await checkInvariants(world, 'settled') }).toEqual({ label, wrong: [] });
        expect({ label, limits: lastingPart(await endStateOf(world)).platformLimits }).toEqual({
          label,
          limits: expected,
        });
        expect({ label, mails: (await mailsAndOpen(world)).size }).toEqual({ label, mails: 1 });
      }
    }
  },
);
