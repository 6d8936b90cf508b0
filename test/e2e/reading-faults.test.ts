import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { startEmulator, type RunningEmulator } from '../../emulator/start-emulator.ts';
import { commandLine } from '../support/command-line.ts';

const timeoutMs = 120_000;
const Run = z.object({ status: z.string(), capsChanged: z.int() });
const Limits = z.record(z.string(), z.object({ limit: z.number() }));
const people = 130;
const roster = '/api/v0/organization/users';
const tokens = '/api/v1/analytics/tokens';
const users = '/api/v1/analytics/users';

let dir = '';
let emulator: RunningEmulator;
let curfew: ReturnType<typeof commandLine>;
let minute = 0;
let amount = 1_000_000;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'curfew-faults-'));
  emulator = await startEmulator({ port: 0, users: people, seed: 7, today: '2026-03-15' });
  mkdirSync(join(dir, 'state'));
  // Everybody gets less in each of these nights.
  writeFileSync(join(dir, 'state', 'settings.yaml'), 'blastRadius: false\n');
  const env = { CURFEW_BASE_URL: emulator.url, CURFEW_API_KEY: 'owner-key' };
  curfew = commandLine({ state: join(dir, 'state'), env });
  await lowerBudget();
  await run();
}, timeoutMs);

afterAll(async () => {
  await emulator.close();
  rmSync(dir, { recursive: true });
});

type Case = readonly [title: string, fault: object];

/** What leaves nothing to decide on. */
const stopping: readonly Case[] = [
  ['a cursor expires', { match: { path: roster, nth: 2 }, fault: 'status', code: 400 }],
  ['a field is renamed on the whole roster', { match: { path: roster }, fault: 'missing-fields', times: 50 }],
  ['a field is renamed in all figures', { match: { path: tokens }, fault: 'missing-fields', times: 50 }],
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
  const before = await limits();
  await arm(fault);
  const spoilt = await run();
  const afterwards = await limits();
  await disarm();
  return { before, spoilt, afterwards, next: await run() };
}

async function lowerBudget(): Promise<void> {
  amount -= 1;
  await curfew('budgets', 'set', 'default', 'month', String(amount));
}

async function run() {
  minute += 1;
  const at = new Date(Date.parse('2026-03-15T02:30:00Z') + minute * 60_000).toISOString();
  return (await curfew('run', 'enforce', '--at', at, '--json')).read(Run);
}

async function limits(): Promise<ReadonlyMap<string, number>> {
  const read = Limits.parse(await (await fetch(`${emulator.url}/__sim/limits`)).json());
  return new Map(Object.entries(read).map(([email, { limit }]) => [email, limit]));
}

async function arm(fault: object): Promise<void> {
  const answer = await fetch(`${emulator.url}/__sim/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
  expect(answer.status).toBe(201);
}

async function disarm(): Promise<void> {
  const armed = z.array(z.object({ fired: z.int() })).parse(await (await fetch(`${emulator.url}/__sim/faults`)).json());
  await fetch(`${emulator.url}/__sim/faults`, { method: 'DELETE' });
  expect(armed.map(({ fired }) => fired > 0)).toEqual([true]);
}
