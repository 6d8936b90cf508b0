import { setTimeout as sleep } from 'node:timers/promises';

import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import type { PlatformEvent } from '../../shared/kernel/platform/http/platform-event.ts';
import { createPlatformClient, type PlatformClient } from '../../shared/kernel/platform/platform-client.ts';
import type { Page } from '../../shared/kernel/platform/reading/pages.ts';
import { useEmulator } from '../support/emulator.ts';

const range = { startDate: '2026-03-02', endDate: '2026-03-04' };
const days = ['2026-03-02', '2026-03-03', '2026-03-04'];
const now = Date.parse('2026-03-15T00:00:00Z');

const emulator = useEmulator({ users: 250 });
let events: PlatformEvent[] = [];
let client: PlatformClient;

beforeAll(() => {
  client = clientWith('owner-key');
});

describe('all sixteen endpoints', () => {
  test('agree on what was consumed: by user, by model, by day', async () => {
    const tokens = await client.tokens(range);
    const users = await rowsOf(client.userMetrics(range));

    expect(tokens.rows.map((row) => row.day).toSorted()).toEqual(days);
    for (const { day, billableCredits, byModel, byUser } of tokens.rows) {
      const ofDay = <Row extends { day: string }>(rows: readonly Row[]): Row[] => rows.filter((row) => row.day === day);
      expect(billableCredits).toBeGreaterThan(0);
      expect(sum(byUser)).toBe(billableCredits);
      expect(sum(byModel)).toBe(billableCredits);
      expect(sum(ofDay(users))).toBe(billableCredits);
    }
  });

  test('give tools, activity and productivity', async () => {
    const answers = [await client.tools(range), await client.activity(range), await client.productivity(range)];

    for (const { rows, quarantined } of answers) {
      expect(new Set(rows.map((row) => row.day))).toEqual(new Set(days));
      expect(quarantined).toEqual([]);
    }
  });

  test('give the roster whole, in as few pages as it takes, and begun in the middle', async () => {
    const pages = await Array.fromAsync(client.organizationUsers());
    const rest = await Array.fromAsync(client.organizationUsers({ cursor: pages[0]?.nextCursor }));

    const ids = pages.flatMap(({ rows }) => rows.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(pages).toHaveLength(Math.ceil(ids.length / 100));
    expect(rest.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(ids.slice(100));
  });

  test('set limits, and name whom the platform does not know', async () => {
    const [user] = await rowsOf(client.organizationUsers({ limit: 1 }));
    const email = user?.email ?? '';

    const result = await client.setUserLimits([
      { email, limit: 123 },
      { email: 'nobody-at-all@example.com', limit: 5 },
    ]);

    expect(result).toMatchObject({ updated: [{ email, limit: 123 }], missing: [], contradictory: [], unexpected: [] });
    expect(result.errors).toMatchObject([{ email: 'nobody-at-all@example.com' }]);
    expect((await emulator.limits()).get(email)).toBe(123);
  });

  test('give the controls history with the settings as they are', async () => {
    const changes = await rowsOf(client.controlsHistory());

    expect(changes.length).toBeGreaterThan(1);
    expect(new Set(changes.map(({ revision }) => revision)).size).toBe(changes.length);
    expect(changes.flatMap(({ settingsProblems }) => settingsProblems)).toEqual([]);
  });

  test('list, fetch and update sessions, and read their messages', async () => {
    const [first] = await Array.fromAsync(firstPageOf(client.sessions()));
    const sessionId = first?.rows[0]?.sessionId ?? '';

    const before = await client.session({ sessionId });
    const messages = await rowsOf(client.sessionMessages({ sessionId }));
    const tags = [...(before.sessionSettings?.tags ?? []), { name: 'curfew', metadata: { reason: 'test' } }];
    const after = await client.updateSession({ sessionId, sessionSettings: { tags } });

    expect(messages).toHaveLength(before.messageCount);
    expect(after.sessionSettings?.tags).toEqual(tags);
    expect(after.sessionSettings?.model).toBe(before.sessionSettings?.model);
  });

  test('create a computer, find it by name and install its dependencies again', async () => {
    const created = await client.createComputer({ name: 'client-box', provider: 'e2b' });
    const found = await client.computerByName('client-box');
    const installing = await client.installDependencies(created.id);

    expect(created).toMatchObject({ name: 'client-box', providerType: 'e2b' });
    expect([found.id, installing.id]).toEqual([created.id, created.id]);
  });

  test('give every readiness report once', async () => {
    const whole = await rowsOf(client.readinessReports());
    const paged = await rowsOf(client.readinessReports({ limit: 7 }));

    expect(whole.length).toBeGreaterThan(7);
    expect(paged.map(({ reportId }) => reportId)).toEqual(whole.map(({ reportId }) => reportId));
  });

  test('hold nothing that the document does not, but for the one control that the emulator adds on purpose', () => {
    const fields = new Map([['changes[].settings.experimentalReviewGate', expect.any(Number)]]);

    expect(events).toEqual([expect.objectContaining({ kind: 'unknown-fields', fields })]);
  });
});

describe('refusals', () => {
  test('a member may not read analytics, and the error says so without the key', async () => {
    const error = await clientWith('member-key')
      .tokens(range)
      .catch((caught: unknown) => caught);

    expect(error).toMatchObject({ kind: 'forbidden', status: 403, attempts: 2 });
    expect(error).toHaveProperty('requestId', expect.any(String));
    expect(String(error)).not.toContain('member-key');
  });

  test('an unknown key is refused everywhere', async () => {
    const stranger = clientWith('no-such-key');

    await expect(stranger.tokens(range)).rejects.toMatchObject({ kind: 'unauthorized', status: 401 });
    await expect(rowsOf(stranger.organizationUsers())).rejects.toMatchObject({ kind: 'unauthorized' });
    await expect(rowsOf(stranger.readinessReports())).rejects.toMatchObject({ kind: 'unauthorized' });
  });

  test('a JWT opens the v0 endpoints', async () => {
    const issued = await emulator.call('POST', '/__sim/token', { body: { role: 'owner' } });
    const { token } = issued.read(z.object({ token: z.string() }));

    const users = await rowsOf(clientWith(token).organizationUsers());

    expect(users.length).toBeGreaterThan(0);
  });

  test('a computer that does not exist is not found', async () => {
    await expect(client.computerByName('no-such-box')).rejects.toMatchObject({ kind: 'not-found', status: 404 });
  });
});

function clientWith(key: string): PlatformClient {
  events = [];
  return createPlatformClient({
    baseUrl: emulator.url,
    appUrl: emulator.url,
    readKey: async () => key,
    fetch,
    clock: {
      now: () => now,
      sleep: async (ms, signal) => {
        await sleep(ms, undefined, signal === undefined ? {} : { signal });
      },
    },
    random: Math.random,
    logger: (event) => events.push(event),
  });
}

async function rowsOf<Row>(pages: AsyncIterable<Page<Row>>): Promise<Row[]> {
  return (await Array.fromAsync(pages)).flatMap(({ rows }) => [...rows]);
}

async function* firstPageOf<Row>(pages: AsyncIterable<Page<Row>>): AsyncGenerator<Page<Row>> {
  for await (const page of pages) {
    yield page;
    return;
  }
}

function sum(rows: readonly { readonly billableCredits: number }[]): number {
  return rows.reduce((total, { billableCredits }) => total + billableCredits, 0);
}
