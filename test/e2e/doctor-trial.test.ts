import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { checks } from '../../cli/doctor/trial/run-trial.ts';
import { type Config, type ConfigInput, readConfig } from '../../infra/config.ts';
import type { MailCatcher } from '../../local/mail/open-mail.ts';
import { useEmulator } from '../support/emulator.ts';
import { startEmptyMailCatcher } from '../support/mail-catcher.ts';
import { drawnSecret, traceOf } from '../support/secret-traces.ts';
import { useEngine } from '../support/test-engine.ts';
import { trial, tablesOf } from '../support/trial-runs.ts';

const engine = useEngine();
const platform = useEmulator({ users: 30 });
let catcher: MailCatcher;

beforeAll(async () => {
  catcher = await startEmptyMailCatcher();
});

afterAll(async () => {
  await catcher.close();
});

const Requests = z.array(z.object({ method: z.string(), path: z.string() }));
const Store = z.object({
  emails: z.array(z.object({ from: z.string(), destination: z.object({ to: z.array(z.string()) }) })),
});

/** What all tests together asked of the platform, and left in the engine. */
const methods = new Map<string, number>();
const left: string[] = [];

afterEach(async () => {
  for (const { method } of await platform.read('/__sim/requests', Requests)) {
    methods.set(method, (methods.get(method) ?? 0) + 1);
  }
  left.push(...(await tablesOf(engine.dynamo())));
  await platform.call('DELETE', '/__sim/faults');
  await platform.call('DELETE', '/__sim/requests');
});

function environment(changes: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return {
    ...platform.env,
    AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint(),
    AWS_ENDPOINT_URL_SES: catcher.url,
    ...changes,
  };
}

/** A configuration with one organization on the platform of these tests. */
function northConfig(more: Partial<ConfigInput> = {}): Config {
  const settings = { admins: ['ops@north.test'], mailFrom: 'curfew@north.test' };
  const organizations = [{ name: 'north', baseUrl: platform.url, settings }];
  return readConfig({ stage: 'prod', region: 'eu-central-1', organizations, ...more });
}

/** Arms a fault for every call of a path. */
async function spoil(path: string, fault: string, more: Readonly<Record<string, unknown>> = {}): Promise<void> {
  await platform.tell('/__sim/faults', { match: { path }, fault, times: 1_000, ...more });
}

describe('a valid account and a valid key', () => {
  test('pass every check, say what a first night would be, and get the one mail that was asked for', async () => {
    const tried = trial({ env: environment({ CURFEW_APP_URL: platform.url }) });

    const run = await tried('--yes', '--json', '--mail-from', 'curfew@acme.test', '--mail-to', 'one@acme.test');

    const document = run.document();
    const { emails } = Store.parse(await (await fetch(`${catcher.url}/store`)).json());
    expect(emails.map(({ from, destination }) => [from, ...destination.to])).toEqual([
      ['curfew@acme.test', 'one@acme.test'],
    ]);
    expect({ exitCode: run.exitCode, status: document.status }).toEqual({ exitCode: 0, status: 'ok' });
    // The mail catcher has no identities.
    expect(document.named('skipped')).toEqual(['identity']);
    expect(document.named('ok')).toEqual(checks.map(({ name }) => name).filter((name) => name !== 'identity'));
    expect(document.checks.get('first-night')?.figures).toMatchObject({
      users: 30,
      dataThrough: '2026-03-14',
      limitsSetObserving: 0,
      limitsSetEnforcing: 30,
    });
  });

  test('are reported to people check by check, what is touched first, and the key never', async () => {
    const tried = trial({ env: environment() });

    const { stdout, stderr } = await tried('--yes', '--mail-from', 'curfew@acme.test');

    expect(stdout).toMatch(/25 [^]*curfew@acme\.test[^]*GET[^]*\n {2}ok {7}credentials/);
    expect(stdout).toContain('30 users');
    expect(stdout).toContain('2026-03-14');
    expect(stdout).toContain('15 ok, 0 failed, 2 skipped');
    expect(traceOf('owner-key', stdout + stderr)).toBeUndefined();
  });

  test('are those of curfew.config.ts when an organization of it is named', async () => {
    const { CURFEW_BASE_URL: _baseUrl, ...env } = environment();
    const tried = trial({ env, config: northConfig() });

    const run = await tried('--yes', '--json', '--organization', 'north');

    expect(run.exitCode).toBe(0);
    expect(run.document()).toMatchObject({ organization: 'north', region: 'eu-central-1', platform: platform.url });
    expect(run.stderr).toMatch(/curfew@north\.test .*success@simulator\.amazonses\.com/);
  });

  test('of another account than curfew.config.ts names are recognized by the first table', async () => {
    const { CURFEW_BASE_URL: _baseUrl, ...env } = environment();
    const tried = trial({ env, config: northConfig({ account: '222233334444' }) });

    const document = (await tried('--yes', '--json', '--organization', 'north')).document();

    expect(document.checks.get('tables')?.problem).toMatch(/000000000000.*222233334444/);
    expect(document.checks.get('first-night')?.result).toBe('skipped');
  });

  test('are not touched before somebody agrees', async () => {
    const nobody = trial({ env: environment() });
    const refusing = trial({ env: environment(), answer: false });

    const runs = [await nobody(), await refusing()];

    expect(runs.map(({ exitCode }) => exitCode)).toEqual([2, 1]);
    expect(await platform.read('/__sim/requests', Requests)).toEqual([]);
  });
});

describe('a key', () => {
  test('that the platform does not know fails, and no part of it is reported', async () => {
    const key = drawnSecret(1);
    const body = { title: `no such key ${key}`, detail: Buffer.from(key).toString('base64') };
    await spoil('/api/v0/organization/users', 'status', { code: 401, body });
    const tried = trial({ env: environment({ CURFEW_API_KEY: key }) });

    const told = await tried('--yes');
    const document = (await tried('--yes', '--json')).document();

    expect(told.exitCode).toBe(1);
    expect(document.named('failed')).toEqual(['key']);
    expect(document.checks.get('key')?.remedy).toContain('key');
    expect(document.checks.get('first-night')).toMatchObject({ result: 'skipped', reason: 'needs key and role' });
    expect(traceOf(key, told.stdout + told.stderr + JSON.stringify(document))).toBeUndefined();
  });

  test('of a member fails at the analytics, with the role that it needs', async () => {
    const tried = trial({ env: environment({ CURFEW_API_KEY: 'member-key' }) });

    const run = await tried('--yes', '--json');

    const document = run.document();
    expect(run.exitCode).toBe(1);
    expect(document.named('failed')).toEqual(['role']);
    expect(document.checks.get('role')?.problem).toContain('status 403');
    expect(document.checks.get('role')?.remedy).toContain('Manager and Owner');
  });
});

describe('answers that are not as the document says', () => {
  test('fail where a field is missing that Curfew cannot do without', async () => {
    await spoil('/api/v1/analytics/users', 'missing-fields', { fields: ['billable_tokens'] });
    const tried = trial({ env: environment() });

    const document = (await tried('--yes', '--json')).document();

    expect(document.named('failed')).toEqual(['role', 'document']);
    expect(document.checks.get('document')?.problem).toContain('/api/v1/analytics/users data[].billable_tokens');
    expect(document.checks.get('document')?.remedy).toContain('cannot do without');
  });

  test('fail where a documented field is missing that nothing depends on, and say so', async () => {
    await spoil('/api/v1/analytics/users', 'missing-fields', { fields: ['languages'] });
    const tried = trial({ env: environment() });

    const document = (await tried('--yes', '--json')).document();

    expect(document.named('failed')).toEqual(['document']);
    expect(document.checks.get('document')?.problem).toContain('/api/v1/analytics/users data[].languages');
    expect(document.checks.get('document')?.remedy).toContain('can do without');
  });

  test('pass with fields beyond it, which are named', async () => {
    await spoil('/api/v0/organization/users', 'extra-fields');
    const tried = trial({ env: environment() });

    const document = (await tried('--yes', '--json')).document();

    expect(document.checks.get('document')?.result).toBe('ok');
    expect(document.checks.get('document')?.facts?.[0]).toContain('GET /api/v0/organization/users users[].');
  });
});

describe('figures', () => {
  test('of yesterday that are late are no failure: a night would wait for them', async () => {
    await spoil('/api/v1/analytics/tokens', 'late-day');
    await spoil('/api/v1/analytics/users', 'late-day');
    const tried = trial({ env: environment() });

    const run = await tried('--yes', '--json');

    const document = run.document();
    expect(document.named('failed')).toEqual([]);
    expect(document.checks.get('first-night')?.reason).toContain('yesterday');
    expect(document.checks.get('figures')?.figures).toMatchObject({ lastComplete: '2026-03-13' });
  });

  test('that do not agree fail, and hold the night', async () => {
    await spoil('/api/v1/analytics/users', 'restate-day', { date: '2026-03-14', factor: 2 });
    const tried = trial({ env: environment() });

    const document = (await tried('--yes', '--json')).document();

    expect(document.named('failed')).toEqual(['first-night', 'figures']);
    expect(document.checks.get('figures')?.problem).toContain('2026-03-14');
  });
});

describe('the way there', () => {
  test('a platform that wants fewer calls is waited for, and that is reported', async () => {
    await platform.tell('/__sim/faults', {
      match: { path: '/api/v0/organization/users' },
      fault: 'status',
      code: 429,
      retryAfter: 1,
      headers: { 'x-ratelimit-limit': '60' },
    });
    const tried = trial({ env: environment() });

    const document = (await tried('--yes', '--json')).document();

    expect(document.named('failed')).toEqual([]);
    expect(document.checks.get('rate')?.facts?.join('; ')).toContain('(429) 1 times');
    expect(document.checks.get('rate')?.facts?.join('; ')).toContain('x-ratelimit-limit: 60');
  });

  test('a DynamoDB that does not answer is named, and the platform is tried all the same', async () => {
    const tried = trial({ env: environment({ AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9' }) });

    const run = await tried('--yes', '--json');

    const document = run.document();
    expect(run.exitCode).toBe(1);
    expect(document.named('failed')).toEqual(['credentials']);
    expect(document.checks.get('credentials')?.problem).toContain('ECONNREFUSED');
    expect(document.named('ok')).toContain('role');
  });

  test('an SES that does not answer fails the mail alone', async () => {
    const tried = trial({ env: environment({ AWS_ENDPOINT_URL_SES: 'http://127.0.0.1:9' }) });

    const document = (await tried('--yes', '--json', '--mail-from', 'curfew@acme.test')).document();

    expect(document.named('failed')).toEqual(['mail']);
    expect(document.checks.get('mail')?.problem).toContain('could not be reached');
  });
});

// Stands last: it is about all that was done above, whatever came of it.
describe('all of this', () => {
  test('sent nothing to the platform but GET, and left no table behind', () => {
    expect([...methods.keys()]).toEqual(['GET']);
    expect(left).toEqual([]);
  });
});
