import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';

import type { Endpoint } from '../../../../../shared/kernel/platform/http/endpoint.ts';
import { createPlatformHttp } from '../../../../../shared/kernel/platform/http/http.ts';
import { PlatformError } from '../../../../../shared/kernel/platform/platform-error.ts';
import { json, KEY, networkError, rejectionOf, scriptedPlatform, status } from '../scripted-platform.ts';

const get: Endpoint = { method: 'GET', host: 'base', path: '/api/v0/things', idempotent: true };
const getApp: Endpoint = { ...get, host: 'app' };
const put: Endpoint = { ...get, method: 'PUT' };
const post: Endpoint = { ...get, method: 'POST', idempotent: false };
const schema = z.object({ ok: z.boolean() });

describe('a call', () => {
  test('is signed in a header, follows no redirect and goes to the configured host of its endpoint', async () => {
    const platform = scriptedPlatform([json({ ok: true }), json({ ok: true })]);
    const http = createPlatformHttp(platform.options);

    await http.request({ endpoint: get, target: { query: { limit: 3 } }, schema });
    await http.request({ endpoint: getApp, schema });

    expect(platform.requests.map(({ url }) => url.href)).toEqual([
      'https://platform.example.com/api/v0/things?limit=3',
      'https://app.example.com/api/v0/things',
    ]);
    expect(platform.requests.map((request) => request.authorization)).toEqual([`Bearer ${KEY}`, `Bearer ${KEY}`]);
    expect(platform.requests.map((request) => request.redirect)).toEqual(['manual', 'manual']);
  });

  test('sends a body as JSON, and no content type without one', async () => {
    const platform = scriptedPlatform([json({ ok: true }), json({ ok: true })]);
    const http = createPlatformHttp(platform.options);

    await http.request({ endpoint: put, body: { a: 1 }, schema });
    await http.request({ endpoint: post, schema });

    expect(platform.requests.map((request) => request.body)).toEqual([{ a: 1 }, undefined]);
    expect(platform.requests.map((request) => request.headers.get('content-type'))).toEqual(['application/json', null]);
  });

  test.each([408, 429, 500, 502, 503, 504])('is repeated after status %i', async (code) => {
    const platform = scriptedPlatform([status(code), json({ ok: true })]);

    const answer = await createPlatformHttp(platform.options).request({ endpoint: get, schema });

    expect(answer.value).toEqual({ ok: true });
    expect(platform.sleepsMs).toEqual([250]);
  });

  test.each(['ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', 'UND_ERR_SOCKET'])('is repeated after %s', async (code) => {
    const platform = scriptedPlatform([networkError(code), json({ ok: true })]);

    await createPlatformHttp(platform.options).request({ endpoint: get, schema });

    expect(platform.requests).toHaveLength(2);
  });

  test('waits for as long as Retry-After asks', async () => {
    const platform = scriptedPlatform([status(429, { 'retry-after': '9' }), json({ ok: true })]);

    await createPlatformHttp(platform.options).request({ endpoint: get, schema });

    expect(platform.sleepsMs).toEqual([9_000]);
    expect(platform.events).toEqual([
      {
        kind: 'retrying',
        endpoint: 'GET /api/v0/things',
        attempt: 1,
        failure: 'rate-limited',
        status: 429,
        delayMs: 9_000,
      },
    ]);
  });

  test('that is refused for ever ends after six attempts, saying how long the platform last asked to wait', async () => {
    const platform = scriptedPlatform(Array.from({ length: 6 }, () => status(429, { 'retry-after': '20' })));

    const error = await rejectionOf(createPlatformHttp(platform.options).request({ endpoint: get, schema }));

    expect(error).toMatchObject({ kind: 'rate-limited', status: 429, attempts: 6, retryAfterMs: 20_000 });
    expect(error).toBeInstanceOf(PlatformError);
  });

  test('ends before its deadline rather than wait past it', async () => {
    const answers = Array.from({ length: 6 }, () => status(503, { 'retry-after': '50' }));
    const platform = scriptedPlatform(answers, { limits: { callTimeoutMs: 120_000 } });

    const error = await rejectionOf(createPlatformHttp(platform.options).request({ endpoint: get, schema }));

    expect(platform.sleepsMs).toEqual([50_000, 50_000]);
    expect(error).toMatchObject({ kind: 'server', attempts: 3 });
  });

  test.each([
    [400, 'bad-request'],
    [404, 'not-found'],
    [409, 'refused'],
    [422, 'refused'],
  ])('is not repeated after status %i, which is %s', async (code, kind) => {
    const platform = scriptedPlatform([status(code)]);

    const error = await rejectionOf(createPlatformHttp(platform.options).request({ endpoint: put, schema }));

    expect(error).toMatchObject({ kind, status: code, attempts: 1, outcomeUnknown: false });
  });

  test('carries the words of an error body, cleaned and capped', async () => {
    const body = { title: 'Bad\r\nRequest', detail: 'too many '.repeat(50), status: 400, requestId: 'req_01' };
    const platform = scriptedPlatform([json(body, { status: 400 })]);

    const error = await rejectionOf(createPlatformHttp(platform.options).request({ endpoint: get, schema }));

    expect(error).toMatchObject({
      title: 'Bad Request',
      detail: `${'too many '.repeat(34).slice(0, 299)}…`,
      requestId: 'req_01',
    });
    expect(String(error)).toMatch(/GET \/api\/v0\/things .*bad-request .*400.*: too many too/u);
  });

  test.each(['<html>', '', '[]', 'null', '{"title":7,"__proto__":{"detail":"x"}}'])(
    'lives with an error body of %j',
    async (body) => {
      const platform = scriptedPlatform([new Response(body, { status: 400 })]);

      const error = await rejectionOf(createPlatformHttp(platform.options).request({ endpoint: get, schema }));

      expect(error).toMatchObject({ kind: 'bad-request', title: undefined, detail: undefined });
    },
  );

  test('gives an answer that is odd but whole: a byte order mark, repeated keys, __proto__, unknown fields', async () => {
    const body = '\uFEFF{"ok":false,"ok":true,"__proto__":{"ok":false},"more":1}';
    const platform = scriptedPlatform([new Response(body)]);

    const answer = await createPlatformHttp(platform.options).request({ endpoint: get, schema });

    expect(answer.value).toEqual({ ok: true });
    expect([...answer.findings.close().unknownFields]).toEqual([
      ['more', 1],
      ['*', 1],
    ]);
  });

  test.each([
    ['an empty body', ''],
    ['HTML', '<!doctype html><p>Welcome'],
    ['broken JSON', '{"ok":tr'],
    ['NaN', '{"ok":NaN}'],
    ['another shape', '{"fine":true}'],
  ])('is repeated once after %s', async (_, body) => {
    const platform = scriptedPlatform([new Response(body), new Response(body)]);

    const error = await rejectionOf(createPlatformHttp(platform.options).request({ endpoint: get, schema }));

    expect(error).toMatchObject({ kind: 'malformed', attempts: 2, outcomeUnknown: false });
  });

  test('names the wrong field of an answer and not its value', async () => {
    const platform = scriptedPlatform([json({ ok: 'sesame' }), json({ ok: 'sesame' })]);

    const error = await rejectionOf(createPlatformHttp(platform.options).request({ endpoint: get, schema }));

    expect(String(error)).toMatch(/\bok: .*boolean/u);
    expect(String(error)).not.toContain('sesame');
  });

  test('that the caller has stopped is not sent', async () => {
    const platform = scriptedPlatform([]);
    const signal = AbortSignal.abort();

    const error = await rejectionOf(createPlatformHttp(platform.options).request({ endpoint: put, schema, signal }));

    expect(error).toMatchObject({ kind: 'aborted', attempts: 0, outcomeUnknown: false });
  });

  test('that the caller stops while it waits is not sent again', async () => {
    const stop = new AbortController();
    const sleep = async (): Promise<void> => {
      stop.abort();
      throw new Error('woken');
    };
    const platform = scriptedPlatform([status(500)], { clock: { now: () => 0, sleep } });

    const call = { endpoint: put, schema, signal: stop.signal };
    const error = await rejectionOf(createPlatformHttp(platform.options).request(call));

    expect(error).toMatchObject({ kind: 'aborted', attempts: 1, outcomeUnknown: true });
  });
});

describe('the key', () => {
  test.each([401, 403])(
    'is read again once after status %i, and the request goes on with the new one',
    async (code) => {
      const readKey = vi.fn<() => Promise<string>>(async () => 'new-key-1234').mockResolvedValueOnce('old-key-1234');
      const platform = scriptedPlatform([status(code), json({ ok: true })], { readKey });

      await createPlatformHttp(platform.options).request({ endpoint: post, schema });

      expect(platform.requests.map((request) => request.authorization)).toEqual([
        'Bearer old-key-1234',
        'Bearer new-key-1234',
      ]);
      expect(platform.sleepsMs).toEqual([]);
    },
  );

  test.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
  ])('that stays refused with %i ends the call as %s after one repeat', async (code, kind) => {
    const readKey = vi.fn<() => Promise<string>>(async () => KEY);
    const platform = scriptedPlatform([status(code), status(code)], { readKey });

    const error = await rejectionOf(createPlatformHttp(platform.options).request({ endpoint: get, schema }));

    expect(error).toMatchObject({ kind, attempts: 2 });
    expect(readKey).toHaveBeenCalledTimes(2);
  });

  test('is kept from one call to the next', async () => {
    const readKey = vi.fn<() => Promise<string>>(async () => KEY);
    const platform = scriptedPlatform([json({ ok: true }), json({ ok: true })], { readKey });
    const http = createPlatformHttp(platform.options);

    await http.request({ endpoint: get, schema });
    await http.request({ endpoint: get, schema });

    expect(readKey).toHaveBeenCalledTimes(1);
  });

  test('that cannot be read ends the call before anything is sent', async () => {
    const readKey = async (): Promise<string> => {
      throw Object.assign(new Error('access denied'), { code: 'AccessDenied', $response: { body: 'secret' } });
    };
    const platform = scriptedPlatform([], { readKey });

    const error = await rejectionOf(createPlatformHttp(platform.options).request({ endpoint: put, schema }));

    expect(error).toMatchObject({ kind: 'key', attempts: 0, outcomeUnknown: false });
    expect(error).toHaveProperty('cause.message', 'access denied');
    expect(error).not.toHaveProperty('cause.$response');
  });

  test('is in no part of an error, whatever the platform echoes', async () => {
    const echo = `Bearer ${KEY} ${btoa(`Bearer ${KEY}`)}`;
    const platform = scriptedPlatform([
      json({ title: echo, detail: encodeURIComponent(echo), requestId: echo }, { status: 400 }),
    ]);

    const error = await rejectionOf(createPlatformHttp(platform.options).request({ endpoint: get, schema }));

    const shown = `${String(error)} ${JSON.stringify(error)}`;
    expect(shown).not.toContain(KEY);
    expect(shown).not.toContain(btoa(`Bearer ${KEY}`).slice(4, 20));
  });

  test('is in no part of the cause of a network error', async () => {
    const cause = Object.assign(new Error(`cannot send Bearer ${KEY}`), { code: 'ECONNRESET', headers: { a: KEY } });
    const platform = scriptedPlatform([new TypeError(`failed with ${KEY}`, { cause })], { limits: { attemptsMax: 1 } });

    const error = await rejectionOf(createPlatformHttp(platform.options).request({ endpoint: get, schema }));

    expect(error).toHaveProperty('cause.message', 'failed with [redacted]');
    expect(error).toHaveProperty('cause.cause.message', 'cannot send Bearer [redacted]');
    expect(error).not.toHaveProperty('cause.cause.headers');
  });

  test('is taken out of an answer that echoes it', async () => {
    const platform = scriptedPlatform([json({ echo: `Bearer ${KEY}` })]);
    const echo = z.object({ echo: z.string() });

    const answer = await createPlatformHttp(platform.options).request({ endpoint: get, schema: echo });

    expect(answer.value.echo).toBe('Bearer [redacted]');
  });

  test('is sent to no host that a redirect names', async () => {
    const platform = scriptedPlatform([status(307, { location: 'https://evil.example.net/path?key=1' })]);

    const error = await rejectionOf(createPlatformHttp(platform.options).request({ endpoint: get, schema }));

    expect(platform.requests).toHaveLength(1);
    expect(error).toMatchObject({ kind: 'redirect', status: 307 });
    expect(String(error)).toContain('evil.example.net');
    expect(String(error)).not.toContain('path');
  });
});

describe('the outcome of a write', () => {
  test.each([
    ['a lost connection', networkError('ECONNRESET'), true],
    ['status 500', status(500), true],
    ['status 408', status(408), true],
    ['a body that cannot be read', new Response('<html>'), true],
    ['a refused connection', networkError('ECONNREFUSED'), false],
    ['an unknown host', networkError('ENOTFOUND'), false],
    ['a failed handshake', networkError('CERT_HAS_EXPIRED'), false],
    ['status 429', status(429), false],
    ['status 400', status(400), false],
  ])('after %s is unknown: %s', async (_, answer, outcomeUnknown) => {
    const platform = scriptedPlatform([answer], { limits: { attemptsMax: 1 } });

    const error = await rejectionOf(createPlatformHttp(platform.options).request({ endpoint: put, schema }));

    expect(error).toMatchObject({ outcomeUnknown });
  });

  test('stays unknown when a later attempt is refused', async () => {
    const platform = scriptedPlatform([networkError('ECONNRESET'), status(400)]);

    const error = await rejectionOf(createPlatformHttp(platform.options).request({ endpoint: put, schema }));

    expect(error).toMatchObject({ kind: 'bad-request', outcomeUnknown: true });
  });

  test('stays unknown when the key cannot be read for a later attempt', async () => {
    const readKey = vi.fn<() => Promise<string>>(async () => '').mockResolvedValueOnce(KEY);
    const platform = scriptedPlatform([networkError('ECONNRESET'), status(401)], { readKey });

    const error = await rejectionOf(createPlatformHttp(platform.options).request({ endpoint: put, schema }));

    expect(error).toMatchObject({ kind: 'key', attempts: 2, outcomeUnknown: true });
  });

  test('is never unknown for a reading', async () => {
    const platform = scriptedPlatform([networkError('ECONNRESET')], { limits: { attemptsMax: 1 } });

    const error = await rejectionOf(createPlatformHttp(platform.options).request({ endpoint: get, schema }));

    expect(error).toMatchObject({ kind: 'network', outcomeUnknown: false });
  });

  test('a write that is not idempotent is not repeated when it may have arrived', async () => {
    const platform = scriptedPlatform([networkError('ECONNRESET')]);

    const error = await rejectionOf(createPlatformHttp(platform.options).request({ endpoint: post, schema }));

    expect(error).toMatchObject({ kind: 'network', attempts: 1, outcomeUnknown: true });
  });

  test('a write that is not idempotent is repeated when it cannot have arrived', async () => {
    const platform = scriptedPlatform([networkError('ECONNREFUSED'), status(429), json({ ok: true })]);

    await createPlatformHttp(platform.options).request({ endpoint: post, schema });

    expect(platform.requests).toHaveLength(3);
  });
});
