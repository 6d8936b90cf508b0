import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { startEmulator, type RunningEmulator } from '../../emulator/start-emulator.ts';
import { useInstallation } from '../support/installation.ts';

let emulator: RunningEmulator;

beforeAll(async () => {
  emulator = await startEmulator({ port: 0, users: 5, seed: 7, today: '2026-03-15' });
});

afterAll(async () => {
  await emulator.close();
});

const env = () => ({ CURFEW_BASE_URL: emulator.url, CURFEW_API_KEY: 'owner-key' });
const { curfew, fileOf } = useInstallation({ env }, 'file');

const Findings = z.object({
  status: z.string(),
  findings: z.array(
    z.object({
      kind: z.string(),
      subject: z.string(),
      action: z.object({ kind: z.string(), status: z.string() }).nullable(),
    }),
  ),
});
const Rows = z.array(z.object({ name: z.string(), status: z.string() }));

async function createdNames(): Promise<readonly string[]> {
  const answer = await fetch(`${emulator.url}/__sim/computers`);
  return z
    .array(z.object({ name: z.string() }))
    .parse(await answer.json())
    .map(({ name }) => name);
}

async function lose(method: string, path: string): Promise<void> {
  const body = JSON.stringify({ match: { method, path }, fault: 'accept-then-fail', times: 1 });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${emulator.url}/__sim/faults`, { method: 'POST', headers, body })).ok).toBe(true);
}

test('a fleet list is imported, proposed, applied with a lost answer, and creates each computer once', async () => {
  const file = fileOf('fleet.csv', 'name,owner,note\nflaky-[1-2],ann@acme.example,test\nbuilder-01,,\n');
  const bad = fileOf('bad.csv', 'name,owner\nflaky-[2-1],nobody\n');

  const refused = await curfew('fleet', 'import', bad, '--yes', '--json');
  expect([refused.exitCode, refused.stdout]).toEqual([1, expect.stringContaining('counts down')]);
  expect((await curfew('fleet', 'import', file, '--yes', '--json')).exitCode).toBe(0);

  const dry = (await curfew('run', 'computers', '--dry-run', '--json')).read(Findings);
  expect(dry.findings.filter(({ action }) => action?.kind === 'create')).toHaveLength(2);
  await curfew('run', 'computers', '--json');
  expect((await createdNames()).filter((name) => name.startsWith('flaky'))).toEqual([]);

  await lose('POST', '/api/v0/computers');
  const applied = (await curfew('fleet', 'apply', '--json')).read(Findings);
  expect(applied.findings.filter(({ action }) => action?.kind === 'create')).toMatchObject([
    { action: { status: 'done' } },
    { action: { status: 'done' } },
  ]);
  expect((await createdNames()).filter((name) => name.startsWith('flaky'))).toEqual(['flaky-1', 'flaky-2']);
  const rows = (await curfew('fleet', 'list', '--json')).read(Rows);
  expect(rows.map(({ name, status }) => [name, status])).toEqual([
    ['builder-01', 'active'],
    ['flaky-1', 'provisioning'],
    ['flaky-2', 'provisioning'],
  ]);
  // Several commands, each with an installation that is opened again.
}, 60_000);

test('readiness is read, listed and judged by targets', async () => {
  const at = ['--at', '2026-03-15T06:00:00Z'];
  expect((await curfew('run', 'readiness', ...at, '--json')).read(Findings).status).toBe('complete');
  await curfew('readiness', 'targets', 'set', 'readme', 'acme/*', '--by', '2026-03-01');

  const Repositories = z.array(z.object({ repository: z.string(), evaluated: z.int(), trend: z.array(z.unknown()) }));
  const repositories = (await curfew('readiness', 'list', ...at, '--json')).read(Repositories);
  expect(repositories.length).toBeGreaterThan(3);
  expect(repositories.every(({ evaluated, trend }) => evaluated > 0 && trend.length > 0)).toBe(true);
  const Falls = z.array(
    z.object({ kind: z.string(), before: z.object({ at: z.string() }), after: z.object({ at: z.string() }) }),
  );
  const falls = (await curfew('readiness', 'regressions', ...at, '--json')).read(Falls);
  expect(falls.every(({ before, after }) => before.at < after.at)).toBe(true);
  const Targets = z.array(z.object({ counts: z.object({ open: z.int() }), repositories: z.array(z.unknown()) }));
  const targets = (await curfew('readiness', 'targets', ...at, '--json')).read(Targets);
  expect(targets).toMatchObject([{ counts: { open: 0 } }]);
}, 60_000);
