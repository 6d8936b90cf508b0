import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { RosterPage, someEmails, startTestEmulator, Tokens, UsageRows, useEmulator } from '../support/emulator.ts';

const emulator = useEmulator({ empty: true }, 'test');

const ROSTER = '/api/v0/organization/users?limit=100';
const roster = async (): Promise<z.infer<typeof RosterPage>['users']> =>
  (await emulator.read(ROSTER, RosterPage)).users;
const Clock = z.object({ now: z.string() });

describe('/__sim/clock', () => {
  test('stands at 00:00 UTC of the day given until it is moved', async () => {
    expect((await emulator.read('/__sim/clock', Clock)).now).toBe('2026-03-15T00:00:00.000Z');
  });

  test.each(['2026-03-16T08:00:00Z', Date.UTC(2026, 2, 16, 8)])('is moved by %j', async (now) => {
    await emulator.tell('/__sim/clock', { now });

    expect((await emulator.read('/__sim/clock', Clock)).now).toBe('2026-03-16T08:00:00.000Z');
  });

  test.each([{ now: '2026-03-14T00:00:00Z' }, { now: 'soon' }, { now: null }, {}, { now: '2300-01-01T00:00:00Z' }])(
    'refuses %j with 400 and names the field',
    async (body) => {
      const { status, text } = await emulator.call('POST', '/__sim/clock', { body });

      expect(status).toBe(400);
      expect(text).toContain('now');
    },
  );

  test('runs with the system’s clock when no day is given', async () => {
    const running = await startTestEmulator({ today: undefined, users: 1 });

    const { now } = await running.read('/__sim/clock', Clock);
    await running.close();

    expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(10_000);
  });
});

describe('/__sim/demand', () => {
  test.each([
    [[{ email: 'nobody@acme.example', date: '2026-03-15', credits: 1 }], 'nobody@acme.example'],
    [[{ email: 'a@acme.example', date: '2026-02-30', credits: 1 }], '[0].date'],
    [[{ email: 'a@acme.example', date: '2026-01-13', credits: 1 }], '[0].date'],
    [[{ email: 'a@acme.example', date: '2026-03-15', credits: -1 }], '[0].credits'],
    [[{ email: 'a@acme.example', date: '2026-03-15', credits: 1.5 }], '[0].credits'],
    [[{ date: '2026-03-15', credits: 1 }], '[0].email'],
    [{}, 'body'],
  ])('refuses %j and names %s', async (body, named) => {
    const { status, text } = await emulator.call('POST', '/__sim/demand', { body });

    expect(status).toBe(400);
    expect(JSON.stringify(JSON.parse(text)).replaceAll('\\"', '"')).toContain(named);
  });

  test('replaces what was generated for a day, past days too', async () => {
    const busy = await startTestEmulator({ users: 20 });
    const emails = await someEmails(busy, 100);
    await busy.tell(
      '/__sim/demand',
      emails.map((email) => ({ email, date: '2026-03-10', credits: 0 })),
    );

    const { data } = await busy.read('/api/v1/analytics/tokens?startDate=2026-03-10&endDate=2026-03-10', Tokens);
    await busy.close();

    const withEmail = data[0]?.by_user.filter((user) => user.user_email !== null);
    expect(withEmail).toEqual([]);
  });
});

describe('/__sim/users', () => {
  test('a posted user is on the roster from now on, and consumes what is posted', async () => {
    await emulator.tell('/__sim/users', {
      email: 'New.Person@acme.example',
      firstName: 'New',
      metadata: { team: 'x' },
    });
    await emulator.tell('/__sim/demand', [{ email: 'new.person@acme.example', date: '2026-03-14', credits: 9 }]);

    const added = (await roster()).find((user) => user.email === 'New.Person@acme.example');
    expect(added).toMatchObject({ firstName: 'New', metadata: { team: 'x' }, createdAt: '2026-03-15T00:00:00.000Z' });
    expect(await emulator.read('/__sim/usage', UsageRows)).toMatchObject([
      { email: 'New.Person@acme.example', granted: 9 },
    ]);
  });

  test('a removed user is gone from the roster and stays in analytics', async () => {
    const [email = ''] = await someEmails(emulator, 1);
    await emulator.tell('/__sim/demand', [{ email, date: '2026-03-14', credits: 9 }]);

    const { status } = await emulator.call('DELETE', `/__sim/users?email=${encodeURIComponent(email.toUpperCase())}`);

    const { data } = await emulator.read('/api/v1/analytics/tokens?startDate=2026-03-14&endDate=2026-03-14', Tokens);
    expect(status).toBe(204);
    expect(await roster()).toHaveLength(39);
    expect(data[0]?.billable_tokens).toBe(9);
  });

  test('a user who comes back has the same id', async () => {
    const [first] = await roster();
    const email = first?.email ?? '';
    await emulator.call('DELETE', `/__sim/users?email=${encodeURIComponent(email)}`);
    await emulator.tell('/__sim/clock', { now: '2026-03-20T00:00:00Z' });

    await emulator.tell('/__sim/users', { email });

    expect((await roster()).find((user) => user.email === email)?.id).toBe(first?.id);
  });

  test('a user keeps the id under another email', async () => {
    const [first] = await roster();

    await emulator.tell('/__sim/users', { id: first?.id, email: 'renamed@acme.example' });

    expect((await roster()).find((user) => user.id === first?.id)?.email).toBe('renamed@acme.example');
  });

  test.each([
    [{ email: 'no address' }, 'email'],
    [{ email: 'a@acme.example', firstName: 3 }, 'firstName'],
    [{ email: 'a@acme.example', id: 'nobody' }, 'id'],
  ])('a post of %j is a 400 that names %s', async (body, field) => {
    const { status, text } = await emulator.call('POST', '/__sim/users', { body });

    expect(status).toBe(400);
    expect(text).toContain(field);
  });

  test.each([
    ['', 400],
    ['?email=nobody@acme.example', 404],
  ])('a removal with the query %j is a %i that names the email', async (query, expected) => {
    const { status, text } = await emulator.call('DELETE', `/__sim/users${query}`);

    expect(status).toBe(expected);
    expect(text).toContain('email');
  });
});

describe('/__sim/requests', () => {
  const Log = z.array(
    z.strictObject({
      method: z.string(),
      path: z.string(),
      status: z.int().nullable(),
      start: z.int(),
      end: z.int().nullable(),
    }),
  );

  test('holds the calls to the platform with query and status, and none to the side channel', async () => {
    await emulator.call('GET', ROSTER);
    await emulator.call('GET', '/api/v0/sessions', { key: 'nobody' });
    await emulator.read('/__sim/clock', Clock);

    const log = await emulator.read('/__sim/requests', Log);

    expect(log.map(({ method, path, status }) => [method, path, status])).toEqual([
      ['GET', ROSTER, 200],
      ['GET', '/api/v0/sessions', 401],
    ]);
    expect(log.every(({ start, end }) => end !== null && end >= start)).toBe(true);
  });

  test('is empty after it was deleted', async () => {
    await emulator.call('GET', ROSTER);

    const { status } = await emulator.call('DELETE', '/__sim/requests');

    expect(status).toBe(204);
    expect(await emulator.read('/__sim/requests', Log)).toEqual([]);
  });
});

describe('the flags for a slow and a strict platform', () => {
  test('beyond the rate calls are refused with 429 and Retry-After', async () => {
    const strict = await startTestEmulator({ rateLimitPerSecond: 3 });

    const answers = await Promise.all(Array.from({ length: 12 }, () => strict.call('GET', ROSTER)));
    await strict.close();

    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(6);
    expect(refused.every(({ headers }) => headers.get('retry-after') === '1')).toBe(true);
  });

  test('with latency every call takes at least so long', async () => {
    const slow = await startTestEmulator({ latencyMs: 120 });
    const start = performance.now();

    await slow.call('GET', ROSTER);
    const tookMs = performance.now() - start;
    await slow.close();

    expect(tookMs).toBeGreaterThanOrEqual(115);
  });
});

test('answers of the platform are dated by the clock of the emulator', async () => {
  await emulator.call('POST', '/__sim/clock', { body: { now: '2026-03-17T08:00:00Z' } });

  const answer = await fetch(`${emulator.url}/api/v0/organization/users?limit=1`, {
    headers: { authorization: 'Bearer owner-key' },
  });

  expect(answer.headers.get('date')).toBe('Tue, 17 Mar 2026 08:00:00 GMT');
});
