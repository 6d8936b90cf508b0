import { PutCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { memoryConnections } from '../../shared/channels/memory-store.ts';
import { noAnchoring } from '../../shared/evidence/aws/aws-anchoring.ts';
import { callerOfMachine } from '../../shared/kernel/access/caller.ts';
import { httpApi } from '../../shared/kernel/api/http/http-api.ts';
import { openApiDocument } from '../../shared/kernel/api/http/openapi-document.ts';
import { operationRoutes } from '../../shared/kernel/contract/routes.ts';
import type { TableNames } from '../../shared/kernel/contract/tables.ts';
import { Settings } from '../../shared/settings/contract/settings.ts';
import { storesOn } from '../../shared/wiring/stores.ts';
import { withCpuTime } from '../support/cpu-time.ts';
import { useEngine } from '../support/test-engine.ts';

// Calls are made from the description that the API gives of itself, and spoiled in one place or in many.
const nowMs = Date.parse('2026-03-15T08:00:00Z');
const secret = 'the-secret-of-this-start';
const slowMs = 5_000;
const callsInAll = 150;

/** What is sent of a call. */
interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const engine = useEngine();
const unforeseen: unknown[] = [];
let tables: TableNames;
/** The writes that were sent since a call began. */
const written: string[] = [];
let request: (path: string, init?: Sent) => Promise<Response>;

beforeAll(async () => {
  tables = await engine.freshTables();
  engine.dynamo().middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        written.push(...(/Put|Update|Delete|Write/u.test(commandName) ? [commandName] : []));
        return next(args);
      },
    { step: 'initialize' },
  );
  const settings = Settings.parse({});
  const installation = {
    ...storesOn({ dynamo: engine.dynamo(), tables }),
    isRunning: false,
    readSettings: () => settings,
    connections: memoryConnections(),
    anchoring: async () => Promise.resolve(noAnchoring('nothing is anchored here')),
    close: async () => {},
  };
  const app = httpApi({
    installation,
    now: () => nowMs,
    identify: (context) =>
      context.req.header('Authorization') === `Bearer ${secret}` ? callerOfMachine('ada') : undefined,
    onError: (error) => unforeseen.push(error),
  });
  request = async (path, init) =>
    app.request(path, {
      ...init,
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json', ...init?.headers },
    });
});

type Schema = Readonly<Record<string, unknown>>;
const Parameter = z.object({ name: z.string(), in: z.string(), schema: z.record(z.string(), z.unknown()) });
const Operation = z.object({
  operationId: z.string(),
  parameters: z.array(Parameter),
  requestBody: z
    .object({ content: z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) })) })
    .optional(),
});
const described = Object.entries(
  z.record(z.string(), z.record(z.string(), Operation)).parse((await openApiDocument('/api'))['paths']),
).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })));

const hostileTexts = [
  '',
  ' ',
  '\u0000',
  '../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '%',
  '%00',
  '<script>alert(1)</script>',
  '=HYPERLINK("http://x")',
  "' OR 1=1 --",
  '${jndi:ldap://x}',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'toString',
  '\u001B[31m',
  '\u202Etxt.exe',
  '\uD800',
  '-1',
  '1e999',
  'NaN',
  '9'.repeat(400),
  '0x10',
  '2026-02-30',
  '9999-99-99T99:99:99Z',
  '-271821-04-20',
  'a'.repeat(5_000),
  'user:',
  'user:a@b@c',
  '*'.repeat(300),
  '(a+)+$'.repeat(40),
  'ﷺ'.repeat(300),
];
const deep = JSON.parse(`${'['.repeat(2_000)}${']'.repeat(2_000)}`) as unknown;
const hostileValues: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  [],
  {},
  deep,
  Array.from({ length: 20_000 }, (_, index) => index),
  JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}'),
  ...hostileTexts,
];
const anyHostile = fc.oneof(fc.constantFrom(...hostileValues), fc.jsonValue({ maxDepth: 3 }));
const anyHostileText = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: 'binary', maxLength: 200 }));

/** Texts that are good ones where a schema says no more than that it wants a text. */
const validTexts: Readonly<Record<string, string>> = {
  at: '2026-03-15T00:00:00Z',
  from: '2026-03-01',
  through: '2026-03-02',
  limit: '20',
  email: 'a@acme.example',
  scope: 'org',
};

/** Values of a schema; so many in a hundred, at any place in them, are hostile ones. */
function valuesOf(schema: Schema, hostility: number, name = ''): fc.Arbitrary<unknown> {
  const weights = (valid: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: hostility, arbitrary: anyHostile }, { weight: 100 - hostility, arbitrary: valid });
  const { enum: words, const: only, anyOf, oneOf, type, properties = {}, items, required = [] } = schema;
  const either = (anyOf ?? oneOf) as readonly Schema[] | undefined;
  if (Array.isArray(words)) {
    return weights(fc.constantFrom(...(words as readonly unknown[])));
  }
  if (only !== undefined) {
    return weights(fc.constant(only));
  }
  if (either !== undefined) {
    return fc.oneof(...either.map((each) => valuesOf(each, hostility, name)));
  }
  switch (type) {
    case 'integer':
    case 'number':
      return weights(fc.integer({ min: 0, max: 1_000_000 }));
    case 'boolean':
      return weights(fc.boolean());
    case 'array':
      return weights(fc.array(valuesOf((items ?? {}) as Schema, hostility), { maxLength: 3 }));
    case 'object': {
      const fields = Object.entries(properties as Readonly<Record<string, Schema>>);
      const values: Readonly<Record<string, fc.Arbitrary<unknown>>> = Object.fromEntries(
        fields.map(([field, each]) => [field, valuesOf(each, hostility, field)]),
      );
      return weights(fc.record(values, { requiredKeys: required as string[] }));
    }
    default:
      return weights(fc.constant(validTexts[name] ?? 'web'));
  }
}

interface Call {
  readonly path: string;
  readonly init: Sent;
}

/** Calls of an operation that are good ones, spoiled here and there, or hostile in most places. */
function callsOf(operation: (typeof described)[number]): fc.Arbitrary<Call> {
  return fc.constantFrom(0, 15, 60).chain((hostility) => callsThatAre(hostility, operation));
}

const hostileBodies = ['', '{', '[]', '"', 'null', '{"a":1,"a":2}', '\uFEFF{}', `"${'a'.repeat(100_000)}"`];
const hostileHeaders = {
  'If-Match': fc.constantFrom('"1"', '1', '*', 'W/"1"', '"', `"${'9'.repeat(300)}"`),
  'Idempotency-Key': fc.constantFrom('k', '', 'k'.repeat(500)),
  Accept: fc.constantFrom('text/html', ';;;=,', 'application/vnd.curfew.command+json; text=1; columns=-1e9'),
};

function callsThatAre(hostility: number, { path, method, parameters, requestBody }: (typeof described)[number]) {
  const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 100 - hostility, arbitrary: fc.constant(undefined) }, { weight: hostility, arbitrary });
  const texts = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((each) => each.in === place)
        .map(({ name, schema }) => [
          name,
          fc.oneof(
            { weight: 100 - hostility, arbitrary: valuesOf(schema, hostility, name).map(textOf) },
            { weight: hostility, arbitrary: anyHostileText },
          ),
        ]),
    );
  const schema = requestBody?.content['application/json']?.schema;
  const bodies =
    schema === undefined ? fc.constant('') : valuesOf(schema, hostility).map((value) => JSON.stringify(value));
  return fc
    .record({
      given: fc.record(texts('path')),
      query: fc.record(texts('query'), { requiredKeys: [] }),
      stray: seldom(fc.tuple(anyHostileText, anyHostileText)),
      headers: seldom(fc.record(hostileHeaders, { requiredKeys: [] })),
      body: fc.tuple(bodies, seldom(fc.constantFrom(...hostileBodies))).map(([body, other]) => other ?? body),
    })
    .map(({ given, query, stray, headers, body }): Call => {
      const target = path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => encoded(String(given[name])));
      const search = new URLSearchParams(
        Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
      );
      if (stray !== undefined) {
        search.append(...stray);
      }
      const isReading = method === 'get' || body === '';
      return {
        path: `/api${target}?${search.toString()}`,
        init: { method: method.toUpperCase(), headers: { ...headers }, ...(isReading ? {} : { body }) },
      };
    });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value).slice(0, 2_000);
}

/** As a browser would write it, or as it is. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()) || 'x';
}

const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().min(5).max(2_000),
});
const ofTheProgram =
  /node_modules|\.(?:ts|mjs):\d+|\bat \w+ \(|file:\/\/|\/home\/|\/work\/|ValidationException|ZodError|TypeError/u;
// oxlint-disable-next-line no-control-regex -- These are what may not be there.
const steering = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/u;

/** What is wrong with the way a call was answered. */
async function faultsOf({ path, init }: Call, answerTo = request): Promise<readonly string[]> {
  written.length = 0;
  const { result, cpuMs } = await withCpuTime(async () => {
    const answer = await answerTo(path, init);
    return { response: answer, text: await answer.text() };
  });
  const { response, text } = result;
  const isProblem = response.status >= 400;
  const problem = isProblem ? Problem.safeParse(parsed(text)) : undefined;
  return [
    ...(response.status >= 500 ? [`status ${response.status}`] : []),
    ...(written.length > 0 && (isProblem || init.method === 'GET') ? [`changed something: ${written.join(' ')}`] : []),
    ...(isProblem && response.headers.get('content-type') !== 'application/problem+json'
      ? ['no problem document']
      : []),
    ...(problem?.success === false ? [`unclear: ${problem.error.message}`] : []),
    ...(isProblem && textsIn(parsed(text)).some((each) => steering.test(each)) ? ['steers a terminal'] : []),
    ...(isProblem && ofTheProgram.test(text) ? [`tells of the program: ${text.slice(0, 500)}`] : []),
    ...(text.includes(secret) ? ['tells the secret'] : []),
    ...(text.length > 100_000 ? [`${text.length} characters`] : []),
    ...(cpuMs > slowMs ? [`took ${Math.round(cpuMs)} ms`] : []),
  ];
}

function textsIn(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, each]) => [name, ...textsIn(each)])
    : [String(value)];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Ids as they stand in an address: of letters beyond U+FFFF at every offset, cut letters, controls, and broken ones. */
const hostileIds = [
  ...Array.from({ length: 9 }, (_, length) => encodeURIComponent(`${'a'.repeat(length)}${'😀'.repeat(8)}`)),
  encodeURIComponent('😀'.repeat(250)),
  encodeURIComponent('李'.repeat(500)),
  encodeURIComponent('李'.repeat(320)),
  encodeURIComponent(`2026-03-${'李'.repeat(300)}`),
  'a'.repeat(500),
  'a'.repeat(8_000),
  '2026-03-',
  '2026-99-x',
  '%ED%A0%80',
  '2026-0%ED%A0%BD',
  '%F0%9F%98',
  '%',
  '%zz',
  '%25ZZ',
  '%00',
  'a%00b',
  '%2F',
  '..%2F..',
  '%0A',
  '%1B%5B31m',
  '%E2%80%AE',
  '%EF%BF%BF',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  'user%3A😀@acme.example',
  'team%3A__proto__',
];

describe('an id in an address', () => {
  const withIds = described.filter(({ path }) => path.includes('{'));
  const places = withIds.flatMap((operation) =>
    [...operation.path.matchAll(/\{(\w+)\}/gu)].map(([, name = '']) => ({ ...operation, name })),
  );

  test.each(places)(
    '$operationId takes no $name that fails it',
    async ({ path, method, parameters, requestBody, name }) => {
      unforeseen.length = 0;
      const schema = requestBody?.content['application/json']?.schema;
      const [given] = fc.sample(
        fc.record(Object.fromEntries(parameters.map((each) => [each.name, valuesOf(each.schema, 0, each.name)]))),
        1,
      );
      const bodies =
        schema === undefined ? [undefined] : fc.sample(valuesOf(schema, 0), 1).map((body) => JSON.stringify(body));
      for (const id of hostileIds) {
        const target = path.replaceAll(/\{(\w+)\}/gu, (_, each: string) =>
          each === name ? id : encoded(String(given?.[each])),
        );
        for (const body of bodies) {
          const init = { method: method.toUpperCase(), ...(body !== undefined && { body }) };
          const faults = await faultsOf({ path: `/api${target}`, init });

          // Some may make what has this name: a team, a budget.
          expect({
            id,
            body,
            faults: faults.filter((each) => method === 'get' || !each.startsWith('changed')),
          }).toMatchObject({ faults: [] });
        }
      }

      expect(unforeseen).toEqual([]);
    },
  );
});

describe('hostile input at the admin API', () => {
  const numRuns = Math.max(4, Math.round(callsInAll / described.length));

  test('is answered with a problem that says what is wrong, without stack or secret, not slowly, and nothing is changed', async () => {
    const statuses = new Set<number>();
    for (const operation of described) {
      await fc.assert(
        fc.asyncProperty(callsOf(operation), async (call) => {
          const answerTo = async (...given: Parameters<typeof request>) => {
            const response = await request(...given);
            statuses.add(response.status);
            return response;
          };
          expect(await faultsOf(call, answerTo), `${call.init.method} ${call.path}`).toEqual([]);
        }),
        { numRuns },
      );
    }

    expect(unforeseen).toEqual([]);
    // Some calls were good ones, and others not.
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404]));
  });

  test('changes nothing unless all of it is valid', async () => {
    for (const operation of described.filter(({ method }) => method !== 'get')) {
      for (const body of ['', '{', 'null', '[]', '{"unknown":1}']) {
        const path = `/api${operation.path.replaceAll(/\{\w+\}/gu, 'org')}?unknown=1`;
        const init = { method: operation.method.toUpperCase(), body };

        const faults = await faultsOf({ path, init });
        const { status } = await request(path, init);

        expect({ id: operation.operationId, body, status, faults }).toMatchObject({ faults: [] });
        expect(status).toBeGreaterThanOrEqual(400);
      }
    }
  });

  test('would be found to be answered badly', async () => {
    const bad = `{"detail":"TypeError at read (/srv/x.ts:1)\\u001b[31m ${secret}"}`;

    const faults = await faultsOf({ path: '/api/caps', init: { method: 'GET' } }, async () => {
      const put = new PutCommand({ TableName: tables.alerts, Item: {} });
      await engine
        .dynamo()
        .send(put)
        .catch(() => undefined);
      return new Response(bad, { status: 500 });
    });

    expect(faults.map((fault) => fault.split(/[ :]/u)[0])).toEqual([
      'status',
      'changed',
      'no',
      'unclear',
      'steers',
      'tells',
      'tells',
    ]);
  });

  test('is refused to an unauthenticated caller, before anything is read', async () => {
    for (const { path, method } of described) {
      const answer = await request(`/api${path}`, {
        method: method.toUpperCase(),
        headers: { Authorization: 'Bearer x' },
      });
      expect(answer.status).toBe(401);
    }
  });

  test('a body beyond all bounds is refused unread, and what is not described does not exist', async () => {
    const large = await request('/api/caps', { method: 'POST', body: 'x'.repeat(6_000_000) });
    const elsewhere = await Promise.all(
      ['/', '/api', '/api/../api/openapi.json/..', '/api/%2e%2e/x', '/.env', '/api/caps/x/y/z'].map(async (path) =>
        request(path),
      ),
    );

    expect(large.status).toBe(413);
    expect(elsewhere.map(({ status }) => status)).toEqual(elsewhere.map(() => 404));
  });

  test('every operation is described, and so tried', () => {
    expect(described.map(({ operationId }) => operationId).toSorted()).toEqual([...operationRoutes.keys()].toSorted());
  });
});
