import { describe, expect, test } from 'vitest';

import { createPlatformClient } from '../../../../../shared/kernel/platform/platform-client.ts';
import { fixture } from '../fixture.ts';
import { allPages, json, networkError, scriptedPlatform, status } from '../scripted-platform.ts';

describe('organizationUsers', () => {
  test('reads every documented field, page by page', async () => {
    const answers = [json(fixture('organization-users.full')), json(fixture('organization-users.minimal'))];
    const platform = scriptedPlatform(answers);

    const [first, second] = await allPages(createPlatformClient(platform.options).organizationUsers());

    expect(first?.rows).toEqual([
      {
        id: 'user_01',
        email: 'Ada.Example@example.com',
        createdAt: '2025-11-03T10:00:00.000Z',
        metadata: { department: 'Shop', costCenter: 4711 },
        firstName: 'Ada',
        lastName: 'Example',
        lastSignInAt: '2026-03-02T07:55:00.000Z',
      },
    ]);
    expect(first).toMatchObject({ quarantined: [], unknownFields: new Map() });
    expect(second?.rows).toEqual([
      { id: 'user_02', email: 'grace@example.com', createdAt: '2026-01-20T10:00:00.000Z' },
    ]);
    expect(platform.requests.map(({ url }) => url.href)).toEqual([
      'https://platform.example.com/api/v0/organization/users?limit=100',
      'https://platform.example.com/api/v0/organization/users?limit=100&cursor=cursor_2',
    ]);
  });

  test('keeps a user without an email, who is known but cannot be capped', async () => {
    const users = [{ id: 'user_01', email: null }, { id: 'user_02' }];
    const platform = scriptedPlatform([json({ users, pagination: { hasMore: false, nextCursor: null } })]);

    const [page] = await allPages(createPlatformClient(platform.options).organizationUsers());

    expect(page?.rows).toEqual([{ id: 'user_01' }, { id: 'user_02' }]);
  });

  test.each([undefined, null, ''])(
    'refuses a page that promises more and names %j as its cursor',
    async (nextCursor) => {
      const body = { users: [{ id: 'user_01' }], pagination: { hasMore: true, nextCursor } };
      const platform = scriptedPlatform([json(body)]);

      const reading = allPages(createPlatformClient(platform.options).organizationUsers());

      await expect(reading).rejects.toMatchObject({ kind: 'malformed' });
    },
  );

  test.each(['users', 'pagination'])('refuses an answer without the required %s', async (field) => {
    const body = { ...(fixture('organization-users.minimal') as object), [field]: undefined };
    const platform = scriptedPlatform([json(body), json(body)]);

    const reading = allPages(createPlatformClient(platform.options).organizationUsers());

    await expect(reading).rejects.toMatchObject({ kind: 'malformed' });
  });
});

describe('setUserLimits', () => {
  const limits = [
    { email: 'ada@example.com', limit: 5000 },
    { email: 'nobody@example.com', limit: 0 },
  ];

  test('reads every documented field', async () => {
    const platform = scriptedPlatform([json(fixture('user-limits.full'))]);

    const result = await createPlatformClient(platform.options).setUserLimits(limits);

    expect(result).toEqual({
      updated: [{ email: 'ada@example.com', limit: 5000 }],
      errors: [{ email: 'nobody@example.com', error: 'user not found' }],
      missing: [],
      contradictory: [],
      unexpected: [],
      quarantined: [],
      unknownFields: new Map(),
    });
    expect(platform.requests[0]).toMatchObject({ method: 'PUT', body: { users: limits } });
    expect(platform.requests[0]?.url.href).toBe('https://platform.example.com/api/v0/organization/usage/limits/users');
  });

  test('names everyone as missing when the answer names nobody', async () => {
    const platform = scriptedPlatform([json(fixture('user-limits.minimal'))]);

    const result = await createPlatformClient(platform.options).setUserLimits(limits);

    expect(result).toMatchObject({ updated: [], errors: [], missing: ['ada@example.com', 'nobody@example.com'] });
  });

  test('cleans the reasons that the platform gives', async () => {
    const errors = [{ email: 'nobody@example.com', error: 'no\r\nsuch\u202Euser' }];
    const platform = scriptedPlatform([json({ updated: [limits[0]], errors })]);

    const result = await createPlatformClient(platform.options).setUserLimits(limits);

    expect(result.errors).toEqual([{ email: 'nobody@example.com', error: 'no such user' }]);
  });

  test('is sent again with the same absolute values when the answer was lost', async () => {
    const platform = scriptedPlatform([networkError('ECONNRESET'), json(fixture('user-limits.full'))]);

    await createPlatformClient(platform.options).setUserLimits(limits);

    expect(platform.requests.map((request) => request.body)).toEqual([{ users: limits }, { users: limits }]);
  });

  test.each([
    ['server errors', () => Array.from({ length: 6 }, () => status(500))],
    ['rows that none can be read of', () => [json({ updated: [{ mail: 'a' }, { mail: 'b' }], errors: [] })]],
  ])('ends with an unknown outcome after %s', async (_, answers) => {
    const platform = scriptedPlatform(answers());

    const setting = createPlatformClient(platform.options).setUserLimits(limits);

    await expect(setting).rejects.toMatchObject({ outcomeUnknown: true });
  });
});

describe('controlsHistory', () => {
  test('gives the settings as the platform sent them, page by page', async () => {
    const answers = [json(fixture('controls-history.full')), json(fixture('controls-history.minimal'))];
    const platform = scriptedPlatform(answers);
    const sent = fixture('controls-history.full') as { changes: [{ settings: object }] };

    const [first, second] = await allPages(createPlatformClient(platform.options).controlsHistory());

    expect(first?.rows).toEqual([
      {
        revision: 42,
        settings: sent.changes[0].settings,
        settingsProblems: [],
        user: { id: 'user_01', email: 'ada@example.com', name: 'Ada Example' },
        updatedAt: '2026-03-02T09:30:00.000Z',
      },
    ]);
    expect(first).toMatchObject({ quarantined: [], unknownFields: new Map() });
    expect(second?.rows).toMatchObject([{ revision: 1, settings: {}, settingsProblems: [] }]);
    expect(platform.requests[1]?.url.href).toBe(
      'https://platform.example.com/api/v0/organization/enterprise-controls/history?limit=100&cursor=cursor_2',
    );
  });

  test('keeps a change whose settings deviate from the document, and says where without the values', async () => {
    const settings = { cloudSessionSync: 'sesame', brandNew: { a: 1 }, customModels: [{ apiKey: 7 }] };
    const change = { revision: 2, settings, updatedAt: '2026-03-02T09:30:00+01:00' };
    const platform = scriptedPlatform([json({ changes: [change], pagination: { hasMore: false } })]);

    const [page] = await allPages(createPlatformClient(platform.options).controlsHistory());

    expect(page?.rows[0]?.settings).toEqual(settings);
    expect(page?.rows[0]?.settingsProblems.map(({ field }) => field)).toEqual([
      'cloudSessionSync',
      'customModels[0].apiKey',
    ]);
    expect(JSON.stringify(page?.rows[0]?.settingsProblems)).not.toContain('sesame');
    expect(page?.unknownFields).toEqual(new Map([['changes[].settings.brandNew', 1]]));
  });
});

describe('readinessReports', () => {
  test('reads every documented field, after the last reportId each time, until a page is empty', async () => {
    const answers = [fixture('readiness-reports.full'), fixture('readiness-reports.minimal'), { reports: [] }];
    const platform = scriptedPlatform(answers.map((answer) => json(answer)));

    const read = await allPages(
      createPlatformClient(platform.options).readinessReports({ repoId: 'repo_01', limit: 1 }),
    );

    expect(read.flatMap(({ rows }) => rows)).toEqual([
      {
        reportId: '0d9f6a52-5c3e-4a53-9a55-0f4a6a1f2b01',
        createdAt: 1772409600000,
        repoUrl: 'https://git.example.com/acme/storefront',
        apps: {
          'apps/web': { description: 'The shop that customers see' },
          'apps/worker': { description: 'Sends order mails' },
        },
        report: {
          has_readme: { numerator: 2, denominator: 2, rationale: 'Both applications have one' },
          has_unit_tests: { numerator: 1, denominator: 2, rationale: 'The worker has none' },
          has_linter: { numerator: 0, denominator: 1, rationale: 'No configuration was found' },
        },
        commitHash: '9fceb02d0ae598e95dc970b74767f19372d61af8',
        branch: 'main',
        hasLocalChanges: false,
        hasNonRemoteCommits: true,
        modelUsed: { id: 'model-large', reasoningEffort: 'medium' },
        agentVersion: '1.14.2',
      },
      {
        reportId: '0d9f6a52-5c3e-4a53-9a55-0f4a6a1f2b02',
        createdAt: 1772496000000,
        repoUrl: 'https://git.example.com/acme/empty',
        apps: {},
        report: {},
      },
    ]);
    expect(read.flatMap(({ unknownFields }) => [...unknownFields])).toEqual([]);
    const address = 'https://app.example.com/api/organization/maturity-level-reports?repoId=repo_01&limit=1';
    expect(platform.requests.map(({ url }) => url.href)).toEqual([
      address,
      `${address}&startAfter=0d9f6a52-5c3e-4a53-9a55-0f4a6a1f2b01`,
      `${address}&startAfter=0d9f6a52-5c3e-4a53-9a55-0f4a6a1f2b02`,
    ]);
  });

  test('ends with an error when the platform takes no notice of startAfter', async () => {
    const answer = (): Response => json(fixture('readiness-reports.full'));
    const platform = scriptedPlatform([answer(), answer()]);

    const reading = allPages(createPlatformClient(platform.options).readinessReports());

    await expect(reading).rejects.toMatchObject({ kind: 'paging' });
  });

  test('goes on from a last report that is malformed but has its id', async () => {
    const broken = { reportId: 'report_9', createdAt: 'yesterday' };
    const platform = scriptedPlatform([json({ reports: [broken] }), json({ reports: [] })]);

    const read = await allPages(createPlatformClient(platform.options).readinessReports());

    expect(read[0]?.quarantined).toMatchObject([{ path: 'reports[0]', id: 'report_9', field: 'createdAt' }]);
    expect(platform.requests[1]?.url.searchParams.get('startAfter')).toBe('report_9');
  });

  test('refuses to stop silently at a last report without an id', async () => {
    const platform = scriptedPlatform([json({ reports: [{ createdAt: 1 }] })]);

    const reading = allPages(createPlatformClient(platform.options).readinessReports());

    await expect(reading).rejects.toMatchObject({ kind: 'malformed' });
  });

  test.each([
    { numerator: 3, denominator: 2 },
    { numerator: -1, denominator: 2 },
    { numerator: 0, denominator: 0 },
  ])('sets aside a report with the impossible score %j', async (score) => {
    const report = {
      ...(fixture('readiness-reports.minimal') as { reports: [object] }).reports[0],
      report: { x: score },
    };
    const platform = scriptedPlatform([json({ reports: [report] }), json({ reports: [] })]);

    const read = await allPages(createPlatformClient(platform.options).readinessReports());

    expect(read[0]?.quarantined).toHaveLength(1);
  });
});
