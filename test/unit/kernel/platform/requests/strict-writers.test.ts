import { describe, expect, test } from 'vitest';

import { createPlatformClient, type PlatformClient } from '../../../../../shared/kernel/platform/platform-client.ts';
import { PlatformRequestError } from '../../../../../shared/kernel/platform/platform-error.ts';
import { fixture } from '../fixture.ts';
import { allPages, json, rejectionOf, scriptedPlatform } from '../scripted-platform.ts';

/** Runs a request that must be refused, and checks that nothing was sent. */
async function refusalOf(ask: (client: PlatformClient) => Promise<unknown>): Promise<unknown> {
  const platform = scriptedPlatform([]);
  const error = await rejectionOf(ask(createPlatformClient(platform.options)));
  expect(platform.requests).toEqual([]);
  expect(error).toBeInstanceOf(PlatformRequestError);
  return error;
}

/** What a caller without types might hand over. */
function untyped(value: unknown): never {
  return value as never;
}

const entries = (count: number): { email: string; limit: number }[] =>
  Array.from({ length: count }, (_, index) => ({ email: `u${index}@example.com`, limit: index }));

describe('setUserLimits refuses', () => {
  test.each([
    ['no entry', [], 'users', undefined],
    ['101 entries', entries(101), 'users', undefined],
    ['an invalid email', [{ email: 'ada', limit: 1 }], 'users[0].email', '"ada"'],
    ['a line break in an email', [{ email: 'ada@example.com\n', limit: 1 }], 'users[0].email', '"ada@example.com"'],
    ['a negative limit', [...entries(3), { email: 'ada@example.com', limit: -5 }], 'users[3].limit', '-5'],
    ['a fraction', [{ email: 'ada@example.com', limit: 0.5 }], 'users[0].limit', '0.5'],
    ['no number', [{ email: 'ada@example.com', limit: Number.NaN }], 'users[0].limit', 'NaN'],
    ['infinity', [{ email: 'ada@example.com', limit: Number.POSITIVE_INFINITY }], 'users[0].limit', 'Infinity'],
    ['an inexact integer', [{ email: 'ada@example.com', limit: 2 ** 53 }], 'users[0].limit', '9007199254740992'],
    ['text', [{ email: 'ada@example.com', limit: '5' }], 'users[0].limit', '"5"'],
    ['null', [{ email: 'ada@example.com', limit: null }], 'users[0].limit', 'null'],
    ['an unknown field', [{ email: 'ada@example.com', limit: 1, role: 'owner' }], 'users[0].role', undefined],
    [
      'one user twice',
      [
        { email: 'ada@example.com', limit: 1 },
        { email: 'ADA@example.com', limit: 2 },
      ],
      'users[1].email',
      '"ADA@example.com"',
    ],
  ])('%s', async (...[, limits, field, value]) => {
    const error = await refusalOf(async (client) => client.setUserLimits(untyped(limits)));

    expect(error).toMatchObject({ field, value });
    expect(String(error)).toMatch(/PUT \/\S+\/limits\/users .*not sent/u);
  });

  test.each([1, 100])('nothing about %i valid entries', async (count) => {
    const platform = scriptedPlatform([json({ updated: entries(count), errors: [] })]);

    const result = await createPlatformClient(platform.options).setUserLimits(entries(count));

    expect(result.updated).toEqual(entries(count));
    expect(platform.requests[0]?.body).toEqual({ users: entries(count) });
  });
});

describe('updateSession refuses', () => {
  test.each([
    ['token usage, which is response only', { tokenUsage: { inputTokens: 1 } }, 'sessionSettings.tokenUsage'],
    ['inclusive usage, which is response only', { inclusiveTokenUsage: {} }, 'sessionSettings.inclusiveTokenUsage'],
    ['an unknown setting', { colour: 'red' }, 'sessionSettings.colour'],
    ['nothing to set', {}, 'sessionSettings'],
    ['only undefined', { model: undefined }, 'sessionSettings'],
    ['a number for a model', { model: 7 }, 'sessionSettings.model'],
    ['null', { archivedAt: null }, 'sessionSettings.archivedAt'],
    ['a tag without a name', { tags: [{ metadata: {} }] }, 'sessionSettings.tags[0].name'],
    ['a text for a flag', { runInWorktree: 'yes' }, 'sessionSettings.runInWorktree'],
    ['no number', { assistantActiveTimeMs: Number.NaN }, 'sessionSettings.assistantActiveTimeMs'],
    ['numbers for tool ids', { enabledToolIds: [1] }, 'sessionSettings.enabledToolIds[0]'],
  ])('%s', async (_, sessionSettings, field) => {
    const update = { sessionId: 'session_01', sessionSettings: untyped(sessionSettings) };

    const error = await refusalOf(async (client) => client.updateSession(update));

    expect(error).toMatchObject({ field });
  });

  test('nothing about every writable setting, and keeps what else stands in a tag', async () => {
    const { sessionSettings } = fixture('update-session.request.full') as { sessionSettings: object };
    const tags = [{ name: 'theirs', metadata: { a: 1 }, colour: 'red' }];
    const platform = scriptedPlatform([json(fixture('session-updated.full'))]);

    const update = { sessionId: 'session_01', sessionSettings: { ...sessionSettings, tags } };
    await createPlatformClient(platform.options).updateSession(update);

    expect(platform.requests[0]).toMatchObject({
      method: 'PATCH',
      body: { sessionSettings: { ...sessionSettings, tags } },
    });
    expect(platform.requests[0]?.url.pathname).toBe('/api/v0/sessions/session_01');
  });
});

describe('createComputer refuses', () => {
  test.each([
    ['no name', {}, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a name of 64 characters', { name: 'x'.repeat(64) }, 'name'],
    ['an unknown provider', { provider: 'cloud' }, 'provider'],
    ['a host id that is no UUID', { hostId: 'host-1' }, 'hostId'],
    ['an empty remote user', { remoteUser: '' }, 'remoteUser'],
    ['a remote user of 64 characters', { remoteUser: 'x'.repeat(64) }, 'remoteUser'],
    ['21 repositories', { repos: Array.from({ length: 21 }, () => 'https://git.example.com/a') }, 'repos'],
    ['a repository that is no URI', { repos: ['acme/storefront'] }, 'repos[0]'],
    ['a repository of 2049 characters', { repos: [`https://git.example.com/${'x'.repeat(2_025)}`] }, 'repos[0]'],
    ['a text for a flag', { autoInstallDeps: 'yes' }, 'autoInstallDeps'],
    ['an empty service account', { serviceAccountId: '' }, 'serviceAccountId'],
    ['a source without a kind', { source: {} }, 'source.kind'],
    ['an undocumented field of source', { source: { kind: 'scratch', image: 'x' } }, 'source.image'],
    ['an unknown field', { size: 'large' }, 'size'],
  ])('%s', async (title, fields, field) => {
    const computer = title === 'no name' ? fields : { name: 'box', ...fields };

    const error = await refusalOf(async (client) => client.createComputer(untyped(computer)));

    expect(error).toMatchObject({ field });
  });

  test('to show an address that may hold a password', async () => {
    const repos = [`https://user:hunter22@git.example.com/${'x'.repeat(2_048)}`];

    const error = await refusalOf(async (client) => client.createComputer({ name: 'box', repos }));

    expect(String(error)).not.toContain('hunter22');
  });

  test.each([
    ['every field', fixture('create-computer.request.full')],
    ['the name alone', fixture('create-computer.request.minimal')],
    [
      'every field at its bound',
      {
        name: 'x'.repeat(63),
        remoteUser: 'x'.repeat(63),
        repos: Array.from({ length: 20 }, () => `https://git.example.com/${'x'.repeat(2_024)}`),
      },
    ],
  ])('nothing about %s', async (_, request) => {
    const platform = scriptedPlatform([json(fixture('computer-created.minimal'), { status: 201 })]);

    await createPlatformClient(platform.options).createComputer(untyped(request));

    expect(platform.requests[0]).toMatchObject({ method: 'POST', body: request });
  });
});

describe('readers refuse', () => {
  const range = { startDate: '2026-03-01', endDate: '2026-03-02' };

  test.each([0, 101, 1.5, -1])('a page size of %d in every list that bounds it', async (limit) => {
    const lists = [
      async (client: PlatformClient) => allPages(client.organizationUsers({ limit })),
      async (client: PlatformClient) => allPages(client.controlsHistory({ limit })),
      async (client: PlatformClient) => allPages(client.sessions({ limit })),
      async (client: PlatformClient) => allPages(client.sessionMessages({ sessionId: 's', limit })),
      async (client: PlatformClient) => allPages(client.userMetrics({ ...range, limit })),
    ];

    for (const list of lists) {
      expect(await refusalOf(list)).toMatchObject({ field: 'limit', value: String(limit) });
    }
  });

  test.each([0, 1.5, -1])('a readiness limit of %d, and take one of 1000', async (limit) => {
    const platform = scriptedPlatform([json({ reports: [] })]);

    const error = await refusalOf(async (client) => allPages(client.readinessReports({ limit })));
    await allPages(createPlatformClient(platform.options).readinessReports({ limit: 1_000 }));

    expect(error).toMatchObject({ field: 'limit' });
    expect(platform.requests[0]?.url.search).toBe('?limit=1000');
  });

  test('a message role that does not exist', async () => {
    const request = { sessionId: 's', role: untyped('system') };

    const error = await refusalOf(async (client) => allPages(client.sessionMessages(request)));

    expect(error).toMatchObject({ field: 'role', value: '"system"' });
  });

  test.each(['', 'x'.repeat(64)])('the computer name %j', async (name) => {
    const error = await refusalOf(async (client) => client.computerByName(name));

    expect(error).toMatchObject({ field: 'name' });
  });

  test('today as of the moment of the run, when that is another than now', async () => {
    const platform = scriptedPlatform([json({ data: [], meta: {} })], {
      asOf: () => Date.parse('2026-06-02T02:30:00Z'),
    });
    const client = createPlatformClient(platform.options);

    const tokens = await client.tokens({ startDate: '2026-05-31', endDate: '2026-06-01' });
    const error = await rejectionOf(client.tokens({ startDate: '2026-05-31', endDate: '2026-06-02' }));

    expect(tokens.rows).toEqual([]);
    expect(error).toMatchObject({ field: 'endDate' });
  });

  test('today, in every analytics endpoint', async () => {
    const today = { startDate: '2026-03-01', endDate: '2026-03-15' };
    const asks = [
      async (client: PlatformClient) => client.tokens(today),
      async (client: PlatformClient) => client.tools(today),
      async (client: PlatformClient) => client.activity(today),
      async (client: PlatformClient) => client.productivity(today),
      async (client: PlatformClient) => allPages(client.userMetrics(today)),
    ];

    for (const ask of asks) {
      expect(await refusalOf(ask)).toMatchObject({ field: 'endDate', value: '"2026-03-15"' });
    }
  });
});
