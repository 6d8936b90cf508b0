import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { FAULT_KINDS } from '../../emulator/faults/fault-routes.ts';
import { someEmails, useEmulator } from '../support/emulator.ts';

const ROSTER = '/api/v0/organization/users?limit=10';
const DATES = 'startDate=2026-03-12&endDate=2026-03-13';
const USERS = `/api/v1/analytics/users?${DATES}&limit=10`;
const TOKENS = `/api/v1/analytics/tokens?${DATES}`;
const LIMITS = '/api/v0/organization/usage/limits/users';

const emulator = useEmulator({}, 'test');

const arm = (fault: string, params: object = {}): Promise<void> => emulator.tell('/__sim/faults', { fault, ...params });
describe('/__sim/faults', () => {
  const Armed = z.array(z.looseObject({ fault: z.string(), times: z.int(), matched: z.int(), fired: z.int() }));

  test('posting answers 201 with what is armed, and shows later how often it fired', async () => {
    const posted = await emulator.call('POST', '/__sim/faults', {
      body: { match: { method: 'GET', path: '/api/v0' }, fault: 'status', times: 2, code: 503 },
    });
    await emulator.call('GET', ROSTER);

    expect(posted.status).toBe(201);
    expect(Armed.parse(JSON.parse(posted.text))).toHaveLength(1);
    expect(await emulator.read('/__sim/faults', Armed)).toMatchObject([
      { fault: 'status', times: 2, code: 503, fired: 1 },
    ]);
  });

  test('deleting disarms all of them', async () => {
    await arm('status', { times: 100 });

    const { status } = await emulator.call('DELETE', '/__sim/faults');

    expect(status).toBe(204);
    expect((await emulator.call('GET', ROSTER)).status).toBe(200);
  });

  test.each([
    [{ fault: 'nonsense' }, 'fault'],
    [{}, 'fault'],
    [{ fault: 'status', times: 0 }, 'times'],
    [{ fault: 'status', match: { route: '/' } }, 'match'],
    [{ fault: 'status', match: { nth: 0 } }, 'match.nth'],
    [{ fault: 'status', code: 99 }, 'code'],
    [{ fault: 'restate-day', date: '2026-03-12' }, 'factor'],
    [{ fault: 'restate-day', date: 'monday', factor: 2 }, 'date'],
  ])('%j is a 400 that names %s', async (body, field) => {
    const { status, text } = await emulator.call('POST', '/__sim/faults', { body });

    expect(status).toBe(400);
    expect(text).toContain(field);
  });

  test('no fault touches the side channel', async () => {
    await arm('reset', { times: 100 });

    expect((await emulator.call('GET', '/__sim/clock')).status).toBe(200);
  });

  test('there are the sixteen faults of the product', () => {
    expect([...FAULT_KINDS.keys()].toSorted()).toEqual(
      [
        'status timeout reset slow truncate malformed empty repeat-cursor lost-page duplicate-page extra-fields',
        'missing-fields late-day restate-day accept-then-fail partial-errors',
      ]
        .join(' ')
        .split(' ')
        .toSorted(),
    );
  });
});

describe('faults of the network', () => {
  test('status answers with any code, body and Retry-After, then the platform is itself again', async () => {
    await arm('status', { code: 429, retryAfter: 7, body: { oops: true } });

    const refused = await emulator.call('GET', ROSTER);

    expect([refused.status, refused.headers.get('retry-after'), refused.text]).toEqual([429, '7', '{"oops":true}']);
    expect((await emulator.call('GET', ROSTER)).status).toBe(200);
  });

  test('status without a body has the error body of analytics', async () => {
    await arm('status', { code: 500 });

    const { text } = await emulator.call('GET', USERS);

    expect(JSON.parse(text)).toMatchObject({ title: 'Internal Server Error', status: 500 });
  });

  test('status can be a redirect or a page of HTML', async () => {
    await arm('status', { code: 200, body: '<html>', headers: { 'content-type': 'text/html' } });

    const page = await emulator.call('GET', ROSTER);

    expect([page.headers.get('content-type'), page.text]).toEqual(['text/html', '<html>']);
  });

  test('timeout never answers, and closing the emulator does not wait for it', async () => {
    await arm('timeout');

    const waited = fetch(`${emulator.url}${ROSTER}`, { signal: AbortSignal.timeout(200) });

    await expect(waited).rejects.toThrow(/abort|timeout/i);
  });

  test('reset cuts the connection', async () => {
    await arm('reset');

    await expect(emulator.call('GET', ROSTER)).rejects.toThrow(/fetch failed/);
  });

  test('slow trickles the right answer', async () => {
    const whole = await emulator.call('GET', '/api/v0/organization/users?limit=1');
    await arm('slow', { bytesPerSecond: 1_000 });
    const start = performance.now();

    const { text } = await emulator.call('GET', '/api/v0/organization/users?limit=1');

    expect(text).toBe(whole.text);
    expect(performance.now() - start).toBeGreaterThan(150);
  });

  test('truncate cuts the body in the middle', async () => {
    await arm('truncate');

    await expect(emulator.call('GET', TOKENS)).rejects.toThrow(/terminated|aborted|other side closed/);
  });

  test('a clean truncate ends half a body as if it were whole', async () => {
    await arm('truncate', { clean: true, bytes: 40 });

    const { status, text } = await emulator.call('GET', ROSTER);

    expect([status, text.length]).toEqual([200, 40]);
  });

  test('accept-then-fail applies the call and loses the answer', async () => {
    const [email = ''] = await someEmails(emulator, 1);
    await arm('accept-then-fail', { match: { method: 'PUT' } });

    await expect(emulator.setLimits({ email, limit: 123 })).rejects.toThrow(/fetch failed/);

    const limits = await emulator.read('/__sim/limits', z.record(z.string(), z.object({ limit: z.number() })));
    expect(limits[email]?.limit).toBe(123);
  });

  test('accept-then-fail with a code applies the call and answers with the code', async () => {
    const [email = ''] = await someEmails(emulator, 1);
    await arm('accept-then-fail', { match: { path: LIMITS }, code: 500 });

    const { status } = await emulator.setLimits({ email, limit: 321 });

    const limits = await emulator.read('/__sim/limits', z.record(z.string(), z.object({ limit: z.number() })));
    expect([status, limits[email]?.limit]).toEqual([500, 321]);
  });
});
