import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { commandLine } from '../support/command-line.ts';
import { useEmulator } from '../support/emulator.ts';
import { useInstallation } from '../support/installation.ts';

const Run = z.object({
  run: z.string(),
  job: z.literal('enforce'),
  status: z.enum(['complete', 'partial', 'held', 'failed']),
  dataThrough: z.string().nullable(),
  capsChanged: z.int(),
  capsFailed: z.int(),
  alerts: z.int(),
  held: z.object({ guard: z.string(), detail: z.string() }).nullable(),
  changes: z
    .array(
      z.object({
        email: z.string(),
        from: z.number().nullable(),
        to: z.number(),
        binding: z.object({ scope: z.string(), window: z.string() }).nullable(),
        reason: z.string(),
      }),
    )
    .optional(),
});

const emulator = useEmulator({ users: 30 });
const installation = useInstallation({ env: () => emulator.env }, 'file');
const { curfew, fileOf, pathOf } = installation;

beforeAll(async () => {
  const rows = ['scope,window,amount', 'org,month,50000000', 'default,month,400000', 'default,day,60000', ''];
  await curfew('budgets', 'import', fileOf('budgets.csv', rows.join('\n')), '--yes');
});

describe('run enforce', () => {
  test('shows with --dry-run what it would change, and does exactly that without it', async () => {
    const dry = await curfew('run', 'enforce', '--at', '2026-03-15', '--dry-run', '--json');
    const real = await curfew('run', 'enforce', '--at', '2026-03-15T02:30:00Z', '--json');
    const limits = await emulator.limits();

    const changes = dry.read(Run).changes ?? [];
    expect([dry.exitCode, real.exitCode]).toEqual([0, 0]);
    expect(dry.read(Run)).toMatchObject({ status: 'complete', capsChanged: 0, dataThrough: '2026-03-14' });
    expect(real.read(Run)).toMatchObject({ status: 'complete', capsChanged: changes.length, held: null });
    expect(changes.length).toBe(30);
    const set = new Map([...limits].map(([email, limit]) => [email.toLowerCase(), limit]));
    expect(changes.filter(({ email, to }) => set.get(email.toLowerCase()) !== to)).toEqual([]);
  });

  test('a second run finds nothing to change', async () => {
    const again = await curfew('run', 'enforce', '--at', '2026-03-15T02:30:00Z', '--json');

    expect(again.exitCode).toBe(0);
    expect(again.read(Run)).toMatchObject({ status: 'complete', capsChanged: 0 });
  });

  test('an older moment is held by a guard: exit code 4', async () => {
    const older = await curfew('run', 'enforce', '--at', '2026-03-14', '--json');

    expect(older.exitCode).toBe(4);
    expect(older.read(Run)).toMatchObject({ status: 'held', held: { guard: 'newer-run' }, dataThrough: null });
  });

  test('a wrong key fails with what to do about it, and without the key', async () => {
    const env = { ...emulator.env, CURFEW_API_KEY: 'wrong-key' };

    const refused = await installation.commandLine({ env })('run', 'enforce', '--at', '2026-03-15T04:30:00Z');

    expect(refused.exitCode).toBe(1);
    expect(refused.stdout).toContain('Check the API key');
    expect(refused.stdout + refused.stderr).not.toContain('wrong-key');
  });

  test('runs are listed and shown', async () => {
    const list = await curfew('runs', 'list', '--json');
    const [first] = list.read(z.array(Run));
    const shown = await curfew('runs', 'show', first?.run ?? '', '--json');

    expect(shown.read(Run)).toEqual(first);
  });

  test('runs are listed of one job, and of no job that there is not', async () => {
    const [ofEnforce, ofControls, wrong] = [
      await curfew('runs', 'list', '--job', 'enforce', '--json'),
      await curfew('runs', 'list', '--job', 'controls', '--json'),
      await curfew('runs', 'list', '--job', 'cleaning'),
    ];

    expect(ofEnforce.read(z.array(Run))).not.toEqual([]);
    expect(ofControls.read(z.array(Run))).toEqual([]);
    expect(wrong.exitCode).toBe(2);
  });

  test('without any platform it says how to come by one', async () => {
    const nowhere = commandLine({ state: pathOf('elsewhere') });

    const { exitCode, stderr } = await nowhere('run', 'enforce');

    expect(exitCode).toBe(1);
    expect(stderr).toContain('CURFEW_BASE_URL');
  });
});
