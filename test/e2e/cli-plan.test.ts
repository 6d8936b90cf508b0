import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { HeldPlanDocument, HeldPlansDocument } from '../../shared/enforcement/contract.ts';
import { useEmulator } from '../support/emulator.ts';
import { useInstallation } from '../support/installation.ts';
import { readJournal } from '../support/read-journal.ts';

const Held = z.object({ guard: z.string(), detail: z.string(), plan: z.string().optional() }).nullable();
const Plan = z.object({
  plan: z.string(),
  dataThrough: z.string().nullable(),
  changes: z.array(
    z.object({
      email: z.string(),
      from: z.number().nullable(),
      to: z.number(),
      binding: z.object({ scope: z.string(), window: z.string() }).nullable(),
      reason: z.string(),
    }),
  ),
  held: Held,
});
const Run = z.object({ status: z.string(), capsChanged: z.int(), held: Held });
const night = ['--at', '2026-03-15T02:30:00Z', '--json'];

const emulator = useEmulator({ users: 20 });
const { curfew, fileOf } = useInstallation({ env: () => emulator.env }, 'file');

beforeAll(async () => {
  await budget(900_000);
  await curfew('run', 'enforce', ...night);
});

async function budget(amount: number) {
  return curfew('budgets', 'set', 'default', 'month', String(amount), '--yes');
}

async function requestsDuring(work: () => Promise<unknown>): Promise<readonly unknown[]> {
  await emulator.call('DELETE', '/__sim/requests');
  await work();
  return emulator.read('/__sim/requests', z.array(z.unknown()));
}

test('a plan shows what would change and why, and asks the platform for nothing', async () => {
  await budget(950_000);

  const requests = await requestsDuring(async () => curfew('plan', ...night));
  const plan = (await curfew('plan', ...night)).read(Plan);

  expect(requests).toEqual([]);
  expect(plan).toMatchObject({ dataThrough: '2026-03-14', held: null });
  expect(plan.changes).toHaveLength(20);
  expect(plan.changes[0]).toMatchObject({ binding: { scope: 'default', window: 'month' }, reason: 'raised' });
});

test('apply does exactly the plan that was shown, and refuses one whose ground has moved: exit code 4', async () => {
  const shown = (await curfew('plan', ...night)).read(Plan);
  await budget(960_000);
  const moved = await curfew('apply', shown.plan, ...night);
  await budget(950_000);
  const again = (await curfew('plan', ...night)).read(Plan);
  const applied = await curfew('apply', again.plan, ...night);

  expect(moved.exitCode).toBe(4);
  expect(moved.read(Run)).toMatchObject({ status: 'held', held: { guard: 'ground-moved' } });
  expect(applied.read(Run)).toMatchObject({ status: 'complete', capsChanged: 20 });
  expect((await curfew('plan', ...night)).read(Plan).changes).toEqual([]);
});

test('a plan that would be held is shown with exit code 4 and why, by plan and by a dry run, and waits for nobody yet', async () => {
  await budget(400_000);

  const shown = await curfew('plan', ...night);
  const dry = await curfew('run', 'enforce', '--dry-run', ...night);
  const inWords = await curfew('run', 'enforce', '--dry-run', '--at', '2026-03-15T02:30:00Z');
  const planId = shown.read(Plan).plan;

  expect([shown.exitCode, dry.exitCode]).toEqual([4, 4]);
  expect(shown.read(Plan).held).toMatchObject({ guard: 'blast-radius', plan: planId });
  expect(dry.read(Run)).toEqual({ status: 'held', capsChanged: 0, held: shown.read(Plan).held });
  expect(inWords.stdout).toContain('"npx curfew run enforce"');
  expect((await curfew('approve', planId)).exitCode).toBe(1);
});

test('what is released must be named by email', async () => {
  expect((await curfew('approve', 'any', '--only', 'ann')).exitCode).toBe(2);
});

test('a plan that was never held leads to the list of those that were', async () => {
  expect(await curfew('plans', 'show', 'none')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('plans list'),
  });
});

test('a plan that reaches far is held with exit code 4, and is done once somebody approves it', async () => {
  await budget(500_000);
  const held = await curfew('run', 'enforce', ...night);
  const planId = held.read(Run).held?.plan ?? '';
  const shown = (await curfew('plan', ...night)).read(Plan);
  const approved = await curfew('approve', planId, '--json');

  expect(held.exitCode).toBe(4);
  expect(held.read(Run)).toMatchObject({ status: 'held', capsChanged: 0, held: { guard: 'blast-radius' } });
  expect(shown).toMatchObject({ plan: planId, held: { guard: 'blast-radius' } });
  expect(approved.exitCode).toBe(0);
  expect(approved.read(Run)).toMatchObject({ status: 'complete', capsChanged: 20, held: null });
});

test('one row of a held plan is released while the rest waits on, and each id leads to what waits', async () => {
  await budget(250_000);
  const later = ['--at', '2026-03-15T03:30:00Z', '--json'];
  const held = await curfew('run', 'enforce', ...later);
  const first = held.read(Run).held?.plan ?? '';
  const planned = (await curfew('plan', ...later)).read(Plan).changes;
  const [row] = planned;
  const nobody = await curfew('approve', first, '--only', 'nobody@acme.example');
  const released = await curfew('approve', first, '--only', row?.email.toUpperCase() ?? '', '--json');
  const second = released.read(Run).held?.plan ?? '';
  const listed = (await curfew('plans', 'list', '--json')).read(HeldPlansDocument);
  const shown = (await curfew('plans', 'show', second, '--json')).read(HeldPlanDocument);
  const inWords = await curfew('plan', 'show', first);

  expect(nobody).toMatchObject({ exitCode: 4, stdout: expect.stringContaining('nobody@acme.example') });
  expect(released.exitCode).toBe(0);
  expect(released.read(Run)).toMatchObject({ capsChanged: 1, held: { guard: 'blast-radius' } });
  expect(listed.slice(0, 2).map(({ plan, status }) => [plan, status])).toEqual([
    [second, 'held'],
    [first, 'replaced'],
  ]);
  const left = planned.length - 1;
  expect(shown).toMatchObject({ changes: left, total: { lowered: left }, moved: { isSame: true, edits: [] } });
  expect(inWords.stdout).toContain(`plans show ${second}`);
  expect((await curfew('approve', first)).stderr).toContain(second);
  expect(await readJournal(curfew, z.object({ kind: z.string(), detail: z.unknown() }))).toContainEqual({
    kind: 'plan-approved',
    detail: { plan: first, only: [row?.email] },
  });
});

test('a rejected plan cannot be approved, and the journal says who rejected it', async () => {
  await budget(100_000);
  // A little later than the approval before it.
  const later = ['--at', '2026-03-15T05:30:00Z', '--json'];
  const planId = (await curfew('run', 'enforce', ...later)).read(Run).held?.plan ?? '';

  const rejected = await curfew('reject', planId);
  const approved = await curfew('approve', planId);
  const journal = await readJournal(curfew, z.object({ kind: z.string() }));

  expect(rejected.exitCode).toBe(0);
  expect(approved.exitCode).toBe(4);
  expect(approved.stderr).toContain('rejected by ada');
  expect(journal).toContainEqual({ kind: 'plan-rejected' });
});

test('an unknown plan is no plan', async () => {
  expect((await curfew('approve', 'nothing')).exitCode).toBe(1);
});

test('with the guard turned off in the settings, a plan that reaches far goes ahead', async () => {
  fileOf('state/settings.yaml', 'blastRadius: false\n');

  const run = await curfew('run', 'enforce', '--at', '2026-03-15T06:30:00Z', '--json');

  expect(run.read(Run)).toMatchObject({ status: 'complete', held: null });
  expect(run.read(Run).capsChanged).toBeGreaterThan(10);
});
