import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';

import type { Endpoint } from '../../../../../shared/kernel/platform/http/endpoint.ts';
import { createPlatformHttp, type PlatformHttp } from '../../../../../shared/kernel/platform/http/http.ts';
import type { PlatformLimits } from '../../../../../shared/kernel/platform/http/limits.ts';
import { rejectionOf, scriptedPlatform } from '../scripted-platform.ts';

const get: Endpoint = { method: 'GET', host: 'base', path: '/api/v0/things', idempotent: true };
const call = { endpoint: get, schema: z.object({ text: z.string() }) };
const servers: Server[] = [];

afterEach(() => {
  servers.splice(0).forEach((server) => {
    server.closeAllConnections();
    server.close();
  });
});

describe('over a real connection', () => {
  test('a compressed answer is unpacked', async () => {
    const http = await serving((_, response) => {
      response.setHeader('content-encoding', 'gzip').end(gzipSync('{"text":"grüße"}'));
    });

    const answer = await http.request(call);

    expect(answer.value.text).toBe('grüße');
  });

  test('a small answer that unpacks to a huge one is cut off and not asked for again', async () => {
    let requests = 0;
    const http = await serving(
      (_, response) => {
        requests += 1;
        response.setHeader('content-encoding', 'gzip').end(gzipSync(`{"text":"${'x'.repeat(3_000_000)}"}`));
      },
      { bodyBytesMax: 1_000_000 },
    );

    const error = await rejectionOf(http.request(call));

    expect(error).toMatchObject({ kind: 'too-large', attempts: 1 });
    expect(requests).toBe(1);
  });

  test('an answer that lies about its compression is a failed connection', async () => {
    const http = await serving((_, response) => {
      response.setHeader('content-encoding', 'gzip').end('{"text":"plain"}');
    });

    const error = await rejectionOf(http.request(call));

    expect(error).toMatchObject({ kind: 'network', attempts: 2 });
  });

  test('a body that is cut short is asked for again', async () => {
    let requests = 0;
    const http = await serving((_, response) => {
      requests += 1;
      response.setHeader('content-length', 17);
      if (requests === 1) {
        response.write('{"text":');
        setTimeout(() => response.destroy(), 20);
      } else {
        response.end('{"text":"whole!"}');
      }
    });

    const answer = await http.request(call);

    expect(answer.value.text).toBe('whole!');
  });

  test('bytes that are no UTF-8 cost their characters and not the answer', async () => {
    const http = await serving((_, response) => {
      response.end(Buffer.from('{"text":"gr\xFC\xDFe"}', 'latin1'));
    });

    const answer = await http.request(call);

    expect(answer.value.text).toBe('gr\uFFFD\uFFFDe');
  });

  test('silence ends with the attempt time limit', async () => {
    const http = await serving(() => {}, { attemptTimeoutMs: 50 });

    const error = await rejectionOf(http.request(call));

    expect(error).toMatchObject({ kind: 'timeout', attempts: 2, status: undefined });
  });

  test('silence ends with the time limit of the whole call when that is shorter', async () => {
    const http = await serving(() => {}, { attemptTimeoutMs: 60_000, callTimeoutMs: 50 });

    const error = await rejectionOf(http.request(call));

    expect(error).toMatchObject({ kind: 'timeout', attempts: 1 });
  });

  test('a body that trickles ends with the attempt time limit', async () => {
    const http = await serving(
      (_, response) => {
        const trickle = setInterval(() => response.write(' '), 10);
        response.on('close', () => clearInterval(trickle));
      },
      { attemptTimeoutMs: 80 },
    );

    const error = await rejectionOf(http.request(call));

    expect(error).toMatchObject({ kind: 'timeout', attempts: 2 });
  });

  test('a call that the caller stops ends at once', async () => {
    const stop = new AbortController();
    const http = await serving(() => stop.abort());

    const error = await rejectionOf(http.request({ ...call, signal: stop.signal }));

    expect(error).toMatchObject({ kind: 'aborted', attempts: 1 });
  });

  test('a redirect is refused and its target never asked', async () => {
    let requests = 0;
    const http = await serving((_, response) => {
      requests += 1;
      response.writeHead(302, { location: '/elsewhere' }).end();
    });

    const error = await rejectionOf(http.request(call));

    expect(error).toMatchObject({ kind: 'redirect', status: 302 });
    expect(requests).toBe(1);
  });

  test('a closed port is a network failure that names its code', async () => {
    const http = await serving(() => {});
    servers.splice(0).forEach((server) => server.close());

    const error = await rejectionOf(http.request(call));

    expect(error).toMatchObject({ kind: 'network' });
    expect(String(error)).toContain('ECONNREFUSED');
  });

  test('a server that speaks no TLS is a failure that is not repeated', async () => {
    const http = await serving(() => {}, {}, 'https');

    const error = await rejectionOf(http.request(call));

    expect(error).toMatchObject({ kind: 'tls', attempts: 1 });
  });
});

async function serving(
  listener: RequestListener,
  limits: Partial<PlatformLimits> = {},
  scheme = 'http',
): Promise<PlatformHttp> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { options } = scriptedPlatform([], { fetch, baseUrl: url, appUrl: url, limits: { attemptsMax: 2, ...limits } });
  return createPlatformHttp(options);
}
