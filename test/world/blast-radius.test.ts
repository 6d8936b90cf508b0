import { expect, test } from 'vitest';

import { decideApprover, findDecidable, rejectPlan } from '../../shared/enforcement/use-cases/decide-held-plan.ts';
import { callerOfClaims } from '../../shared/kernel/access/caller.ts';
import { checkInvariants } from './check-invariants.ts';
import { endStateOf, lastingPart } from './end-state.ts';
import {
  anEnforcementWorld,
  instantOf,
  invoke,
  runDisturbed,
  runEnforcement,
  setBudgets,
  type EnforcementWorld,
  type Scenario,
} from './enforcement-world.ts';
import { roundsTimeoutMs } from './rounds.ts';
import { smallOrganization } from './scenarios.ts';
import { waysAt } from './sudden-end.ts';
import { hourMs, minuteMs } from './virtual-clock.ts';

const blastRadius = { loweredShare: 0.3, blockedUsersMax: 10, raisedShare: 0.5 };
const guarded = { ...smallOrganization, isEnforced: false, settings: { blastRadius } };
const night = { runId: 'night-2026-01-19', at: '2026-01-19' };
const noon = '2026-01-19T12:00:00Z';

/** Twenty-four people with budgets of their own, whose nights have set all limits; the clock stands at noon. */
async function manyAtNoon(pools: Scenario['budgets'] = []): Promise<EnforcementWorld> {
  const members = Array.from({ length: 24 }, (_, index) => {
    const name = `p${index + 10}`;
    return { userId: `u-${name}`, email: `${name}@acme.example`, demand: [100] };
  });
  const world = anEnforcementWorld({ members, budgets: [], admins: ['ada@acme.example'] });
  setBudgets(world, [...ownBudgets(24, 5_000), ...pools]);
  for (const day of ['2026-02-08', '2026-02-09', '2026-02-10']) {
    await runEnforcement(world, day);
  }
  Object.assign(world.settings, { blastRadius });
  world.clock.moveTo(instantOf('2026-02-10T12:00:00Z'));
  return world;
}

/** Budgets of as many people, of the first so many with another amount. */
function ownBudgets(changed: number, amount: number, others = 5_000) {
  return Array.from({ length: 24 }, (_, index) => ({
    scope: `user:p${index + 10}@acme.example`,
    window: 'month' as const,
    amount: index < changed ? amount : others,
  }));
}

async function editTo(world: EnforcementWorld, rows: Scenario['budgets']) {
  setBudgets(world, rows);
  world.clock.moveBy(minuteMs);
  const now = new Date(world.clock.now()).toISOString();
  const run = await invoke(world, { runId: `by-hand-${now}`, at: now, onlyIfUnfinished: false });
  return run.outcome;
}

test('people who are cut a few at a time count together, and those whose limit is as before do not', async () => {
  const world = await manyAtNoon();

  const first = await editTo(world, ownBudgets(7, 2_000));
  const back = await editTo(world, ownBudgets(0, 2_000));
  const again = await editTo(world, ownBudgets(7, 2_000));
  const second = await editTo(world, ownBudgets(14, 2_000));

  expect([first, back, again].map(({ status }) => status)).toEqual(['complete', 'complete', 'complete']);
  expect(second).toMatchObject({ status: 'held', held: { guard: 'blast-radius' } });
  expect(second.held?.detail).toContain('14 of 24');
});

test('own budgets that are cut a few at a time count together in a pool too', async () => {
  const pools = [{ scope: 'org', window: 'month', amount: 1_000_000 }] as const;
  const world = await manyAtNoon(pools);

  const first = await editTo(world, [...ownBudgets(7, 2_000), ...pools]);
  const second = await editTo(world, [...ownBudgets(14, 2_000), ...pools]);

  expect(first).toMatchObject({ status: 'complete', capsChanged: 7 });
  expect(second).toMatchObject({ status: 'held', held: { guard: 'blast-radius' } });
});

test('raises count together, also of the people whom the edits name, until a day is over', async () => {
  const world = await manyAtNoon();

  const first = await editTo(world, ownBudgets(24, 7_000));
  const second = await editTo(world, ownBudgets(24, 9_800));
  world.clock.moveTo(instantOf('2026-02-11T13:00:00Z'));
  const later = await editTo(world, ownBudgets(24, 9_800));

  expect(first).toMatchObject({ status: 'complete', capsChanged: 24 });
  expect(second).toMatchObject({ status: 'held', capsChanged: 0 });
  expect(later.capsChanged).toBe(24);
});

test('what was sent until a plan was approved counts no more', async () => {
  const world = await manyAtNoon();
  await editTo(world, ownBudgets(7, 2_000));
  const held = await editTo(world, ownBudgets(14, 2_000));
  world.clock.moveBy(minuteMs);
  const now = new Date(world.clock.now()).toISOString();
  const planId = held.held?.plan ?? '';
  await invoke(world, {
    runId: `approved-${now}`,
    at: now,
    apply: { planId, actor: 'ada@acme.example', isApproved: true },
    onlyIfUnfinished: false,
  });

  const next = await editTo(world, ownBudgets(21, 2_000));
  const more = await editTo(world, ownBudgets(24, 1_900));

  expect(next.status).toBe('complete');
  expect(more.status).toBe('held');
});

test('a plan that lowers most caps is held, sends nothing, and is reported once to everybody concerned', async () => {
  const world = await worldAfterCut();
  const putsBefore = world.platform.puts.length;

  const first = await invoke(world, night);
  world.clock.moveBy(hourMs);
  const second = await invoke(world, { runId: 'hourly', at: '2026-01-19T03:30:00Z' });

  expect(first.outcome).toMatchObject({
    status: 'held',
    held: { guard: 'blast-radius', plan: expect.stringMatching(/^[0-9a-f]{16}$/) },
  });
  expect(second.outcome.held).toEqual(first.outcome.held);
  expect(world.platform.puts).toHaveLength(putsBefore);
  const told = world.sender.delivered().filter(({ mailId }) => mailId.startsWith('held-plan/'));
  expect(told.map(({ to }) => to)).toEqual(guarded.admins);
  expect(told[0]?.text).toContain(`curfew approve ${first.outcome.held?.plan}`);
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('while a plan waits, no user reads of a cap that is not in force; they do once it is approved', async () => {
  const world = await worldAfterCut(300);
  const mailsBefore = world.sender.delivered().length;

  await invoke(world, night);
  const whileHeld = world.sender.delivered().slice(mailsBefore);
  await apply(world, { isApproved: true });
  const afterwards = world.sender.delivered().slice(mailsBefore + whileHeld.length);

  expect(new Set(whileHeld.map(({ to }) => to))).toEqual(new Set(guarded.admins));
  expect(afterwards.some(({ to, text }) => !guarded.admins.includes(to) && text.includes('stopped'))).toBe(true);
});

test('an organization’s budget that is used up is named, so that nobody wonders why everybody is stopped', async () => {
  const world = await worldAfterCut(5_000, { settings: { blastRadius: { ...blastRadius, blockedUsersMax: 3 } } });
  setBudgets(world, [...world.budgets, { scope: 'org', window: 'month', amount: 1 }]);

  const { outcome } = await invoke(world, night);

  expect(outcome.held?.detail).toContain('used up: org month');
});

test('who had a top-up that is over is no part of a plan’s reach', async () => {
  const members = guarded.members.flatMap(({ email }) => email?.toLowerCase() ?? []);
  const topUps = members.map((email) => ({ email, credits: 4_000, from: '2026-01-16', to: '2026-01-18' }));
  const world = await worldAfterCut(5_000, { topUps });

  const { outcome } = await invoke(world, night);

  expect(outcome).toMatchObject({ status: 'complete', capsChanged: 6 });
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('an approved plan is applied without asking the platform for anything, and the journal says by whom', async () => {
  const world = await worldAfterCut();
  const planId = (await invoke(world, night)).outcome.held?.plan;

  const { outcome } = await apply(world, { ...(planId !== undefined && { planId }), isApproved: true });

  expect(outcome).toMatchObject({ status: 'complete', dataThrough: '2026-01-18' });
  expect(world.platform.limitOf('Ann@acme.example')).toBe(2_000);
  expect(world.calls.some(({ runId, name }) => runId === applyRunId && /^(usage|roster)\./.test(name))).toBe(false);
  const entries = await world.stores.journal.list({ from: '2026-01-19', through: '2026-01-19' }, 1_000);
  expect(entries.find(({ kind }) => kind === 'plan-approved')).toMatchObject({ actor: 'ada', subject: planId });
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('a plan whose ground has moved is refused, and nothing is sent', async () => {
  const world = await worldAfterCut();
  const planId = (await invoke(world, night)).outcome.held?.plan ?? '';
  setBudgets(world, [{ scope: 'default', window: 'month', amount: 1_999 }]);
  const putsBefore = world.platform.puts.length;

  const { outcome } = await apply(world, { planId, isApproved: true });

  expect(outcome).toMatchObject({ status: 'held', held: { guard: 'ground-moved' } });
  expect(world.platform.puts).toHaveLength(putsBefore);
});

test('a plan that is too old cannot be approved, though the table has not forgotten it yet', async () => {
  const world = await worldAfterCut();
  const planId = (await invoke(world, night)).outcome.held?.plan ?? '';
  const untilMs = Date.parse((await world.stores.plans.find(planId))?.expiresAt ?? '');

  const [inTime, late] = [untilMs - 1, untilMs].map(async (nowMs) => findDecidable(world.stores.plans, planId, nowMs));

  expect(await inTime).toMatchObject({ kind: 'open' });
  expect(await late).toMatchObject({ kind: 'closed', problem: expect.stringContaining('could be approved until') });
});

test('a rejected plan goes on being held, without another mail', async () => {
  const world = await worldAfterCut();
  const planId = (await invoke(world, night)).outcome.held?.plan ?? '';
  const plan = await world.stores.plans.find(planId);
  if (plan !== undefined) {
    await rejectPlan(world.stores, plan, { name: 'ada', at: night.at });
  }
  const mailsBefore = world.sender.delivered().length;
  world.clock.moveBy(hourMs);

  const { outcome } = await invoke(world, { runId: 'hourly', at: '2026-01-19T03:30:00Z' });

  expect(outcome.held).toMatchObject({ plan: planId, detail: expect.stringContaining('ada rejected it') });
  expect(world.sender.delivered()).toHaveLength(mailsBefore);
});

test('what the next night holds after a rejected plan waits again, and says who rejected the one before', async () => {
  const world = await worldAfterCut();
  const planId = (await invoke(world, night)).outcome.held?.plan ?? '';
  const plan = await world.stores.plans.find(planId);
  if (plan !== undefined) {
    await rejectPlan(world.stores, plan, { name: 'ada', at: night.at });
  }
  world.clock.moveTo(instantOf('2026-01-20T02:30:00Z'));

  const { outcome } = await runEnforcement(world, '2026-01-20');

  const again = await world.stores.plans.find(outcome.held?.plan ?? '');
  expect(again).toMatchObject({ rejectedBefore: { planId, by: 'ada', at: night.at } });
  expect(again?.decision).toBeUndefined();
  expect(outcome.held?.detail).toContain(`${planId}, was rejected by ada`);
  expect(await findDecidable(world.stores.plans, planId, world.clock.now())).toMatchObject({ kind: 'closed' });
});

test('who edited since limits were last set may not approve, and who edited before that may', async () => {
  const world = await worldAfterCut();
  await invoke(world, night);
  const edited = async (actor: string, at: string) =>
    world.stores.journal.append([
      { id: actor, at, kind: 'budget-changed', actor, subject: 'default', detail: { window: 'month' } },
    ]);
  await edited('ann@acme.example', '2026-01-17T12:00:00Z');
  await edited('bob@acme.example', '2026-01-18T12:00:00Z');

  const decided = await Promise.all(
    ['ann@acme.example', 'bob@acme.example'].map(async (email) => {
      const caller = callerOfClaims({ sub: 'x', email, emailVerified: true });
      return decideApprover(world.stores, { caller, rules: noRoles }, world.clock.now());
    }),
  );

  expect(decided).toEqual([
    { kind: 'allowed' },
    { kind: 'refused', reason: expect.stringMatching(/^bob@acme\.example .*default month .*18 Jan 2026/u) },
  ]);
});

const noRoles = {
  roles: { viewers: [], budgetAdmins: [], approvers: [], security: [], teamOwners: {} },
  fourEyes: {},
};

test('applying is no way around the guard', async () => {
  const world = await worldAfterCut();
  const planId = (await invoke(world, night)).outcome.held?.plan ?? '';

  const { outcome } = await apply(world, { planId, isApproved: false });

  expect(outcome).toMatchObject({ status: 'held', held: { guard: 'blast-radius', plan: planId } });
});

test('a plan that was applied by hand leaves the night of the day to be done', async () => {
  const world = await worldAfterCut();
  await invoke(world, night);
  await apply(world, { isApproved: true });
  world.clock.moveBy(hourMs);

  world.clock.moveTo(instantOf('2026-01-19T13:30:00Z'));
  const { run } = await invoke(world, { runId: 'hourly', at: '2026-01-19T13:30:00Z' });

  expect(run.runId).toBe('hourly');
  expect(world.calls.some(({ runId, name }) => runId === 'hourly' && name === 'usage.readDays')).toBe(true);
});

test.for([
  ['the guard is turned off in the settings', { settings: { blastRadius: false } }],
  ['no run has set the limits of a platform window yet', { anchorDay: 19 }],
] as const)('no plan is held: %s', async ([, terms]) => {
  const world = await worldAfterCut(2_000, terms);

  const { outcome } = await runEnforcement(world, '2026-01-19');

  expect(outcome).toMatchObject({ status: 'complete', capsChanged: 6 });
});

test(
  'a night that is held, stopped at any effect in any way and taken up, ends the same',
  { timeout: roundsTimeoutMs },
  async () => {
    const undisturbed = await worldAfterCut();
    const { effects } = await runDisturbed(undisturbed, night);
    const expected = await plansAnd(undisturbed);

    for (let effect = 1; effect <= effects.length; effect += 1) {
      for (const disturbance of waysAt(effect)) {
        const label = `${disturbance} effect ${effect}, ${effects[effect - 1]}`;
        const world = await worldAfterCut();
        await runDisturbed(world, night, { effect, disturbance });
        world.clock.moveTo(instantOf('2026-01-19T03:30:00Z'));
        await invoke(world, { runId: 'night-again', at: '2026-01-19T03:30:00Z' });

        expect({ label, wrong: await checkInvariants(world, 'settled') }).toEqual({ label, wrong: [] });
        expect({ label, ...(await plansAnd(world)) }).toEqual({ label, ...expected });
      }
    }
  },
);

test(
  'an approval that is stopped at any effect in any way is brought to its end by the next night',
  { timeout: roundsTimeoutMs },
  async () => {
    const undisturbed = await worldHeld();
    const { effects } = await runDisturbed(undisturbed, approval());

    for (let effect = 1; effect <= effects.length; effect += 1) {
      for (const disturbance of waysAt(effect)) {
        const label = `${disturbance} effect ${effect}, ${effects[effect - 1]}`;
        const world = await worldHeld();
        await runDisturbed(world, approval(), { effect, disturbance });
        world.clock.moveBy(11 * minuteMs);
        await invoke(world, { ...approval(), runId: `${applyRunId}2` });

        expect({ label, wrong: await checkInvariants(world, 'settled') }).toEqual({ label, wrong: [] });
        expect({ label, limit: world.platform.limitOf('Ann@acme.example') }).toEqual({ label, limit: 2_000 });
      }
    }
  },
);

const applyRunId = 'enforce-2026-01-19T12:00:00.000Z-apply-1';

function approval() {
  return { runId: applyRunId, at: noon, onlyIfUnfinished: false, apply: { actor: 'ada', isApproved: true } };
}

async function apply(world: EnforcementWorld, said: { readonly planId?: string; readonly isApproved: boolean }) {
  world.clock.moveTo(noon);
  return invoke(world, { ...approval(), apply: { actor: 'ada', ...said } });
}

async function worldHeld(): Promise<EnforcementWorld> {
  const world = await worldAfterCut();
  await invoke(world, night);
  world.clock.moveTo(noon);
  return world;
}

/** Caps were set on the night before, and then the budget of nearly everybody was cut by more than half. */
async function worldAfterCut(amount = 2_000, terms: Partial<Scenario> = {}): Promise<EnforcementWorld> {
  const world = anEnforcementWorld({ ...guarded, ...terms });
  setBudgets(world, [{ scope: 'default', window: 'month', amount: 5_000 }]);
  await runEnforcement(world, '2026-01-18');
  setBudgets(world, [{ scope: 'default', window: 'month', amount }]);
  world.clock.moveTo(instantOf(night.at));
  return world;
}

async function plansAnd(world: EnforcementWorld) {
  const state = await endStateOf(world);
  const told = world.sender.delivered().flatMap(({ mailId, carries }) => [mailId, ...carries]);
  const open = (await world.stores.outbox.listOpenStates()).map(({ mailId }) => mailId);
  // One whose sender was cut off goes once more.
  const ids = [...told, ...open].map((mailId) => mailId.replace(/\/again$/u, ''));
  const held = [...new Set(ids)].filter((mailId) => mailId.startsWith('held-plan/')).toSorted();
  const plans = await Promise.all(held.map(async (mailId) => world.stores.plans.find(mailId.split('/')[1] ?? '')));
  return { ...lastingPart(state), held, plans: plans.map((plan) => plan?.changes) };
}
