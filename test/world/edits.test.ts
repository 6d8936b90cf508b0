import { expect, test } from 'vitest';

import { isEditRun } from '../../shared/kernel/runs/run-id.ts';
import { checkInvariants } from './check-invariants.ts';
import { editByHand, handOver, handOverDisturbed } from './edit-world.ts';
import { endStateOf, type EndState } from './end-state.ts';
import {
  anEnforcementWorld,
  instantOf,
  invoke,
  runEnforcement,
  type EnforcementWorld,
  type Scenario,
} from './enforcement-world.ts';
import { roundsTimeoutMs } from './rounds.ts';
import { smallOrganization } from './scenarios.ts';
import { waysAt } from './sudden-end.ts';
import { hourMs, minuteMs } from './virtual-clock.ts';

const bobMonth = { scope: 'user:bob@acme.example', window: 'month' };
const spoiled = { scope: 'default', window: 'month' };
/** Without a pool, whose division would move the limits of others too, and without day pacing. */
const scenario: Scenario = {
  ...smallOrganization,
  budgets: smallOrganization.budgets.filter(({ scope, window }) => scope !== 'org' && window !== 'day'),
  isEnforced: false,
};

/** A world after its night of the 18th, at two in the afternoon, with a version for every row. */
async function afternoon(): Promise<EnforcementWorld> {
  const world = anEnforcementWorld(scenario);
  await runEnforcement(world, '2026-01-18');
  world.clock.moveTo(instantOf('2026-01-18T14:00:00Z'));
  await handOver(world, scenario.budgets);
  world.clock.moveBy(minuteMs);
  return world;
}

function spoil({ stores }: EnforcementWorld): void {
  stores.budgets.writeByHand({ ...spoiled, amount: 'much', version: 1, owners: ['owner@acme.example'] });
}

async function mailsAfter(world: EnforcementWorld, count: number) {
  return world.sender
    .delivered()
    .slice(count)
    .map(({ to, subject }) => ({ to, subject }));
}

test('a direct edit takes effect at once, gets its version, and is in journal and history', async () => {
  const world = await afternoon();
  editByHand(world, [{ ...bobMonth, amount: 7_000 }]);

  const watched = await handOver(world, [bobMonth]);

  expect(watched).toMatchObject({
    adopted: 1,
    isDone: true,
    enforcement: { outcome: { status: 'complete', capsChanged: 1 } },
  });
  expect(world.platform.limitOf('bob@acme.example')).toBe(7_000);
  const { row, last } = await world.stores.budgets.find(bobMonth);
  expect(row).toMatchObject({ record: { version: 2, updatedBy: 'unknown', amount: { credits: 7_000 } } });
  expect(last).toMatchObject({ version: 2, way: 'direct-edit' });
  const [entry] = (await world.stores.journal.list({ from: '2026-01-18', through: '2026-01-18' }, 10_000)).filter(
    ({ kind, subject, detail }) => kind === 'budget-changed' && subject === bobMonth.scope && detail['before'] !== null,
  );
  expect(entry).toMatchObject({
    actor: 'unknown',
    detail: { before: { amount: 9_000, version: 1 }, after: { amount: 7_000, version: 2 } },
  });
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('it asks the platform for nothing, and handed over again it changes nothing', async () => {
  const world = await afternoon();
  editByHand(world, [{ ...bobMonth, amount: 7_000 }]);
  const callsBefore = world.calls.length;
  await handOver(world, [bobMonth]);
  const before = await endStateOf(world);

  const again = await handOver(world, [bobMonth]);

  expect(again).toMatchObject({ adopted: 0, isDone: true, enforcement: { outcome: { capsChanged: 0, alerts: 0 } } });
  expect(await endStateOf(world)).toEqual(before);
  const names = world.calls.slice(callsBefore).map(({ name }) => name);
  expect(names.filter((name) => /^(usage|roster)\./.test(name))).toEqual([]);
});

test('several edits in one batch are one run', async () => {
  const world = await afternoon();
  const runsBefore = (await world.stores.runs.list('enforce', 100)).length;
  editByHand(world, [
    { ...bobMonth, amount: 7_000 },
    { ...spoiled, amount: 6_000 },
  ]);

  const watched = await handOver(world, [bobMonth, spoiled]);

  expect(watched.adopted).toBe(2);
  expect(await world.stores.runs.list('enforce', 100)).toHaveLength(runsBefore + 1);
  expect(world.platform.limitOf('Ann@acme.example')).toBe(6_000);
});

test('a row that is removed directly lets what else binds its user bind, and is a version too', async () => {
  const world = await afternoon();
  world.budgets = world.budgets.filter(({ scope }) => scope !== bobMonth.scope);
  world.stores.budgets.removeByHand(bobMonth);

  await handOver(world, [bobMonth]);

  // What was used, past the default of 5,000.
  expect(world.platform.limitOf('bob@acme.example')).toBe(5_600);
  expect((await world.stores.budgets.find(bobMonth)).last).toMatchObject({ version: 2, way: 'direct-edit' });
});

test('a row that cannot be read is replaced by its last valid version, and admins and owners are notified once', async () => {
  const world = await afternoon();
  editByHand(world, [
    { ...spoiled, amount: 5_000, owners: ['owner@acme.example'] } as typeof spoiled & { amount: number },
  ]);
  await handOver(world, [spoiled]);
  const limitBefore = world.platform.limitOf('Ann@acme.example');
  const count = world.sender.delivered().length;
  spoil(world);

  const watched = await handOver(world, [spoiled]);
  await handOver(world, [spoiled]);

  expect(watched).toMatchObject({
    invalid: 1,
    isDone: true,
    enforcement: { outcome: { status: 'complete', capsChanged: 0 } },
  });
  expect(world.platform.limitOf('Ann@acme.example')).toBe(limitBefore);
  const subject = expect.stringMatching(/default \(month\) .*ignored .*version 2 /u);
  const told = await mailsAfter(world, count);
  expect(told.toSorted((a, b) => (a.to < b.to ? -1 : 1))).toEqual(
    ['admin@acme.example', 'finops@acme.example', 'owner@acme.example'].map((to) => ({ to, subject })),
  );
  const night = await runEnforcement(world, '2026-01-19');
  expect(night.outcome.problems.join()).toContain('Version 2 of 18 Jan 2026');
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('a top-up that cannot be read raises an alert at once, which is resolved once the row is valid', async () => {
  const world = await afternoon();
  const count = world.sender.delivered().length;
  const [kind, id] = ['top-up', 'by-hand'] as const;
  world.stores.grants.writeByHand({ kind, id, scope: 'user:bob@acme.example', credits: 'many' });

  await handOver(world, []);
  await handOver(world, []);
  const reason = 'as agreed';
  const record = { createdBy: 'admin', createdAt: '2026-01-18T00:00:00.000Z', version: 1 };
  const days = { from: '2026-01-01', to: '2026-01-02' };
  world.stores.grants.writeByHand({ kind, id, scope: 'user:bob@acme.example', credits: 5, reason, ...days, ...record });
  await handOver(world, []);

  const told = (await mailsAfter(world, count)).filter(({ to }) => to === 'admin@acme.example');
  expect(told.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/by-hand.*ignored.*bob@acme\.example/),
    expect.stringMatching(/by-hand.*valid again/),
  ]);
});

test('an edit never counts as the night, whose own run is done in full, even when it comes after the edit', async () => {
  const world = await afternoon();
  editByHand(world, [{ ...bobMonth, amount: 7_000 }]);
  world.clock.moveTo(instantOf('2026-01-19T01:00:00Z'));
  const early = await handOver(world, [bobMonth]);
  world.clock.moveTo(instantOf('2026-01-19T02:40:00Z'));

  const night = await invoke(world, { runId: 'night-2026-01-19', at: '2026-01-19' });
  const late = await handOver(world, [bobMonth]);
  world.clock.moveTo(instantOf('2026-01-19T03:30:00Z'));
  const hourly = await invoke(world, { runId: 'hourly', at: '2026-01-19T03:30:00Z' });

  expect(early.enforcement?.outcome).toMatchObject({ status: 'held', held: { guard: 'trust-gate' } });
  expect(night.outcome).toMatchObject({ status: 'complete', dataThrough: '2026-01-18' });
  expect(late.enforcement?.outcome).toMatchObject({ status: 'complete', capsChanged: 0 });
  expect(hourly.run.runId).toBe('night-2026-01-19');
  expect(world.platform.limitOf('bob@acme.example')).toBe(7_000);
});

test('a night of the same day that is delivered after an edit is not taken for an older one', async () => {
  const world = await afternoon();
  editByHand(world, [{ ...bobMonth, amount: 7_000 }]);
  await handOver(world, [bobMonth]);

  const again = await invoke(world, { runId: 'again', at: '2026-01-18', onlyIfUnfinished: false });
  const older = await invoke(world, { runId: 'older', at: '2026-01-17', onlyIfUnfinished: false });

  expect(again.outcome.status).toBe('complete');
  expect(older.outcome).toMatchObject({ held: { guard: 'newer-run' } });
});

test('while another run sets caps, edits wait for it; when that takes long, they are to be handed over again', async () => {
  const world = await afternoon();
  const { leases } = world.stores;
  editByHand(world, [{ ...bobMonth, amount: 7_000 }]);
  await leases.acquire('limits', { owner: 'a night', nowMs: world.clock.now(), durationMs: minuteMs / 2 });

  const soon = await handOver(world, [bobMonth]);
  editByHand(world, [{ ...bobMonth, amount: 6_500 }]);
  await leases.acquire('limits', { owner: 'a night', nowMs: world.clock.now(), durationMs: hourMs });
  const long = await handOver(world, [bobMonth]);

  expect(soon).toMatchObject({ isDone: true, enforcement: { outcome: { status: 'complete', capsChanged: 1 } } });
  expect(long).toMatchObject({ isDone: false, enforcement: { outcome: { held: { guard: 'another-run' } } } });
  expect(world.platform.limitOf('bob@acme.example')).toBe(7_000);
});

test('an edit that nobody hands over again waits for as long as a night may take', async () => {
  const world = await afternoon();
  editByHand(world, [{ ...bobMonth, amount: 7_000 }]);
  await world.stores.leases.acquire('limits', { owner: 'a night', nowMs: world.clock.now(), durationMs: 2 * hourMs });

  const watched = await handOver(world, [bobMonth], { patienceMs: 150 * minuteMs });

  expect(watched).toMatchObject({ isDone: true, enforcement: { outcome: { status: 'complete', capsChanged: 1 } } });
  expect(world.platform.limitOf('bob@acme.example')).toBe(7_000);
});

test(
  'a handing over is stopped at any effect in any way, handed over again, and ends the same',
  { timeout: roundsTimeoutMs },
  async () => {
    const rows = [bobMonth, spoiled];
    async function edited(): Promise<EnforcementWorld> {
      const world = await afternoon();
      editByHand(world, [{ ...bobMonth, amount: 7_000 }]);
      spoil(world);
      return world;
    }
    const undisturbed = await edited();
    const { effects } = await handOverDisturbed(undisturbed, rows);
    const expected = await endsOf(undisturbed, rows);

    expect(effects).toContain('budgets.adopt');
    for (let effect = 1; effect <= effects.length; effect += 1) {
      for (const disturbance of waysAt(effect)) {
        const label = `${disturbance} effect ${effect}, ${effects[effect - 1]}`;
        const world = await edited();
        await handOverDisturbed(world, rows, { effect, disturbance });
        expect({ label, violations: await checkInvariants(world, 'any') }).toEqual({ label, violations: [] });
        const ends = await endsOf(world, rows);

        expect({ label, ...ends }).toEqual({ label, ...expected });
      }
    }
  },
);

/** The end once it was handed over again an hour later, and after the next night, which carries what was unknown. */
async function endsOf(world: EnforcementWorld, rows: readonly (typeof bobMonth)[]) {
  world.clock.moveTo(instantOf('2026-01-18T15:30:00Z'));
  await handOver(world, rows);
  const { mails: _mails, ...then } = await endStateOf(world);
  const handedOver = lasting(then);
  await runEnforcement(world, '2026-01-19');
  expect(await checkInvariants(world, 'settled')).toEqual([]);
  const runs = await world.stores.runs.list('enforce', 100);
  expect(runs.some(({ runId }) => isEditRun(runId))).toBe(true);
  const { mails, ...end } = await endStateOf(world);
  const versions = (await world.stores.budgets.listVersions()).map(({ version, way }) => `${version} ${way}`);
  return { handedOver, end: lasting(end), versions, mails };
}

/** At which moment a direct edit was found is not part of what it is. */
function lasting({ facts, ...state }: Omit<EndState, 'mails'>) {
  return { ...state, facts: facts.filter((fact) => !fact.includes('alert-told')) };
}
