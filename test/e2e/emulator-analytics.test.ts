import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { Activity, Count, FullUserRows, Productivity, Tools, type UserRow } from '../support/analytics-answers.ts';
import { startTestEmulator, Tokens, total, useEmulator, UserRows } from '../support/emulator.ts';

const DATES = 'startDate=2026-03-02&endDate=2026-03-14';
const BASE = '/api/v1/analytics';
const emulator = useEmulator({ users: 60 });
let userRows: readonly z.infer<typeof UserRow>[];
beforeAll(async () => {
  userRows = (await emulator.read(`${BASE}/users?${DATES}&limit=100`, FullUserRows)).data;
});

const rowsOn = (date: string): readonly z.infer<typeof UserRow>[] => userRows.filter((row) => row.date === date);

describe('dates', () => {
  test.each([
    ['startDate=2026-03-10', 'endDate'],
    ['endDate=2026-03-10', 'startDate'],
    ['startDate=2026-3-1&endDate=2026-03-10', 'startDate'],
    ['startDate=2026-02-30&endDate=2026-03-10', 'startDate'],
    ['startDate=2026-03-01T00:00:00Z&endDate=2026-03-10', 'startDate'],
    ['startDate=2026-03-10&endDate=2026-03-09', 'endDate'],
    ['startDate=2026-03-10&endDate=2026-03-15', 'endDate'],
    ['startDate=2026-03-16&endDate=2026-03-17', 'startDate'],
  ])('%s is refused with 400 because of %s', async (query, field) => {
    for (const name of ['tokens', 'tools', 'activity', 'productivity', 'users']) {
      const { status, text } = await emulator.call('GET', `${BASE}/${name}?${query}`);

      expect(status).toBe(400);
      expect(text).toContain(field);
    }
  });

  test('every day of the range has a row, and the range is repeated in meta', async () => {
    const { data, meta } = await emulator.read(`${BASE}/tokens?${DATES}`, Tokens);

    expect(data.map(({ date }) => date)).toEqual(
      Array.from({ length: 13 }, (_, index) => `2026-03-${String(index + 2).padStart(2, '0')}`),
    );
    expect(meta).toMatchObject({ start_date: '2026-03-02', end_date: '2026-03-14' });
  });

  test('there are no rows from before 2026-01-14', async () => {
    const { data } = await emulator.read(`${BASE}/tokens?startDate=2025-12-01&endDate=2026-01-15`, Tokens);

    expect(data.map(({ date }) => date)).toEqual(['2026-01-14', '2026-01-15']);
  });
});

describe('group_by', () => {
  test.each(['tokens', 'tools', 'activity', 'productivity', 'users'])('an unknown one of %s is a 400', async (name) => {
    expect((await emulator.call('GET', `${BASE}/${name}?${DATES}&group_by=nothing`)).status).toBe(400);
  });

  test('tokens by model add up to the day', async () => {
    const GroupRow = z.strictObject({
      date: z.string(),
      group_key: z.string(),
      billable_tokens: Count,
      input_tokens: Count,
      output_tokens: Count,
    });
    const { data: days } = await emulator.read(`${BASE}/tokens?${DATES}`, Tokens);
    const { data: groups } = await emulator.read(
      `${BASE}/tokens?${DATES}&group_by=model`,
      z.object({ data: z.array(GroupRow) }),
    );

    for (const day of days) {
      const rows = groups.filter(({ date }) => date === day.date);
      expect(total(rows, (row) => row.billable_tokens)).toBe(day.billable_tokens);
      expect(total(rows, (row) => row.input_tokens)).toBe(day.input_tokens);
    }
  });

  test('tools by name and activity by client carry their one number', async () => {
    const Tool = z.strictObject({ date: z.string(), group_key: z.string(), tool_calls: Count });
    const Client = z.strictObject({ date: z.string(), group_key: z.string(), daily_active_users: Count });

    const tools = await emulator.read(`${BASE}/tools?${DATES}&group_by=tool_name`, z.object({ data: z.array(Tool) }));
    const clients = await emulator.read(
      `${BASE}/activity?${DATES}&group_by=client`,
      z.object({ data: z.array(Client) }),
    );

    expect(total(tools.data, (row) => row.tool_calls)).toBe(total(userRows, (row) => row.tool_calls));
    expect(new Set(clients.data.map((row) => row.group_key))).toEqual(
      new Set(['terminal-ui', 'web', 'non-interactive-cli']),
    );
  });
});

describe('the endpoints agree', () => {
  test('credits of a day are the sum by user, by model, and of the rows of its users', async () => {
    const { data } = await emulator.read(`${BASE}/tokens?${DATES}`, Tokens);

    for (const day of data) {
      expect(total(day.by_user, (user) => user.billable_tokens)).toBe(day.billable_tokens);
      expect(total(day.by_model, (model) => model.billable_tokens)).toBe(day.billable_tokens);
      expect(total(rowsOn(day.date), (row) => row.billable_tokens)).toBe(day.billable_tokens);
      for (const user of day.by_user) {
        expect(total(user.by_model, (model) => model.billable_tokens)).toBe(user.billable_tokens);
      }
    }
  });

  test('tools are the sums over the users of the day', async () => {
    const { data } = await emulator.read(`${BASE}/tools?${DATES}`, Tools);

    for (const day of data) {
      const rows = rowsOn(day.date);
      expect(day.tool_calls).toBe(total(rows, (row) => row.tool_calls));
      expect(total(day.by_tool, (tool) => tool.invocations)).toBe(day.tool_calls);
      expect(total(day.mcp_by_server, (server) => server.invocations)).toBe(total(rows, (row) => row.mcp_calls));
      expect(day.skills_invocations).toBe(total(rows, (row) => row.skill_calls));
      expect(total(day.slash_commands_by_name, (one) => one.count)).toBe(day.slash_commands_invocations);
      expect(total(day.hooks_by_event, (hook) => hook.count)).toBe(total(rows, (row) => row.hooks));
    }
  });

  test('activity counts the users with rows; a week and a month hold at least the day', async () => {
    const { data } = await emulator.read(`${BASE}/activity?${DATES}`, Activity);

    for (const day of data) {
      const rows = rowsOn(day.date);
      const byClient = Object.values(day.daily_active_users_by_client).reduce((sum, users) => sum + users, 0);
      expect(day.daily_active_users).toBe(rows.length);
      expect(byClient).toBeGreaterThanOrEqual(day.daily_active_users);
      expect(day.weekly_active_users).toBeGreaterThanOrEqual(day.daily_active_users);
      expect(day.monthly_active_users).toBeGreaterThanOrEqual(day.weekly_active_users);
      expect(day.sessions).toBe(total(rows, (row) => row.sessions));
      expect(day.messages).toBe(total(rows, (row) => row.user_messages + row.assistant_messages));
    }
  });

  test('weekly active users are the unique users of seven days', async () => {
    const { data } = await emulator.read(`${BASE}/activity?${DATES}`, Activity);

    const week = userRows.filter((row) => row.date > '2026-03-07');
    expect(data.at(-1)?.weekly_active_users).toBe(new Set(week.map((row) => row.user_id)).size);
  });

  test('productivity is the sum over the users of the day, by language and by extension', async () => {
    const { data } = await emulator.read(`${BASE}/productivity?${DATES}`, Productivity);

    for (const day of data) {
      const rows = rowsOn(day.date);
      expect(day.files_edited).toBe(total(rows, (row) => row.files_edited));
      expect(day.git_commits).toBe(total(rows, (row) => row.git_commits));
      expect(total(day.by_language, (one) => one.count)).toBe(day.files_created + day.files_edited);
      expect(total(day.by_extension, (one) => one.count)).toBe(day.files_created + day.files_edited);
    }
  });
});

describe('pages of /users', () => {
  test.each(['0', '101', '-1', '1.5', 'ten', ''])('a limit of %j is a 400', async (limit) => {
    expect((await emulator.call('GET', `${BASE}/users?${DATES}&limit=${limit}`)).status).toBe(400);
  });

  test('a cursor that is no user id is a 400', async () => {
    expect((await emulator.call('GET', `${BASE}/users?${DATES}&cursor=nobody`)).status).toBe(400);
  });

  test('a page holds 20 users when no limit is given', async () => {
    const { data } = await emulator.read(`${BASE}/users?${DATES}`, UserRows);

    expect(new Set(data.map((row) => row.user_id)).size).toBe(20);
  });

  test('following the cursors gives every row once, all rows of a user on one page', async () => {
    const rows: string[] = [];
    const pagesOfUser = new Map<string, Set<number>>();
    let cursor = '';
    for (let page = 0; page < 100; page += 1) {
      const { data, meta } = await emulator.read(`${BASE}/users?${DATES}&limit=7${cursor}`, UserRows);
      rows.push(...data.map((row) => `${row.user_id} ${row.date}`));
      for (const { user_id: userId } of data) {
        pagesOfUser.set(userId, (pagesOfUser.get(userId) ?? new Set()).add(page));
      }
      if (!meta.has_more) {
        break;
      }
      cursor = `&cursor=${meta.next_cursor ?? ''}`;
    }

    expect(rows).toEqual(userRows.map((row) => `${row.user_id} ${row.date}`));
    expect(Math.max(...[...pagesOfUser.values()].map((pages) => pages.size))).toBe(1);
  });
});

describe('what the generated history holds', () => {
  test('some users have no email in analytics, and some another spelling than on the roster', async () => {
    const Roster = z.object({ users: z.array(z.object({ id: z.string(), email: z.string() })) });
    const { users } = await emulator.read('/api/v0/organization/users?limit=100', Roster);
    const onRoster = new Map(users.map(({ id, email }) => [id, email]));

    const spelledOtherwise = userRows.filter(({ user_id: userId, user_email: email }) => {
      const rosterEmail = onRoster.get(userId);
      return (
        email !== null &&
        rosterEmail !== undefined &&
        email !== rosterEmail &&
        email.toLowerCase() === rosterEmail.toLowerCase()
      );
    });
    expect(userRows.some((row) => row.user_email === null)).toBe(true);
    expect(spelledOtherwise.length).toBeGreaterThan(0);
  });

  test('an MCP server comes under two spellings, and PostToolUse is among the hooks', async () => {
    const { data } = await emulator.read(`${BASE}/tools?${DATES}`, Tools);
    const servers = new Set(data.flatMap((day) => day.mcp_by_server.map(({ server }) => server)));

    expect(servers.has('github') && servers.has('GitHub')).toBe(true);
    expect(data.some((day) => day.hooks_by_event.some(({ event }) => event === 'PostToolUse'))).toBe(true);
  });

  test('the same seed gives the same numbers on another day of looking', async () => {
    const later = await startTestEmulator({ users: 60 });
    await later.tell('/__sim/clock', { now: '2026-03-20T12:00:00Z' });

    const before = await emulator.call('GET', `${BASE}/tokens?${DATES}`);
    const after = await later.call('GET', `${BASE}/tokens?${DATES}`);
    await later.close();

    expect(after.text).toBe(before.text);
  });
});
