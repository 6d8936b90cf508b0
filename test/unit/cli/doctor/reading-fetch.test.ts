import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { openPlatform, NotReadingError, readingFetch } from '../../../../cli/doctor/platform/open-platform.ts';
import { type PlatformWatch, watchPlatform } from '../../../../cli/doctor/platform/platform-watch.ts';
import { someEmails, useEmulator } from '../../../support/emulator.ts';

const emulator = useEmulator();
let watch: PlatformWatch;

beforeEach(() => {
  watch = watchPlatform();
});

const { signal } = new AbortController();

describe('a fetch that only reads', () => {
  test.each(['PUT', 'POST', 'PATCH', 'DELETE'])('sends nothing of a %s', async (method) => {
    const sent: unknown[] = [];
    const fetch = readingFetch(async (input) => Promise.reject(new Error(String(sent.push(input)))), watch, signal);

    const call = fetch(`${emulator.url}/api/v0/sessions/s-1`, { method });

    await expect(call).rejects.toThrow(NotReadingError);
    expect(sent).toEqual([]);
    expect(watch.refusedToSend).toEqual([`${method} /api/v0/sessions/s-1`]);
  });

  test('lets no limit of the real client through: the platform never hears of it', async () => {
    const [email = ''] = await someEmails(emulator, 1);
    await emulator.call('DELETE', '/__sim/requests');
    const clients = openPlatform(
      {
        baseUrl: emulator.url,
        appUrl: emulator.url,
        readKey: async () => Promise.resolve('owner-key'),
        nowMs: Date.parse('2026-03-15T09:00:00Z'),
        signal,
      },
      watch,
    );

    const sent = clients.probe.setUserLimits([{ email, limit: 1 }]);

    await expect(sent).rejects.toThrow('PUT /api/v0/organization/usage/limits/users failed');
    expect(await emulator.read('/__sim/requests', z.array(z.unknown()))).toEqual([]);
  });

  test('lets reading through, and counts it', async () => {
    const fetch = readingFetch(globalThis.fetch, watch, signal);

    const response = await fetch(`${emulator.url}/api/v0/organization/users`, {
      headers: { authorization: 'Bearer owner-key' },
    });

    expect(response.status).toBe(200);
    expect([...watch.calls]).toEqual([['/api/v0/organization/users', 1]]);
    expect(watch.missing()).toEqual([]);
  });
});
