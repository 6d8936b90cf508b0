import { expect, test } from 'vitest';

import { diffControls } from '../../../shared/control-diff/diff-controls.ts';
import type { DigestStore } from '../../../shared/digest/ports.ts';
import { showDigest } from '../../../shared/digest/use-cases/read-digests.ts';
import { sendDigest } from '../../../shared/digest/use-cases/send-digest.ts';
import { memoryLiveStore } from '../../../shared/enforcement/memory-store.ts';
import { memoryDigestStore } from '../../../shared/kernel/runs/store/memory-watcher-stores.ts';
import { addDays, daysOf } from '../../../shared/kernel/time/day.ts';
import { anEnforcementWorld, runEnforcement, type EnforcementWorld, type Scenario } from '../enforcement-world.ts';
import { isSoak, roundsTimeoutMs } from '../rounds.ts';
import { disturbances, type Stop } from '../sudden-end.ts';
import { mailsWith, mostDeliveries, runWatcher } from './watcher-run.ts';

const admins = ['admin@acme.example', 'finops@acme.example'];
const organization: Scenario = {
  members: [
    { userId: 'u-ann', email: 'ann@acme.example', demand: [400, 0, 900] },
    { userId: 'u-bob', email: 'bob@acme.example', demand: [1_500, 20] },
  ],
  budgets: [{ scope: 'default', window: 'month', amount: 5_000 }],
  admins,
};
const weeklyDigest = { isOn: true, weekday: 1, hour: 7, recipients: [], toTeamOwners: true };
const rules = { diff: diffControls, policy: { approvedChangers: [] } };

/** The Monday on which the world begins to be watched. */
const monday = '2026-02-02';

async function aWatchedWorld(said: Partial<Scenario['settings']> = {}): Promise<EnforcementWorld> {
  const world = anEnforcementWorld({ ...organization, settings: { ...said } });
  await runEnforcement(world, monday);
  return world;
}

async function digestAt(
  world: EnforcementWorld,
  at: string,
  { stop, digests = memoryDigestStore() }: { readonly stop?: Stop; readonly digests?: DigestStore } = {},
) {
  const silent = async () => Promise.resolve([]);
  const extra = {
    organization: { activity: silent, tools: silent, productivity: silent },
    liveState: memoryLiveStore(),
    digests,
  };
  const terms = { settings: { ...world.settings, weeklyDigest }, rules: async () => rules };
  return runWatcher(
    world,
    { at, job: 'digest', extra, watch: async (ports, order) => sendDigest(ports, terms, order) },
    stop,
  );
}

async function digestsOf(world: EnforcementWorld) {
  return (await mailsWith(world, 'You get this weekly digest')).map(
    ({ mail }) => `${mail.to} ${mail.subject.split(':')[0]?.slice(7)}`,
  );
}

const expected = admins.map((admin) => `${admin} week 26 Jan to 1 Feb`);

test(
  'everybody gets one digest a week, wherever its run is stopped and whatever answer is lost',
  { timeout: roundsTimeoutMs },
  async () => {
    const undisturbed = await aWatchedWorld();
    const { effects } = await digestAt(undisturbed, `${monday}T07:00:00.000Z`);
    expect((await digestsOf(undisturbed)).toSorted()).toEqual(expected);

    for (let effect = 1; effect <= effects.length; effect += isSoak ? 1 : 2) {
      const disturbance = disturbances[effect % disturbances.length] ?? 'before';
      const label = `${disturbance} effect ${effect}, ${effects[effect - 1]}`;
      const world = await aWatchedWorld();
      await digestAt(world, `${monday}T07:00:00.000Z`, { stop: { effect, disturbance } });
      for (const hour of ['08', '09', '14']) {
        await digestAt(world, `${monday}T${hour}:00:00.000Z`);
      }

      expect({ label, digests: (await digestsOf(world)).toSorted() }).toEqual({ label, digests: expected });
      expect({ label, deliveries: mostDeliveries(world.sender.delivered()) }).toEqual({ label, deliveries: 1 });
    }
  },
);

test('the figures of a digest are those of the platform to the credit', async () => {
  const world = await aWatchedWorld();
  await digestAt(world, `${monday}T07:00:00.000Z`);

  const { usage } = world.platform.calledBy({ runId: 'by hand', asOfMs: world.clock.now() });
  const days = await usage.readDays({ from: '2026-01-19', through: '2026-02-01' });
  const sumOf = (from: string) => {
    const week = new Set(daysOf({ from, through: addDays(from, 6) }));
    return days.filter(({ day }) => week.has(day)).reduce((sum, { totalCredits }) => sum + totalCredits, 0);
  };
  const [mail] = await mailsWith(world, 'You get this weekly digest');
  const plain = mail?.mail.text.replaceAll(',', '') ?? '';

  expect(plain).toContain(`This week: ${sumOf('2026-01-26')}\n`);
  expect(plain).toContain(`The week before: ${sumOf('2026-01-19')}\n`);
});

test('a digest waits for the figures of its week, and then goes out and says which are missing', async () => {
  const world = anEnforcementWorld(organization);
  await runEnforcement(world, addDays(monday, -1));

  const { ended } = await digestAt(world, `${monday}T07:00:00.000Z`);
  const held = await digestsOf(world);
  await digestAt(world, `${monday}T13:00:00.000Z`);
  const [mail] = await mailsWith(world, 'You get this weekly digest');

  expect(ended).toMatchObject({ outcome: { status: 'held', held: { detail: expect.stringContaining('2026-02-01') } } });
  expect(held).toEqual([]);
  expect(mail?.mail.text).toContain('- 2026-02-01: ');
});

test('whoever stands in for a reader whom mail does not reach gets the page, and learns why', async () => {
  const alerts = { fallback: ['cfo@acme.example'], unreachable: [admins[0] ?? ''], quietHours: [], digest: [] };
  const world = await aWatchedWorld({ alerts });
  await digestAt(world, `${monday}T07:00:00.000Z`);

  const [standsIn] = await mailsWith(world, 'You stand in for a recipient whom mail does not reach');

  expect((await digestsOf(world)).map((line) => line.split(' ')[0] ?? '').toSorted()).toEqual([
    'cfo@acme.example',
    admins[1],
  ]);
  expect(standsIn?.mail.to).toBe('cfo@acme.example');
});

test('a digest is kept word for word as its mails say it, and a later run does not change it', async () => {
  const world = await aWatchedWorld();
  const digests = memoryDigestStore();
  await digestAt(world, `${monday}T07:00:00.000Z`, { digests });
  await digestAt(world, `${monday}T08:00:00.000Z`, { digests });

  const [mail] = await mailsWith(world, 'You get this weekly digest');
  const shown = await showDigest(digests, { dueOn: monday, scope: 'org' });

  expect(await digests.list(10)).toHaveLength(1);
  expect(shown).toMatchObject({ recipients: admins, from: '2026-01-26', through: '2026-02-01' });
  expect([shown?.subject, shown?.text]).toEqual([mail?.mail.subject, mail?.mail.text]);
});
