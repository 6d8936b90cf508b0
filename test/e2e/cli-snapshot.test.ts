import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { useEmulator } from '../support/emulator.ts';
import { useInstallation } from '../support/installation.ts';

const Binding = z.object({ scope: z.string(), window: z.string() });
const Cap = z.strictObject({
  email: z.string(),
  userId: z.string(),
  limit: z.int().nullable(),
  used: z.int(),
  headroom: z.int().nullable(),
  exposure: z.int().nullable(),
  binding: Binding.nullable(),
  status: z.enum(['confirmed', 'pending', 'failed', 'unknown', 'exempt']),
  team: z.string().nullable(),
  stopped: z.boolean(),
  reserved: z.int(),
});
const Explained = z.object({
  email: z.string(),
  limit: z.int(),
  used: z.int(),
  headroom: z.int(),
  binding: Binding,
  layers: z.array(z.object({ scope: z.string(), window: z.string(), doesNotBindBecause: z.string().nullable() })),
  inForce: z.object({ limit: z.int(), run: z.string() }),
  canChange: z.object({ owners: z.array(z.string()), admins: z.array(z.string()) }),
  changes: z.array(z.object({ to: z.int(), outcome: z.string() })),
});
const Failed = z.object({ error: z.string(), near: z.array(z.string()).optional() });
const Usage = z.object({
  from: z.string(),
  through: z.string(),
  dataThrough: z.string().nullable(),
  total: z.int(),
  users: z.array(z.object({ email: z.string().nullable(), credits: z.int(), share: z.number() })),
  days: z.array(z.object({ day: z.string(), status: z.string(), credits: z.int() })),
});
const asOf = ['--at', '2026-03-15'] as const;

const emulator = useEmulator({ users: 30 });
const { curfew, fileOf } = useInstallation({ env: () => emulator.env }, 'file');

beforeAll(async () => {
  const header = 'scope,window,amount,mode,thresholds,guarantee,owners,from,to,note';
  const rows = [
    'org,month,50000000,,,,,,,',
    'default,month,400000,,,,,,,',
    'default,day,60000,,,,lead@acme.example,,,',
  ];
  await curfew('budgets', 'import', fileOf('budgets.csv', [header, ...rows, ''].join('\n')), '--yes');
  await curfew('run', 'enforce', ...asOf);
  // From here on, whatever is told is told from the tables.
  await emulator.close();
}, 60_000);

async function caps() {
  return (await curfew('caps', '--json', ...asOf)).read(z.array(Cap));
}

async function someCap() {
  const cap = (await caps()).find(({ binding }) => binding?.window === 'day');
  return Cap.parse(cap);
}

describe('caps', () => {
  test('shows everybody’s limit with what is used and left of it', async () => {
    const listed = await caps();

    expect(listed.length).toBe(30);
    for (const { limit, used, headroom, exposure, binding, status } of listed) {
      expect(status).toBe('confirmed');
      expect(headroom).toBe(Math.max(0, (limit ?? 0) - used));
      // Tonight's is the first limit: until the figures reach it, nothing bounds what was used before it.
      expect(exposure).toBeNull();
      expect(binding?.scope).toMatch(/^(default|org)$/);
    }
  });

  test('finds one user in any case and spacing', async () => {
    const cap = await someCap();

    const found = await curfew('caps', ` ${cap.email.toUpperCase()} `, '--json', ...asOf);

    expect(found.exitCode).toBe(0);
    expect(found.read(z.array(Cap))).toEqual([cap]);
  });

  test('as a table has a row for each user, and the words for what is not known', async () => {
    const { stdout } = await curfew('caps', ...asOf);

    expect(stdout).toMatch(/^Email +Limit +Used +Left +Exposure +Binding +Status$/m);
    expect(stdout).toContain('Data through 14 Mar 2026');
    expect(stdout.trim().split('\n').length).toBe(32);
  });
});

describe('explain', () => {
  test('gives every layer, which one binds, and a sum that adds up to the limit in force', async () => {
    const cap = await someCap();

    const explained = (await curfew('explain', cap.email, '--json', ...asOf)).read(Explained);

    expect(explained).toMatchObject({ email: cap.email, used: cap.used, binding: cap.binding });
    expect(explained.limit).toBe(explained.used + explained.headroom);
    expect(explained.inForce.limit).toBe(explained.limit);
    expect(
      explained.layers.map(({ scope, window, doesNotBindBecause }) => [scope, window, doesNotBindBecause]),
    ).toEqual([
      ['default', 'day', null],
      ['default', 'month', 'more-left'],
      ['org', 'month', 'more-left'],
    ]);
    expect(explained.canChange.owners).toEqual(['lead@acme.example']);
    expect(explained.changes).toEqual([expect.objectContaining({ to: cap.limit, outcome: 'done' })]);
  });

  test('says in words what binds and why, when it resets, who can change it and what is not known', async () => {
    const { email } = await someCap();

    const { exitCode, stdout } = await curfew('explain', email, ...asOf);

    expect(exitCode).toBe(0);
    expect(stdout).toContain('The tightest budget sets the limit: default day.');
    expect(stdout).toMatch(/"default day" .*Mon 16 Mar, 00:00 UTC/);
    expect(stdout).toMatch(/platform.* Wed 1 Apr, 00:00 UTC/);
    expect(stdout).toContain('lead@acme.example');
    expect(stdout).toContain('Today’s usage (15 Mar)');
  });

  test('of an unknown email names those that may have been meant, and fails', async () => {
    const { email } = await someCap();

    const refused = await curfew('explain', `x${email}`, '--json', ...asOf);

    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain(`did you mean ${email}`);
    expect(refused.read(Failed).near).toContain(email);
  });
});

describe('usage', () => {
  test('shows what everybody consumed this month, the most first, with shares of the whole', async () => {
    const { from, through, dataThrough, total, users } = (await curfew('usage', '--json', ...asOf)).read(Usage);

    const credits = users.map((user) => user.credits);
    expect([from, through, dataThrough]).toEqual(['2026-03-01', '2026-03-14', '2026-03-14']);
    expect(credits).toEqual(credits.toSorted((a, b) => b - a));
    expect(credits.reduce((sum, used) => sum + used, 0)).toBe(total);
    expect(users.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  });

  test('shows one user’s days, and their sum is what the cap counts', async () => {
    const { email, used } = await someCap();

    const { total, days } = (await curfew('usage', email, '--json', ...asOf)).read(Usage);
    const week = (await curfew('usage', email, '--window', 'week', '--json', ...asOf)).read(Usage);

    expect(total).toBe(used);
    expect(days.length).toBe(14);
    expect(days.reduce((sum, { credits }) => sum + credits, 0)).toBe(used);
    expect(week.days).toEqual(days.filter(({ day }) => day >= '2026-03-09'));
  });

  test('marks days that were never read', async () => {
    const { email } = await someCap();

    const { stdout } = await curfew('usage', email, '--through', '2026-03-16', '--at', '2026-03-17');

    expect(stdout).toMatch(/^15 Mar 2026 +not read yet$/m);
    expect(stdout).toContain('through 14 Mar 2026');
  });

  test('on the first day of a window says that nothing is known yet', async () => {
    const { exitCode, stdout } = await curfew('usage', '--window', 'day', ...asOf);

    expect(exitCode).toBe(0);
    expect(stdout).toContain('No usage is known from 15 Mar 2026 on yet');
  });

  test.each([
    [['--from', 'yesterday'], 'is not a day'],
    [['--from', '2026-03-10', '--through', '2026-03-01'], 'choose others'],
    [['--window', 'week', '--from', '2026-03-01'], 'give one of them'],
  ])('refuses %j', async (options, words) => {
    const { exitCode, stderr } = await curfew('usage', ...options, ...asOf);

    expect(exitCode).toBe(2);
    expect(stderr).toContain(words);
  });
});
