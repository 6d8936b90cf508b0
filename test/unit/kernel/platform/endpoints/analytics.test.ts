import { describe, expect, test } from 'vitest';

import { createPlatformClient } from '../../../../../shared/kernel/platform/platform-client.ts';
import { fixture } from '../fixture.ts';
import { allPages, json, scriptedPlatform } from '../scripted-platform.ts';

const range = { startDate: '2026-03-01', endDate: '2026-03-02' };
const plainQuery = '?startDate=2026-03-01&endDate=2026-03-02';
const nothingOdd = { quarantined: [], unknownFields: new Map() };

function answering(name: string) {
  const platform = scriptedPlatform([json(fixture(name))]);
  return { platform, client: createPlatformClient(platform.options) };
}

describe('tokens', () => {
  test('reads every documented field', async () => {
    const { platform, client } = answering('analytics-tokens.full');

    const tokens = await client.tokens(range);

    expect(tokens).toEqual({
      rows: [
        {
          day: '2026-03-02',
          billableCredits: 1500,
          inputTokens: 4000,
          outputTokens: 900,
          cacheReadTokens: 2500,
          cacheWriteTokens: 300,
          byModel: [
            {
              modelId: 'model-large',
              modelTier: 'thinking',
              billableCredits: 1100,
              inputTokens: 3000,
              outputTokens: 600,
            },
            {
              modelId: 'model-small',
              modelTier: 'standard',
              billableCredits: 400,
              inputTokens: 1000,
              outputTokens: 300,
            },
          ],
          byUser: [
            { userId: 'user_01', email: 'ada@example.com', billableCredits: 1200 },
            { userId: 'user_02', email: 'Grace@Example.com', billableCredits: 300 },
          ],
          unreadableUsers: [],
        },
      ],
      ...nothingOdd,
    });
    expect(platform.requests[0]?.url.href).toBe(`https://platform.example.com/api/v1/analytics/tokens${plainQuery}`);
  });

  test('reads a day on which nothing happened', async () => {
    const { client } = answering('analytics-tokens.minimal');

    const tokens = await client.tokens(range);

    expect(tokens.rows).toMatchObject([{ day: '2026-03-01', billableCredits: 0, byModel: [], byUser: [] }]);
  });

  test('takes null for an email, and items whose shape is not shown', async () => {
    const byUser = [{ user_id: 'user_01', user_email: null, billable_tokens: 1, by_model: [{ any: 'thing' }, 7] }];
    const data = [{ date: '2026-03-01', billable_tokens: 1, by_user: byUser }];
    const platform = scriptedPlatform([json({ data, meta: {} })]);

    const tokens = await createPlatformClient(platform.options).tokens(range);

    expect(tokens.rows[0]?.byUser).toEqual([{ userId: 'user_01', email: undefined, billableCredits: 1 }]);
    expect(tokens).toMatchObject(nothingOdd);
  });

  test('of an answer that ends in the middle nothing counts, and it is asked for again', async () => {
    const byUser = [
      { user_id: 'user_01', billable_tokens: 1 },
      { user_id: 'user_02', billable_tokens: -5, extra: 1 },
      { user_id: 'user_03', billable_tokens: 7, colour: 'blue' },
    ];
    const whole = JSON.stringify({ data: [{ date: '2026-03-01', billable_tokens: 8, by_user: byUser }], meta: {} });
    const platform = scriptedPlatform([new Response(whole.slice(0, -4)), new Response(whole)]);

    const [day, ...others] = (await createPlatformClient(platform.options).tokens(range)).rows;

    expect(platform.requests).toHaveLength(2);
    expect(others).toEqual([]);
    expect(day?.byUser.map(({ userId }) => userId)).toEqual(['user_01', 'user_03']);
    expect(day?.unreadableUsers).toMatchObject([{ path: 'data[0].by_user[1]', id: 'user_02' }]);
    expect(platform.events.filter(({ kind }) => kind !== 'retrying')).toEqual([
      {
        kind: 'unknown-fields',
        endpoint: 'GET /api/v1/analytics/tokens',
        fields: new Map([['data[].by_user[].colour', 1]]),
      },
      expect.objectContaining({ kind: 'rows-quarantined', rows: 1 }),
    ]);
  });

  test('may be far longer than what is held of an answer', async () => {
    const byUser = Array.from({ length: 2_000 }, (_, id) => ({ user_id: `user_${id}`, billable_tokens: id }));
    const data = [{ date: '2026-03-01', billable_tokens: 1, by_user: byUser }];
    const platform = scriptedPlatform([json({ data, meta: {} })], { limits: { bodyBytesMax: 500 } });

    const tokens = await createPlatformClient(platform.options).tokens(range);

    expect(tokens.rows[0]?.byUser).toHaveLength(2_000);
  });
});

describe('tools', () => {
  test('reads every documented field', async () => {
    const { platform, client } = answering('analytics-tools.full');

    const tools = await client.tools(range);

    expect(tools).toEqual({
      rows: [
        {
          day: '2026-03-02',
          toolCalls: 240,
          byTool: [
            { tool: 'Read', invocations: 150 },
            { tool: 'Edit', invocations: 90 },
          ],
          usersWithMcp: 3,
          byMcpServer: [
            { server: 'tracker', invocations: 12 },
            { server: 'Tracker', invocations: 4 },
          ],
          skillInvocations: 7,
          bySkill: [{ name: 'release-notes', count: 7 }],
          slashCommandInvocations: 5,
          bySlashCommand: [{ name: 'review', count: 5 }],
          hookInvocations: 9,
          byHookEvent: [{ event: 'PostToolUse', matcher: 'Edit', command: 'npm run format', count: 9 }],
          webUsers: 2,
          autonomyRatioAvg: 6.5,
          autonomyRatioP50: 5.25,
          autonomyRatioP90: 14.75,
          toolCallsPerSessionAvg: 20.5,
          userTurnsPerSessionAvg: 3.5,
          autonomyLevelShares: { autoHigh: 0.5, autoMedium: 0.25, autoLow: 0.125, manual: 0.125 },
        },
      ],
      ...nothingOdd,
    });
    expect(platform.requests[0]?.url.pathname).toBe('/api/v1/analytics/tools');
    expect(platform.requests[0]?.url.search).toBe(plainQuery);
  });

  test('reads a day on which nothing happened', async () => {
    const { client } = answering('analytics-tools.minimal');

    const tools = await client.tools(range);

    expect(tools.rows).toMatchObject([{ day: '2026-03-01', toolCalls: 0, byTool: [], byMcpServer: [] }]);
    expect(tools).toMatchObject(nothingOdd);
  });
});

describe('activity', () => {
  test('reads every documented field', async () => {
    const { platform, client } = answering('analytics-activity.full');

    const activity = await client.activity(range);

    expect(activity).toEqual({
      rows: [
        {
          day: '2026-03-02',
          dailyActiveUsers: 12,
          weeklyActiveUsers: 18,
          monthlyActiveUsers: 21,
          dailyActiveUsersByClient: { 'terminal-ui': 9, web: 4, 'non-interactive-cli': 2 },
          sessions: 31,
          messages: 410,
          userMessages: 96,
        },
      ],
      ...nothingOdd,
    });
    expect(platform.requests[0]?.url.pathname).toBe('/api/v1/analytics/activity');
    expect(platform.requests[0]?.url.search).toBe(plainQuery);
  });

  test('reads a day on which nothing happened', async () => {
    const { client } = answering('analytics-activity.minimal');

    const activity = await client.activity(range);

    expect(activity.rows).toMatchObject([{ day: '2026-03-01', dailyActiveUsers: 0, dailyActiveUsersByClient: {} }]);
  });
});

describe('productivity', () => {
  test('reads every documented field', async () => {
    const { platform, client } = answering('analytics-productivity.full');

    const productivity = await client.productivity(range);

    expect(productivity).toEqual({
      rows: [
        {
          day: '2026-03-02',
          filesCreated: 14,
          filesEdited: 88,
          byExtension: [{ extension: '.ts', count: 70 }],
          byLanguage: [{ language: 'TypeScript', count: 70 }],
          gitCommits: 23,
          gitPrsCreated: 6,
        },
      ],
      ...nothingOdd,
    });
    expect(platform.requests[0]?.url.pathname).toBe('/api/v1/analytics/productivity');
    expect(platform.requests[0]?.url.search).toBe(plainQuery);
  });

  test('reads a day on which nothing happened', async () => {
    const { client } = answering('analytics-productivity.minimal');

    const productivity = await client.productivity(range);

    expect(productivity.rows).toMatchObject([{ day: '2026-03-01', filesCreated: 0, byLanguage: [] }]);
  });
});

describe('userMetrics', () => {
  test('reads every documented field, page by page with the same dates and limit', async () => {
    const answers = [json(fixture('analytics-users.full')), json(fixture('analytics-users.minimal'))];
    const platform = scriptedPlatform(answers);

    const [first, second] = await allPages(createPlatformClient(platform.options).userMetrics(range));

    expect(first).toEqual({
      rows: [
        {
          userId: 'user_01',
          email: 'ada@example.com',
          day: '2026-03-02',
          toolCalls: 64,
          billableCredits: 1200,
          primaryModel: 'model-large',
          primaryModelTier: 'thinking',
          filesCreated: 3,
          filesEdited: 17,
          gitCommits: 4,
          gitPrsCreated: 1,
          mcpCalls: 8,
          skillCalls: 2,
          slashCommands: 5,
          hooks: 6,
          sessions: 7,
          messages: 80,
          userMessages: 20,
          assistantMessages: 60,
          autonomyRatio: 3.2,
          delegationLevel: 'auto-high',
          languages: ['TypeScript', 'SQL'],
        },
      ],
      number: 1,
      nextCursor: 'user_01',
      repeated: [],
      ...nothingOdd,
    });
    expect(second?.rows).toMatchObject([{ userId: 'user_03', email: undefined, billableCredits: 0, languages: [] }]);
    expect(second?.nextCursor).toBeUndefined();
    expect(platform.requests.map(({ url }) => url.pathname + url.search)).toEqual([
      `/api/v1/analytics/users${plainQuery}&limit=100`,
      `/api/v1/analytics/users${plainQuery}&limit=100&cursor=user_01`,
    ]);
  });

  test('takes a user on two days for two rows, and the same day twice for a repetition', async () => {
    const row = { user_id: 'user_01', date: '2026-03-01', billable_tokens: 1 };
    const data = [row, { ...row, date: '2026-03-02' }, row];
    const platform = scriptedPlatform([json({ data, meta: { has_more: false } })]);

    const [page] = await allPages(createPlatformClient(platform.options).userMetrics(range));

    expect(page?.rows).toHaveLength(3);
    expect(page?.repeated).toEqual(['user_01 2026-03-01']);
  });

  test('refuses an answer that does not say whether more follows', async () => {
    const answer = (): Response => json({ data: [], meta: { org_id: 'org_01' } });
    const platform = scriptedPlatform([answer(), answer()]);

    const reading = allPages(createPlatformClient(platform.options).userMetrics(range));

    await expect(reading).rejects.toMatchObject({ kind: 'malformed' });
  });
});
