import { chmodSync, writeFileSync } from 'node:fs';

import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { lateAfterMs } from '../../cli/doctor/judge-state.ts';
import { judgeClock } from '../../cli/doctor/platform/platform-checks.ts';
import { jobNamed } from '../../shared/jobs.ts';
import { commandLine } from '../support/command-line.ts';
import { deployFor, type TestDeployment } from '../support/deployment.ts';
import { useEmulator } from '../support/emulator.ts';
import { useInstallation } from '../support/installation.ts';
import { useEngine } from '../support/test-engine.ts';

const Document = z
  .object({
    status: z.enum(['ok', 'warning', 'failed']),
    findings: z.array(
      z.object({ name: z.string(), result: z.string(), problem: z.string().nullable(), remedy: z.string().nullable() }),
    ),
  })
  .transform(({ status, findings }) => ({ status, found: new Map(findings.map((each) => [each.name, each])) }));

const platform = useEmulator({ users: 20 });
/** A platform whose clock stands still in another month. */
const inMarch = useEmulator({ users: 5, today: '2026-03-15' });
const { commandLine: lineOf, pathOf } = useInstallation();

beforeEach(async () => platform.tell('/__sim/clock', { now: new Date().toISOString() }));

async function examined(env: Readonly<Record<string, string>> = {}) {
  const run = await lineOf({ env: { ...platform.env, ...env } })('doctor', '--json');
  return { ...run.read(Document), exitCode: run.exitCode, text: run.stdout };
}

describe('the doctor of one machine', () => {
  test('finds nothing failed where platform, key and tables answer, and warns of what is still to do', async () => {
    const { status, found, exitCode } = await examined();

    const failed = [...found.values()].filter(({ result }) => result === 'failed');
    expect(failed).toEqual([]);
    expect({ status, exitCode }).toEqual({ status: 'warning', exitCode: 0 });
    expect(
      ['environment', 'tables', 'key', 'role', 'controls', 'sizes'].map((name) => found.get(name)?.result),
    ).toEqual(Array.from({ length: 6 }, () => 'ok'));
    expect(found.get('settings')).toMatchObject({ result: 'warning', remedy: expect.stringContaining('settings set') });
    expect(found.get('running')).toMatchObject({ result: 'warning', remedy: expect.stringContaining('npm start') });
    expect(found.get('runs')).toMatchObject({ result: 'warning', problem: expect.stringContaining('never run') });
  });

  test('sends nothing to the platform but GET', async () => {
    await platform.call('DELETE', '/__sim/requests');

    await examined();

    const requests = await platform.read('/__sim/requests', z.array(z.object({ method: z.string() })));
    expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET']));
  });

  test.each<readonly [string, Readonly<Record<string, string>>, string, string]>([
    ['a wrong key', { CURFEW_API_KEY: 'sk-never-shown-anywhere' }, 'key', 'does not know the key'],
    ['a key of a member', { CURFEW_API_KEY: 'member-key' }, 'role', 'Manager'],
    ['a platform that does not answer', { CURFEW_BASE_URL: 'http://127.0.0.1:9' }, 'key', 'CURFEW_BASE_URL'],
    ['a wrong variable', { CURFEW_BASE_URL: 'ftp://x' }, 'environment', 'correct these variables'],
    ['no platform', { CURFEW_BASE_URL: '', CURFEW_API_KEY: '' }, 'key', 'CURFEW_API_KEY'],
  ])('fails for %s, with a remedy, and goes on with the rest', async (...[, env, name, remedy]) => {
    const { status, found, exitCode, text } = await examined(env);

    expect({ status, exitCode }).toEqual({ status: 'failed', exitCode: 1 });
    expect(found.get(name)).toMatchObject({ result: 'failed', remedy: expect.stringContaining(remedy) });
    expect(found.get('folder')?.result).toBe('ok');
    expect(text).not.toContain('never-shown');
  });

  test('fails for settings that are not valid, and warns of files that others may read', async () => {
    lineOf({});
    writeFileSync(pathOf('state/settings.yaml'), 'rereadDays: 99\n', { mode: 0o644 });
    chmodSync(pathOf('state'), 0o755);

    const { found } = (await lineOf({ env: platform.env, isAsFound: true })('doctor', '--json')).read(Document);

    expect(found.get('settings')).toMatchObject({
      result: 'failed',
      problem: expect.stringContaining('rereadDays'),
      remedy: expect.stringContaining('settings validate'),
    });
    expect(found.get('folder')).toMatchObject({
      result: 'warning',
      problem: expect.stringContaining('settings.yaml'),
      remedy: expect.stringContaining('chmod'),
    });
  });

  test('fails for a clock that is hours off, which no figure of the platform explains', async () => {
    const { found, exitCode } = await examined(inMarch.env);

    expect(exitCode).toBe(1);
    expect(found.get('clock')).toMatchObject({
      result: 'failed',
      problem: expect.stringContaining('ahead of the platform'),
      remedy: expect.stringContaining('NTP'),
    });
  });

  test('shows people the same, group by group', async () => {
    const { stdout } = await lineOf({ env: platform.env })('doctor');

    expect(stdout).toMatch(/Installation\n +ok +environment/);
    expect(stdout).toMatch(/\d+ ok, \d+ warnings, 0 failed/);
  });
});

describe('a clock', () => {
  test.each([
    [undefined, 'skipped'],
    [0, 'ok'],
    [-4_000, 'ok'],
    [30_000, 'warning'],
    [-121_000, 'failed'],
    [3_600_000, 'failed'],
  ])('that the platform’s is %s ms ahead of is %s', (aheadMs, kind) => {
    expect(judgeClock(aheadMs, 120_000).kind).toBe(kind);
  });
});

describe('a job', () => {
  test.each([
    ['enforce', 26 * 3_600_000],
    ['controls', 30 * 60_000],
  ] as const)('%s is late after %i ms without a run', (name, lateMs) => {
    expect(lateAfterMs(jobNamed(name), Date.parse('2026-03-15T09:02:00Z'))).toBe(lateMs);
  });
});

describe('the doctor of a deployment', () => {
  const engine = useEngine();
  let deployment: TestDeployment;

  beforeAll(async () => {
    deployment = await deployFor(engine, '2026-03-15', Date.parse('2026-03-15T02:30:00Z'));
  });
  afterAll(async () => deployment.close());

  test('names a table that is not there, and goes on', async () => {
    await engine.dynamo().send(new DeleteTableCommand({ TableName: deployment.tables.pages }));

    const run = await commandLine({ env: { ...deployment.env, CURFEW_DEPLOYMENT: 'prod/acme' } })('doctor', '--json');

    const { status, found } = run.read(Document);
    expect({ status, exitCode: run.exitCode }).toEqual({ status: 'failed', exitCode: 1 });
    expect(found.get('tables')).toMatchObject({
      result: 'failed',
      problem: expect.stringContaining('pages is not there'),
      remedy: expect.stringContaining('npm run deploy'),
    });
    expect(found.get('evidence')?.result).toBe('ok');
    expect(found.get('evidence lock')?.result).toBe('ok');
    expect(found.get('settings')?.remedy).toContain('curfew.config.ts');
    expect(found.get('runs')).toMatchObject({ result: 'warning', problem: expect.stringContaining('never run') });
  });
});
