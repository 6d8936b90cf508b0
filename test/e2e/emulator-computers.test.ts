import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { useEmulator } from '../support/emulator.ts';

// Written by hand from platform-api.md, "Computer".
const Computer = z.strictObject({
  id: z.string(),
  name: z.string().min(1).max(63),
  providerType: z.enum(['byom', 'e2b']),
  createdAt: z.number(),
  hostId: z.uuid().optional(),
  hostname: z.string().optional(),
  status: z.enum(['provisioning', 'active', 'error']).optional(),
  provisioningSteps: z
    .array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        status: z.string(),
        error: z.string().optional(),
        startedAt: z.number().optional(),
        completedAt: z.number().optional(),
        installSessionId: z.string().optional(),
      }),
    )
    .optional(),
  relayClientUrl: z.url().optional(),
  relayAgentUrl: z.url().optional(),
  remoteUser: z.string().optional(),
  ownerPrincipalKind: z.string().optional(),
  ownerId: z.string().optional(),
});
const Refusal = z.object({ message: z.string() });
const path = '/api/v0/computers';

const emulator = useEmulator({ users: 60 });

describe('POST computers', () => {
  test('answers 201 with the computer made of the body', async () => {
    const hostId = '7b1c9a52-6f0e-4d8b-9d5b-2f1f3c1f0a11';
    const repos = Array.from({ length: 20 }, (_, index) => `https://git.acme.example/repo-${index}`);

    const answer = await emulator.call('POST', path, {
      body: {
        name: 'n'.repeat(63),
        provider: 'byom',
        hostId,
        remoteUser: 'r'.repeat(63),
        repos,
        autoInstallDeps: true,
        serviceAccountId: 's',
        source: { kind: 'scratch', further: 1 },
      },
    });

    expect(answer.status).toBe(201);
    expect(answer.read(Computer)).toMatchObject({
      name: 'n'.repeat(63),
      providerType: 'byom',
      hostId,
      remoteUser: 'r'.repeat(63),
      status: 'provisioning',
      createdAt: Date.UTC(2026, 2, 15),
      ownerPrincipalKind: 'service_account',
      ownerId: 's',
    });
  });

  test.each([
    ['body', []],
    ['name', {}],
    ['name', { name: '' }],
    ['name', { name: 'n'.repeat(64) }],
    ['name', { name: 5 }],
    ['provider', { name: 'a', provider: 'cloud' }],
    ['hostId', { name: 'a', hostId: 'not-a-uuid' }],
    ['remoteUser', { name: 'a', remoteUser: '' }],
    ['remoteUser', { name: 'a', remoteUser: 'r'.repeat(64) }],
    ['repos', { name: 'a', repos: Array.from({ length: 21 }, () => 'https://x.example') }],
    ['repos[0]', { name: 'a', repos: ['no uri'] }],
    ['repos[0]', { name: 'a', repos: [`https://x.example/${'p'.repeat(2_048)}`] }],
    ['autoInstallDeps', { name: 'a', autoInstallDeps: 'true' }],
    ['serviceAccountId', { name: 'a', serviceAccountId: '' }],
    ['source', { name: 'a', source: 'scratch' }],
    ['source.kind', { name: 'a', source: {} }],
    ['body', { name: 'a', size: 'large' }],
  ])('refuses a body whose %s is wrong with 400', async (field, body) => {
    const answer = await emulator.call('POST', path, { body });

    expect(answer.status).toBe(400);
    expect(answer.read(Refusal).message.startsWith(`${field}: `)).toBe(true);
  });

  test('refuses a name that is taken with 409', async () => {
    const first = await emulator.call('POST', path, { body: { name: 'twice' } });

    const second = await emulator.call('POST', path, { body: { name: 'twice' } });

    expect([first.status, second.status]).toEqual([201, 409]);
  });
});

describe('GET computers/name/{name}', () => {
  test.each(['builder-01', 'builder-04', 'builder-05', 'lab bench / 北'])('finds %s', async (name) => {
    const answer = await emulator.call('GET', `${path}/name/${encodeURIComponent(name)}`);

    expect(answer.status).toBe(200);
    expect(answer.read(Computer).name).toBe(name);
  });

  test('answers 404 for an unknown name, and 400 for one of more than 63 characters', async () => {
    const answers = await Promise.all(
      ['unknown', 'n'.repeat(64)].map((name) => emulator.call('GET', `${path}/name/${name}`)),
    );

    expect(answers.map(({ status }) => status)).toEqual([404, 400]);
  });

  test('refuses a missing key with 401', async () => {
    expect((await emulator.call('GET', `${path}/name/builder-01`, { key: '' })).status).toBe(401);
  });
});

describe('POST computers/{computerId}/install-deps', () => {
  test('answers 202 and the failed step runs again', async () => {
    const failed = (await emulator.call('GET', `${path}/name/builder-03`)).read(Computer);

    const answer = await emulator.call('POST', `${path}/${failed.id}/install-deps`);

    expect(failed.status).toBe('error');
    expect(answer.status).toBe(202);
    expect(answer.read(Computer).provisioningSteps?.at(-1)).toMatchObject({ name: 'install-deps', status: 'running' });
  });

  test('answers 404 for an unknown computer', async () => {
    expect((await emulator.call('POST', `${path}/nobody/install-deps`)).status).toBe(404);
  });
});

test('a created computer becomes active as the clock moves', async () => {
  await emulator.call('POST', path, { body: { name: 'fresh', autoInstallDeps: false } });

  await emulator.tell('/__sim/clock', { now: '2026-03-15T00:03:00Z' });

  expect((await emulator.call('GET', `${path}/name/fresh`)).read(Computer).status).toBe('active');
});
