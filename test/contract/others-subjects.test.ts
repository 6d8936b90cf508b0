import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { memoryConnections } from '../../shared/channels/memory-store.ts';
import type { KeptPage } from '../../shared/digest/digest-pages.ts';
import { noAnchoring } from '../../shared/evidence/aws/aws-anchoring.ts';
import { callerOfClaims, callerOfMachine, type Caller } from '../../shared/kernel/access/caller.ts';
import { decideAccess } from '../../shared/kernel/access/decide-access.ts';
import { httpApi } from '../../shared/kernel/api/http/http-api.ts';
import { openApiDocument } from '../../shared/kernel/api/http/openapi-document.ts';
import { operationRoutes } from '../../shared/kernel/contract/routes.ts';
import { invariant } from '../../shared/kernel/invariant.ts';
import { Settings } from '../../shared/settings/contract/settings.ts';
import { storesOn } from '../../shared/wiring/stores.ts';
import { useEngine } from '../support/test-engine.ts';

// Two installations are alike but for a team that the caller has nothing to do with: one has it, with budgets, top-ups,
// requests and more, and in the other neither it nor its people were ever there. Whoever is bound to another team, or has
// no role, gets the same answer from both, whatever the operation and whomever the call is about.
const nowMs = Date.parse('2026-03-15T08:00:00Z');
const day = '2026-03-15';
const people = ['nobody', 'viewer', 'lead', 'admin', 'approver', 'security'] as const;
const settings = Settings.parse({
  roles: {
    viewers: ['viewer@acme.example'],
    budgetAdmins: ['admin@acme.example'],
    approvers: ['approver@acme.example'],
    security: ['security@acme.example'],
    teamOwners: { lab: ['lead@acme.example'] },
  },
});
const byToken = (name: string): Caller =>
  callerOfClaims({ sub: name, email: `${name}@acme.example`, emailVerified: true });

/** What of the foreign team the calls are about, by the names of fields; what is left out is taken for a plain text. */
const ids = { topUp: 't-zed', request: '', token: '' };
function foreignOf(name: string): readonly unknown[] {
  const [scopes, emails] = [
    ['user:zed@acme.example', 'team:zoo', 'user:Zoe@acme.example'],
    ['zed@acme.example', 'Zoe@acme.example'],
  ];
  const known: Readonly<Record<string, readonly unknown[]>> = {
    scope: scopes,
    who: scopes,
    raises: [scopes, ['org'], true],
    email: emails,
    emails: [emails],
    for: [emails, ['zed@acme.example']],
    people: [emails],
    only: [emails],
    search: ['zed', 'zoo'],
    team: ['zoo'],
    teams: [['zoo']],
    name: ['zoo', 'zed@acme.example'],
    id: [ids.topUp, ids.request],
    token: [ids.token],
    window: ['month'],
    amount: [424_242, 5],
    credits: [5, '5'],
    from: [day],
    to: ['2026-03-20'],
    until: ['2026-03-20'],
    through: [day],
    day: ['2026-03-09'],
    at: ['2026-03-15T08:00:00Z'],
    agreed: ['0'.repeat(64)],
    reason: ['r'],
    limit: ['20'],
    mode: ['enforce'],
    format: ['csv'],
    content: ['scope,window,amount\nuser:zed@acme.example,month,424242\n', 'budgets'],
  };
  return Object.hasOwn(known, name) ? (known[name] ?? []) : [];
}

type Schema = Readonly<Record<string, unknown>>;

function valuesOf(schema: Schema, name: string): fc.Arbitrary<unknown> {
  const { enum: words, const: only, anyOf, oneOf, type, properties = {}, items, required = [] } = schema;
  const foreign = foreignOf(name);
  const either = (anyOf ?? oneOf) as readonly Schema[] | undefined;
  if (only !== undefined) {
    return fc.constant(only);
  }
  if (Array.isArray(words)) {
    return fc.constantFrom(...(words as readonly unknown[]));
  }
  if (foreign.length > 0) {
    return fc.constantFrom(...foreign);
  }
  if (either !== undefined) {
    return fc.oneof(...either.map((each) => valuesOf(each, name)));
  }
  switch (type) {
    case 'integer':
    case 'number':
      return fc.constantFrom(1, 5, 50);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(valuesOf((items ?? {}) as Schema, name), { minLength: 1, maxLength: 2 });
    case 'object': {
      const fields = Object.entries(properties as Readonly<Record<string, Schema>>);
      const recordOf = (those: typeof fields) =>
        fc.record(Object.fromEntries(those.map(([field, each]) => [field, valuesOf(each, field)])), {
          requiredKeys: (required as readonly string[]).filter((field) => Object.hasOwn(properties as object, field)),
        });
      // With every field a call is seldom valid: half of them have those alone that name somebody or are needed.
      const named = fields.filter(([field]) => (required as string[]).includes(field) || foreignOf(field).length > 0);
      return fc.oneof(recordOf(fields), recordOf(named));
    }
    default:
      return fc.constantFrom('zoo', 'zed@acme.example', 'x');
  }
}

const Parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().optional(),
  schema: z.record(z.string(), z.unknown()),
});
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

interface Call {
  readonly path: string;
  readonly init: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
}

function callsOf(
  { path, method, parameters, requestBody }: (typeof described)[number],
  count: number,
): readonly Call[] {
  const place = (where: string) => {
    const those = parameters.filter((each) => each.in === where);
    const needed = those.filter(({ required }) => required === true || where === 'path');
    const valuesIn = (some: typeof those) =>
      fc.record(Object.fromEntries(some.map(({ name, schema }) => [name, valuesOf(schema, name)])));
    return fc.oneof(valuesIn(those), valuesIn(needed), ...those.map((one) => valuesIn([...needed, one])));
  };
  const schema = requestBody?.content['application/json']?.schema;
  const call = fc.record({
    given: place('path'),
    query: place('query'),
    body: schema === undefined ? fc.constant(undefined) : valuesOf(schema, ''),
    seen: fc.constantFrom<Readonly<Record<string, string>>>({ 'If-None-Match': '*' }, { 'If-Match': '"1"' }),
  });
  return fc.sample(call, count).map(({ given, query, body, seen }) => {
    const target = path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => encodeURIComponent(String(given[name])));
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    return {
      path: `/api${target}?${search.toString()}`,
      init: {
        method: method.toUpperCase(),
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json',
          'Idempotency-Key': 'k',
          ...(method === 'put' || method === 'delete' ? seen : {}),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
    };
  });
}

const engine = useEngine();

type Ask = (by: Caller, call: Call) => Promise<{ readonly status: number; readonly text: string }>;
let withZoo: Ask;
let without: Ask;

beforeAll(async () => {
  [withZoo, without] = [await anInstallation(true), await anInstallation(false)];
});

async function anInstallation(hasZoo: boolean): Promise<Ask> {
  const stores = storesOn({ dynamo: engine.dynamo(), tables: await engine.freshTables() });
  const installation = {
    ...stores,
    isRunning: false,
    readSettings: () => settings,
    connections: memoryConnections(),
    anchoring: async () => Promise.resolve(noAnchoring('nothing is anchored here')),
    close: async () => {},
  };
  let caller = callerOfMachine('root');
  const app = httpApi({
    installation,
    now: () => nowMs,
    identify: () => caller,
    onError: () => {},
    starter: { jobs: ['enforce'], start: async () => {} },
  });
  const ask: Ask = async (by, { path, init }) => {
    caller = by;
    const answer = await app.request(path, init);
    return { status: answer.status, text: await answer.text() };
  };
  const make = async (path: string, body: object, { by = callerOfMachine('root'), method = 'POST' } = {}) => {
    const headers = {
      'Content-Type': 'application/json',
      'Idempotency-Key': path.length.toString(),
      ...(method === 'PUT' && { 'If-None-Match': '*' }),
    };
    const { status, text } = await ask(by, {
      path: `/api${path}`,
      init: { method, headers, body: JSON.stringify(body) },
    });
    invariant(status < 300, `${path}: ${text}`);
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  };
  const names = ['ann', 'bob', 'lead', 'viewer', 'admin', ...(hasZoo ? ['zed', 'zoe'] : [])];
  await stores.users.put(names.map((name) => ({ userId: `u-${name}`, email: `${name}@acme.example` })));
  const put = async (path: string, body: object) => make(path, body, { method: 'PUT' });
  await put('/teams/lab', { members: ['ann@acme.example', 'bob@acme.example'], position: 1 });
  await put('/budgets/team%3Alab/month', { amount: 1_000 });
  await put('/budgets/default/month', { amount: 500 });
  await put('/budgets/user%3Aann%40acme.example/month', { amount: 300 });
  await stores.digests.keep(aPage('lab'));
  if (hasZoo) {
    await put('/teams/zoo', { members: ['zed@acme.example', 'zoe@acme.example'], position: 2 });
    await put('/budgets/team%3Azoo/month', { amount: 777_777 });
    await put('/budgets/user%3Azed%40acme.example/month', { amount: 424_242 });
    const scope = 'user:zed@acme.example';
    const { topUp } = await make('/top-ups', { scope, credits: 31_313, from: day, to: '2026-03-20', reason: 'zoo' });
    const { exemption: _ } = await make('/exemptions', {
      email: 'zoe@acme.example',
      until: '2026-03-20',
      reason: 'zoo',
    });
    const request = await make(
      '/me/requests',
      { credits: '5', until: '2026-03-20', reason: 'zoo' },
      { by: byToken('zed') },
    );
    const { token } = await make('/me/hook-tokens', {}, { by: byToken('zed') });
    ids.topUp = z.object({ id: z.string() }).parse(topUp).id;
    ids.request = z.string().parse(request['id']);
    ids.token = z.object({ token: z.string() }).parse(token).token;
    await stores.digests.keep(aPage('zoo'));
  }
  return ask;
}

function aPage(team: string): KeptPage {
  return {
    dueOn: '2026-03-09',
    scope: `team:${team}`,
    teams: [team],
    week: { from: '2026-03-02', through: '2026-03-08' },
    writtenBy: 'r',
    at: '2026-03-09T07:00:00.000Z',
    recipients: [`owner-of-${team}@acme.example`],
    content: { subject: team, tone: 'report', lead: team, sections: [], foot: [] },
  };
}

/** Without what stands for all that a plan is made from, or is drawn anew each time. */
function shown({ status, text }: Awaited<ReturnType<Ask>>) {
  const opaque =
    /"(?:inputs|agreed|text|token|id|madeAt|etag)":"(?:[0-9a-f]{8,}|cf[hc]_[\w-]+|2026-03-[0-9a-f]{8,})"/gu;
  return { status, text: text.replaceAll(opaque, '"…"').replaceAll(/cf[hc]_[\w-]+/gu, '…') };
}

test.each(people)('%s learns nothing of a team that is not theirs to see, by any operation', async (name) => {
  const caller = byToken(name);
  const [reached, bound] = [new Set<string>(), [] as string[]];
  for (const operation of described) {
    const route = operationRoutes.get(operation.operationId);
    invariant(route !== undefined, operation.operationId);
    const access = decideAccess(caller, settings.roles, { right: route.right });
    const isOwn = route.right === 'see-own' || route.right === 'ask';
    if (access.kind === 'allowed' && access.onlyTeams === undefined && !isOwn) {
      // Everything of everybody is theirs to see.
      continue;
    }
    for (const call of callsOf(operation, access.kind === 'refused' ? 1 : isOwn ? 4 : 12)) {
      const [there, absent] = [await withZoo(caller, call), await without(caller, call)];

      expect({ ...call, ...shown(there) }).toEqual({ ...call, ...shown(absent) });
      expect(there.status, `${call.init.method} ${call.path} ${there.text}`).toBeLessThan(500);
      expect(access.kind === 'refused' ? there.status : 403).toBe(403);
      if (there.status !== 400) {
        reached.add(operation.operationId);
      }
    }
    bound.push(...(access.kind === 'allowed' && access.onlyTeams !== undefined ? [operation.operationId] : []));
  }

  // A call that is refused for its form alone tries nothing.
  expect(bound.filter((id) => !reached.has(id))).toEqual([]);
});
