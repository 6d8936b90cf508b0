import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { useEmulator } from '../support/emulator.ts';

// The fixtures were written from the platform's document without a look at the emulator. What the emulator answers may
// hold nothing that the full fixture of its endpoint does not, and must hold all that the minimal one does.
const range = 'startDate=2026-03-02&endDate=2026-03-04';

/** Free-form maps and items whose inside the document does not show, and maps whose keys are data. */
const OPEN: Readonly<Record<string, readonly string[]>> = {
  'analytics-tokens': ['data[].by_user[].by_model[]'],
  'organization-users': ['users[].metadata'],
  'controls-history': [
    'changes[].settings.mcpAutonomyOverrides',
    'changes[].settings.userModelPolicies',
    'changes[].settings.enabledPlugins',
    'changes[].settings.extraKnownMarketplaces',
    'changes[].settings.customModels[].extraHeaders',
    'changes[].settings.customModels[].extraArgs',
  ],
  sessions: [
    'sessions[].sessionSettings.childInclusiveTokenUsageBySessionId',
    'sessions[].sessionSettings.tags[].metadata',
  ],
  session: ['sessionSettings.childInclusiveTokenUsageBySessionId', 'sessionSettings.tags[].metadata'],
  'session-updated': ['sessionSettings.childInclusiveTokenUsageBySessionId', 'sessionSettings.tags[].metadata'],
};

/** What the emulator answers on purpose although the document does not show it; docs/emulator-differences.md says so. */
const ON_PURPOSE: Readonly<Record<string, readonly string[]>> = {
  // The document has null for a user_email in analytics users; the same users have it in tokens.
  'analytics-tokens': ['data[].by_user[].user_email: null'],
  // A control that the platform has and its document does not, for the differ to meet.
  'controls-history': [
    'changes[].settings.experimentalReviewGate: object',
    'changes[].settings.experimentalReviewGate.mode: string',
    'changes[].settings.experimentalReviewGate.since: number',
  ],
};
const KEYED_BY_DATA = ['reports[].apps', 'reports[].report', 'data[].daily_active_users_by_client'];

const emulator = useEmulator({ users: 120 });

describe('the emulator answers in the shape of the document', () => {
  test.each([
    ['analytics-tokens', `/api/v1/analytics/tokens?${range}`],
    ['analytics-tokens-by-model', `/api/v1/analytics/tokens?${range}&group_by=model`],
    ['analytics-tools', `/api/v1/analytics/tools?${range}`],
    ['analytics-tools-by-name', `/api/v1/analytics/tools?${range}&group_by=tool_name`],
    ['analytics-activity', `/api/v1/analytics/activity?${range}`],
    ['analytics-activity-by-client', `/api/v1/analytics/activity?${range}&group_by=client`],
    ['analytics-productivity', `/api/v1/analytics/productivity?${range}`],
    ['analytics-users', `/api/v1/analytics/users?${range}&limit=100`],
    ['controls-history', '/api/v0/organization/enterprise-controls/history?limit=100'],
    ['sessions', '/api/v0/sessions?limit=100'],
    ['organization-users', '/api/v0/organization/users?limit=100'],
    ['readiness-reports', '/api/organization/maturity-level-reports?limit=200'],
  ])('%s', async (name, path) => {
    const { status, body } = await call('GET', path);

    expect(status).toBe(200);
    expectShape(name, body);
  });

  test('session, session-messages and session-updated', async () => {
    const sessions = await listOf('/api/v0/sessions?limit=100', 'sessions');
    const ids = sessions.slice(0, 20).map((session) => String(session['sessionId']));

    for (const id of ids) {
      expectShape('session', (await call('GET', `/api/v0/sessions/${id}`)).body);
      expectShape('session-messages', (await call('GET', `/api/v0/sessions/${id}/messages?limit=100`)).body);
    }
    const update = read('update-session.request.full');
    const { status, body } = await call('PATCH', `/api/v0/sessions/${ids[0]}`, update);

    expect(ids.length).toBeGreaterThan(0);
    expect(status).toBe(200);
    expectShape('session-updated', body);
  });

  test('computer-created, computer and computer-install-deps', async () => {
    const created = await call('POST', '/api/v0/computers', {
      name: 'shape-box',
      provider: 'e2b',
      autoInstallDeps: true,
    });
    const { id } = created.body as { id: string };
    const found = await call('GET', '/api/v0/computers/name/shape-box');
    const installing = await call('POST', `/api/v0/computers/${id}/install-deps`);

    expect([created.status, found.status, installing.status]).toEqual([201, 200, 202]);
    expectShape('computer-created', created.body);
    expectShape('computer', found.body);
    expectShape('computer-install-deps', installing.body);
  });

  test('user-limits, with one user set and one unknown', async () => {
    const users = await listOf('/api/v0/organization/users', 'users');
    const email = users.map((user) => user['email']).find((text) => typeof text === 'string');

    const { status, body } = await call('PUT', '/api/v0/organization/usage/limits/users', {
      users: [
        { email, limit: 5_000 },
        { email: 'nobody-at-all@example.com', limit: 5_000 },
      ],
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      updated: [{ email, limit: 5_000 }],
      errors: [{ email: 'nobody-at-all@example.com' }],
    });
    expectShape('user-limits', body);
  });

  test('analytics-error', async () => {
    const { status, body } = await call('GET', '/api/v1/analytics/tokens?startDate=2026-03-15&endDate=2026-03-15');

    expect(status).toBe(400);
    expect(shapeOf(body)).toEqual(shapeOf(read('analytics-error.full')));
  });
});

async function call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
  const { status, text } = await emulator.call(method, path, { body });
  return { status, body: JSON.parse(text) };
}

async function listOf(path: string, field: string): Promise<Record<string, unknown>[]> {
  const { body } = await call('GET', path);
  return (body as Record<string, Record<string, unknown>[]>)[field] ?? [];
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../fixtures/platform/${name}.json`, import.meta.url), 'utf8'));
}

/** Every key path with its JSON types: `data[].user_email` → `string`. */
type Shape = Map<string, Set<string>>;

function shapeOf(value: unknown, path = '', shape: Shape = new Map()): Shape {
  shape.set(path, (shape.get(path) ?? new Set()).add(jsonType(value)));
  if (Array.isArray(value)) {
    value.forEach((item) => shapeOf(item, `${path}[]`, shape));
  } else if (typeof value === 'object' && value !== null) {
    const keyed = KEYED_BY_DATA.includes(path);
    Object.entries(value).forEach(([key, inner]) =>
      shapeOf(inner, keyed ? `${path}{}` : path === '' ? key : `${path}.${key}`, shape),
    );
  }
  return shape;
}

function jsonType(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

function expectShape(name: string, body: unknown): void {
  expect(undocumentedIn(name, body)).toEqual(ON_PURPOSE[name] ?? []);
  expect(missingIn(name, body)).toEqual([]);
}

function undocumentedIn(name: string, body: unknown): string[] {
  const documented = shapeOf(read(`${name}.full`));
  shapeOf(read(`${name}.minimal`), '', documented);
  const open = OPEN[name] ?? [];
  const isOpen = (path: string): boolean =>
    open.some((start) => path === start || path.startsWith(`${start}.`) || path.startsWith(`${start}[`));
  return [...shapeOf(body)].flatMap(([path, types]) =>
    [...types]
      .filter((type) => documented.get(path)?.has(type) !== true && !isOpen(path))
      .map((type) => `${path}: ${type}`),
  );
}

/** Fields of the minimal fixture that an object of the answer lacks. Lists may be empty; their items may not be less. */
function missingIn(name: string, body: unknown): string[] {
  return lacking(read(`${name}.minimal`), body, '');
}

function lacking(least: unknown, value: unknown, path: string): string[] {
  if (Array.isArray(least) && Array.isArray(value)) {
    return least.length === 0 ? [] : value.flatMap((item) => lacking(least[0], item, `${path}[]`));
  }
  if (jsonType(least) !== 'object' || KEYED_BY_DATA.includes(path)) {
    return [];
  }
  return Object.entries(least as object).flatMap(([key, inner]) => {
    const at = path === '' ? key : `${path}.${key}`;
    const there = jsonType(value) === 'object' && Object.hasOwn(value as object, key);
    return there ? lacking(inner, Reflect.get(value as object, key), at) : [at];
  });
}
