import { describe, expect, test } from 'vitest';

import { createPlatformClient } from '../../../../shared/kernel/platform/platform-client.ts';
import { fixture } from '../../kernel/platform/fixture.ts';
import { json, networkError, scriptedPlatform } from '../../kernel/platform/scripted-platform.ts';

const full = {
  id: 'computer_01',
  name: 'build-box-1',
  providerType: 'e2b',
  createdAt: 1772400000000,
  hostId: '5f0c1d3e-8d2a-4a0b-9c53-7f9d3c1e2a44',
  hostname: 'build-box-1.internal.example.com',
  status: 'provisioning',
  provisioningSteps: [
    {
      id: 'step_01',
      name: 'install-deps',
      status: 'failed',
      error: 'The lockfile is out of date',
      startedAt: 1772400010000,
      completedAt: 1772400020000,
      installSessionId: 'session_09',
    },
  ],
  relayClientUrl: 'wss://relay.example.com/client/computer_01',
  relayAgentUrl: 'wss://relay.example.com/agent/computer_01',
  remoteUser: 'dev',
  ownerPrincipalKind: 'user',
  ownerId: 'user_01',
};
const least = { id: 'computer_02', name: 'b', providerType: 'byom', createdAt: 1772400000000 };

describe('createComputer', () => {
  test.each([
    ['full', full],
    ['minimal', least],
  ])('reads the %s answer of a 201', async (kind, computer) => {
    const platform = scriptedPlatform([json(fixture(`computer-created.${kind}`), { status: 201 })]);

    const created = await createPlatformClient(platform.options).createComputer({ name: 'build-box-1' });

    expect(created).toEqual(computer);
    expect(platform.requests[0]).toMatchObject({ method: 'POST', body: { name: 'build-box-1' } });
    expect(platform.requests[0]?.url.pathname).toBe('/api/v0/computers');
    expect(platform.events).toEqual([]);
  });

  test('is not sent again when the first request may have made a computer', async () => {
    const platform = scriptedPlatform([networkError('ECONNRESET')]);

    const creating = createPlatformClient(platform.options).createComputer({ name: 'box' });

    await expect(creating).rejects.toMatchObject({ kind: 'network', attempts: 1, outcomeUnknown: true });
  });
});

describe('computerByName', () => {
  test.each([
    ['full', full],
    ['minimal', least],
  ])('reads the %s answer', async (kind, computer) => {
    const platform = scriptedPlatform([json(fixture(`computer.${kind}`))]);

    const found = await createPlatformClient(platform.options).computerByName('build box/1');

    expect(found).toEqual(computer);
    expect(platform.requests[0]?.url.pathname).toBe('/api/v0/computers/name/build%20box%2F1');
  });

  test.each(['id', 'name', 'providerType', 'createdAt'])('refuses one without the required %s', async (field) => {
    const body = { ...(fixture('computer.minimal') as object), [field]: undefined };
    const platform = scriptedPlatform([json(body), json(body)]);

    const reading = createPlatformClient(platform.options).computerByName('b');

    await expect(reading).rejects.toMatchObject({ kind: 'malformed' });
  });
});

describe('installDependencies', () => {
  test.each([
    ['full', full],
    ['minimal', least],
  ])('sends no body and reads the %s answer of a 202', async (kind, computer) => {
    const platform = scriptedPlatform([json(fixture(`computer-install-deps.${kind}`), { status: 202 })]);

    const installing = await createPlatformClient(platform.options).installDependencies('computer_01');

    expect(installing).toEqual(computer);
    expect(platform.requests[0]).toMatchObject({ method: 'POST', body: undefined });
    expect(platform.requests[0]?.url.pathname).toBe('/api/v0/computers/computer_01/install-deps');
  });

  test('is not sent again when the first request may have started the step', async () => {
    const platform = scriptedPlatform([networkError('ECONNRESET')]);

    const installing = createPlatformClient(platform.options).installDependencies('computer_01');

    await expect(installing).rejects.toMatchObject({ kind: 'network', attempts: 1, outcomeUnknown: true });
  });
});
