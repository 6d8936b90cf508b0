import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { useEmulator } from '../support/emulator.ts';

const DATES = 'startDate=2026-03-10&endDate=2026-03-12';
const ANALYTICS = ['tokens', 'tools', 'activity', 'productivity', 'users'].map(
  (name) => `/api/v1/analytics/${name}?${DATES}`,
);
const ROSTER = '/api/v0/organization/users';
const ErrorBody = z.strictObject({ title: z.string(), detail: z.string(), status: z.int(), requestId: z.string() });

const emulator = useEmulator();

async function tokenOf(role: string, lifetimeSeconds = 60): Promise<string> {
  const { text } = await emulator.call('POST', '/__sim/token', { body: { role, lifetimeSeconds } });
  return z.object({ token: z.string() }).parse(JSON.parse(text)).token;
}

describe.each(ANALYTICS)('GET %s', (path) => {
  test.each([
    ['owner-key', 200],
    ['manager-key', 200],
    ['member-key', 403],
    ['guest-key', 403],
    ['no-such-key', 401],
  ])('answers %s with %i', async (key, status) => {
    expect((await emulator.call('GET', path, { key })).status).toBe(status);
  });

  test('takes no JWT, not even an owner’s', async () => {
    const key = await tokenOf('owner');

    expect((await emulator.call('GET', path, { key })).status).toBe(401);
  });

  test('says why it refuses in title, detail, status and requestId', async () => {
    const { text } = await emulator.call('GET', path, { key: 'guest-key' });

    expect(ErrorBody.parse(JSON.parse(text)).status).toBe(403);
  });
});

test('a call without any key is refused with 401', async () => {
  const response = await fetch(`${emulator.url}${ANALYTICS[0] ?? ''}`);

  expect(response.status).toBe(401);
});

test.each(['owner', 'manager', 'member', 'guest'])('the roster takes the key and the JWT of the %s', async (role) => {
  const withKey = await emulator.call('GET', ROSTER, { key: `${role}-key` });
  const withToken = await emulator.call('GET', ROSTER, { key: await tokenOf(role) });

  expect([withKey.status, withToken.status]).toEqual([200, 200]);
});

test('a forged JWT is refused', async () => {
  const [header = '', , signature = ''] = (await tokenOf('guest')).split('.');
  const claims = Buffer.from(JSON.stringify({ role: 'owner', exp: 9_999_999_999 })).toString('base64url');

  expect((await emulator.call('GET', ROSTER, { key: `${header}.${claims}.${signature}` })).status).toBe(401);
});

test.each([
  ['owner-key', 200],
  ['manager-key', 200],
  ['member-key', 403],
  ['guest-key', 403],
])('setting limits with %s is answered with %i', async (key, status) => {
  const body = { users: [{ email: 'nobody@acme.example', limit: 1 }] };

  expect((await emulator.call('PUT', '/api/v0/organization/usage/limits/users', { key, body })).status).toBe(status);
});

test('a token for an unknown role is refused by the name of the field', async () => {
  const { status, text } = await emulator.call('POST', '/__sim/token', { body: { role: 'king' } });

  expect(status).toBe(400);
  expect(text).toContain('role');
});

test.each([
  '/api/organization/maturity-level-reports',
  '/api/v0/organization/enterprise-controls/history',
  '/api/v0/sessions',
])('GET %s is served too', async (path) => {
  expect((await emulator.call('GET', path)).status).toBe(200);
});

test('an unknown path is a 404', async () => {
  expect((await emulator.call('GET', '/api/v0/nothing')).status).toBe(404);
});
