import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { startTestEmulator, useEmulator } from '../support/emulator.ts';

const path = '/api/v0/organization/enterprise-controls/history';
const Change = z.strictObject({
  revision: z.number(),
  settings: z.record(z.string(), z.unknown()),
  user: z.strictObject({ id: z.string(), email: z.string(), name: z.string() }),
  updatedAt: z.iso.datetime({ offset: true }),
});
const Refusal = z.object({ message: z.string() });
const user = { id: 'u-1', email: 'u1@x.example', name: 'U One' };

const emulator = useEmulator({ users: 60 });

describe('GET enterprise-controls/history', () => {
  test('pages the whole history without loss, newest first', async () => {
    const { items, pages } = await emulator.readAll(`${path}?limit=3`, { field: 'changes', item: Change });

    const numbers = items.map(({ revision }) => revision);
    expect(pages).toBeGreaterThan(2);
    expect(numbers).toEqual(numbers.map((_, index) => numbers.length - index));
  });

  test.each(['0', '101', 'x', '-1', '1.5', ''])('refuses limit=%s with 400', async (limit) => {
    const { status } = await emulator.call('GET', `${path}?limit=${limit}`);

    expect(status).toBe(400);
  });

  test('accepts every role, and a JWT', async () => {
    const issued = await emulator.call('POST', '/__sim/token', { body: { role: 'member' } });
    const { token } = issued.read(z.object({ token: z.string() }));

    const answers = await Promise.all(
      ['guest-key', 'member-key', token].map((key) => emulator.call('GET', path, { key })),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('refuses a missing and an unknown key with 401', async () => {
    const answers = await Promise.all(['', 'nobody'].map((key) => emulator.call('GET', path, { key })));

    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  });
});

describe('POST /__sim/controls', () => {
  test('appends a revision that the history then lists first, as it was posted', async () => {
    const settings = { mcpPolicy: { enabled: false, allowlist: [] }, brandNew: [{ deep: null }] };

    const answer = await emulator.call('POST', '/__sim/controls', { body: { settings, user } });

    const revision = answer.read(Change);
    const [newest] = (await emulator.call('GET', `${path}?limit=1`)).read(
      z.object({ changes: z.array(Change) }),
    ).changes;
    expect(answer.status).toBe(201);
    expect(revision).toMatchObject({ settings, user, updatedAt: '2026-03-15T00:00:00.000Z' });
    expect(newest).toEqual(revision);
  });

  test('keeps the moment that is given', async () => {
    const updatedAt = '2026-02-01T08:00:00+02:00';

    const answer = await emulator.call('POST', '/__sim/controls', { body: { settings: {}, user, updatedAt } });

    expect(answer.read(Change).updatedAt).toBe(updatedAt);
  });

  test.each([
    ['settings', { user }],
    ['settings', { settings: [], user }],
    ['user', { settings: {} }],
    ['user.email', { settings: {}, user: { id: 'x', name: 'x' } }],
    ['updatedAt', { settings: {}, user, updatedAt: 'yesterday' }],
  ])('names the field %s that is wrong', async (field, body) => {
    const answer = await emulator.call('POST', '/__sim/controls', { body });

    expect(answer.status).toBe(400);
    expect(answer.read(Refusal).message).toMatch(new RegExp(`^${field}: `));
  });
});

test('a thousand posted revisions page in ten pages', async () => {
  const own = await startTestEmulator({ users: 60, empty: true });
  for (let batch = 0; batch < 10; batch += 1) {
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        own.tell('/__sim/controls', { settings: { serial: batch * 100 + index }, user }),
      ),
    );
  }

  const { items, pages } = await own.readAll(`${path}?limit=100`, { field: 'changes', item: Change });

  expect(pages).toBe(11);
  expect(items).toHaveLength(1_001);
  expect(new Set(items.map(({ settings }) => settings['serial']).filter(Number.isInteger)).size).toBe(1_000);
  await own.close();
});
