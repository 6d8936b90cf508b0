import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { useEmulator } from '../support/emulator.ts';
import { useInstallation } from '../support/installation.ts';

const timeoutMs = 120_000;
const Run = z.object({ status: z.string(), capsChanged: z.int() });
const people = 130;
const roster = '/api/v0/organization/users';
const tokens = '/api/v1/analytics/tokens';
const users = '/api/v1/analytics/users';

const emulator = useEmulator({ users: people });
const { curfew, fileOf } = useInstallation({ env: () => emulator.env }, 'file');
let minute = 0;
let amount = 1_000_000;

beforeAll(async () => {
  // Everybody gets less in each of these nights.
  fileOf('state/settings.yaml', 'blastRadius: false\n');
  await lowerBudget();
  await run();
}, timeoutMs);

type Case = readonly [title: string, fault: object];

/** What leaves nothing to decide on. */
const stopping: readonly Case[] = [
  ['a cursor expires', { match: { path: roster, nth: 2 }, fault: 'status', code: 400 }],
  ['a field is renamed on the whole roster', { match: { path: roster }, fault: 'missing-fields', times: 50 }],
  ['a field is renamed in all figures', { match: { path: tokens }, fault: 'missing-fields', times: 50 }],
];

/** What leaves a day in doubt: the budgets of now rest on other days. */
const doubtful: readonly Case[] = [
  ['yesterday reads zero', { match: { path: '/api/v1' }, fault: 'late-day', as: 'zero', times: 50 }],
  ['a page of figures is lost', { match: { path: users, nth: 1 }, fault: 'lost-page', times: 50 }],
];

/** What is read around. */
const harmless: readonly Case[] = [
  ['the key is refused in the middle', { match: { path: users, nth: 2 }, fault: 'status', code: 401 }],
  ['a page of the roster comes twice', { match: { path: roster }, fault: 'duplicate-page' }],
];

test.for(stopping)(
  'when %s every limit stays, and the next run sets all',
  { timeout: timeoutMs },
  async ([, fault]) => {
    const { before, spoilt, afterwards, next } = await spoiltRun(fault);

    expect(spoilt).toMatchObject({ status: expect.stringMatching(/^(?:failed|held|partial)$/u), capsChanged: 0 });
    expect(afterwards).toEqual(before);
    expect(next.status).toBe('complete');
    expect(next.capsChanged).toBeGreaterThan(people / 2);
  },
);

test.for(doubtful)(
  'when %s no limit moves on that day, and what lower budgets leave is set all the same',
  { timeout: timeoutMs },
  async ([, fault]) => {
    const { before, spoilt, afterwards, next } = await spoiltRun(fault);

    const moved = [...afterwards].filter(([email, limit]) => limit !== before.get(email));
    expect(spoilt.status).toBe('held');
    expect(moved).toHaveLength(spoilt.capsChanged);
    expect(moved.length).toBeGreaterThan(people / 2);
    expect(moved.map(([email, limit]) => (before.get(email) ?? 0) - limit)).toEqual(moved.map(() => 1));
    expect(next.status).toBe('complete');
  },
);

test.for(harmless)('when %s the run does its work', { timeout: timeoutMs }, async ([, fault]) => {
  const { before, spoilt, afterwards, next } = await spoiltRun(fault);

  expect(spoilt).toMatchObject({ status: expect.stringMatching(/^(?:complete|partial)$/u) });
  expect(spoilt.capsChanged).toBeGreaterThan(people / 2);
  expect([...afterwards.keys()].toSorted()).toEqual([...before.keys()].toSorted());
  expect(next).toMatchObject({ status: 'complete', capsChanged: 0 });
});

/** A run that has everybody's limit to lower, with a fault; and one without. */
async function spoiltRun(fault: object) {
  await lowerBudget();
  const before = await emulator.limits();
  await emulator.tell('/__sim/faults', fault);
  const spoilt = await run();
  const afterwards = await emulator.limits();
  await disarm();
  return { before, spoilt, afterwards, next: await run() };
}

async function lowerBudget(): Promise<void> {
  amount -= 1;
  await curfew('budgets', 'set', 'default', 'month', String(amount), '--yes');
}

async function run() {
  minute += 1;
  const at = new Date(Date.parse('2026-03-15T02:30:00Z') + minute * 60_000).toISOString();
  return (await curfew('run', 'enforce', '--at', at, '--json')).read(Run);
}

async function disarm(): Promise<void> {
  const armed = await emulator.read('/__sim/faults', z.array(z.object({ fired: z.int() })));
  await emulator.call('DELETE', '/__sim/faults');
  expect(armed.map(({ fired }) => fired > 0)).toEqual([true]);
}
