import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import { drawnSecret } from './secret-traces.ts';

/** A platform that lets secrets slip wherever it can; behind it stands an honest one. */
export interface PlantingProxy {
  readonly url: string;
  /** Every secret that has been planted up to now. */
  planted(): readonly string[];
  /** From now on every call is refused as if its key were wrong, in words that repeat it. */
  refuseKey(): void;
  close(): Promise<void>;
}

interface Planting {
  /** The honest platform and its key. */
  readonly target: string;
  readonly targetKey: string;
  /** The key that callers of the proxy have, which every answer repeats. */
  readonly key: string;
}

/** More of them would only take longer to look for: nearly every answer has others than the one before. */
const secretsMax = 5_000;

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/**
 * Starts it on a free port. Each kind of call fails once first, in a body and headers full of secrets; then every object of an
 * answer gets fields that nobody documented, every list of rows one that cannot be read, and one PUT in ten is refused
 * in words of the kind that quote too much. Settings are left to whoever posts them.
 */
export async function startPlantingProxy({ target, targetKey, key }: Planting): Promise<PlantingProxy> {
  const secrets: string[] = [];
  let count = 0;
  const next = (): string => {
    const turn = count % secretsMax;
    count += 1;
    return (secrets[turn] ??= drawnSecret(1_000 + turn, turn % 2 === 0 ? 'base64url' : 'base64'));
  };
  const seen = new Set<string>();
  let isRefusing = false;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    const { method = 'GET', url = '/' } = request;
    // Sessions and computers fail alike: one of them once is enough.
    const call = `${method} ${new URL(url, target).pathname.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gu, 'ID')}`;
    if (isRefusing || !seen.has(call)) {
      seen.add(call);
      fail(response, isRefusing ? 401 : 503);
      return;
    }
    const honest = await fetch(`${target}${url}`, {
      method,
      headers: { authorization: `Bearer ${targetKey}`, ...(body === '' ? {} : { 'content-type': 'application/json' }) },
      ...(body === '' ? {} : { body }),
    });
    const json = (await honest.json()) as Json;
    response
      .writeHead(honest.status, { 'content-type': 'application/json', ...hostileHeaders() })
      .end(JSON.stringify(planted(withOddRows(json))));
  }

  function fail(response: ServerResponse, status: number): void {
    const words = { title: `No: ${next()}`, detail: `Authorization: Bearer ${key}; token=${next()}`, trace: next() };
    response
      .writeHead(status, { 'content-type': 'application/json', ...hostileHeaders() })
      .end(JSON.stringify(planted(words)));
  }

  function hostileHeaders() {
    return { 'x-debug': next(), 'set-cookie': `session=${next()}`, 'www-authenticate': `Bearer ${key}` };
  }

  /** The same with a field more in every object, above every container and beside every leaf. */
  function planted(value: Json, name = ''): Json {
    if (name === 'settings' || typeof value !== 'object' || value === null) {
      return value;
    }
    if (isList(value)) {
      return value.map((item) => planted(item));
    }
    const fields = Object.entries(value).map(([field, inner]) => [field, planted(inner, field)]);
    return { ...Object.fromEntries(fields), unlisted: next(), [next()]: 1, echo: key, deep: [{ [next()]: [next()] }] };
  }

  /** Rows that cannot be read, their wrong values being secrets; and a refusal that says too much. */
  function withOddRows(answerOf: Json): Json {
    if (typeof answerOf !== 'object' || answerOf === null || isList(answerOf)) {
      return answerOf;
    }
    const { users, updated, errors } = answerOf;
    if (isList(users)) {
      return { ...answerOf, users: [...users, { id: 'u-odd', email: { [next()]: next() }, firstName: [next()] }] };
    }
    if (isList(updated) && isList(errors)) {
      const refused = updated.slice(0, 1).map((entry) => ({ ...asObject(entry), error: `no: ${next()} ${key}` }));
      return { ...answerOf, updated: updated.slice(1), errors: [...errors, ...refused] };
    }
    return answerOf;
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    planted: () => [...secrets],
    refuseKey() {
      isRefusing = true;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function asObject(value: Json): { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !isList(value) ? value : {};
}
