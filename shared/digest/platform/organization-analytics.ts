import * as z from 'zod';

import type { Endpoint } from '../../kernel/platform/http/endpoint.ts';
import { day, maybe } from '../../kernel/platform/reading/fields.ts';
import { figure, analyticsRows } from '../../ledger/platform/analytics.ts';

const activity: Endpoint = { method: 'GET', host: 'base', path: '/api/v1/analytics/activity', idempotent: true };

/** Section "GET /api/v1/analytics/activity". */
const activityDay = z
  .object({
    date: day,
    daily_active_users: figure,
    weekly_active_users: figure,
    monthly_active_users: figure,
    daily_active_users_by_client: maybe(z.record(z.string(), z.number())),
    sessions: figure,
    messages: figure,
    user_messages: figure,
  })
  .transform((row) => ({
    day: row.date,
    dailyActiveUsers: row.daily_active_users,
    weeklyActiveUsers: row.weekly_active_users,
    monthlyActiveUsers: row.monthly_active_users,
    dailyActiveUsersByClient: row.daily_active_users_by_client ?? {},
    sessions: row.sessions,
    messages: row.messages,
    userMessages: row.user_messages,
  }));

export const getActivity = analyticsRows(activity, activityDay);

const productivity: Endpoint = {
  method: 'GET',
  host: 'base',
  path: '/api/v1/analytics/productivity',
  idempotent: true,
};

/** Section "GET /api/v1/analytics/productivity". */
const productivityDay = z
  .object({
    date: day,
    files_created: figure,
    files_edited: figure,
    by_extension: maybe(z.array(z.object({ extension: z.string(), count: z.number() }))),
    by_language: maybe(z.array(z.object({ language: z.string(), count: z.number() }))),
    git_commits: figure,
    git_prs_created: figure,
  })
  .transform((row) => ({
    day: row.date,
    filesCreated: row.files_created,
    filesEdited: row.files_edited,
    byExtension: row.by_extension ?? [],
    byLanguage: row.by_language ?? [],
    gitCommits: row.git_commits,
    gitPrsCreated: row.git_prs_created,
  }));

export const getProductivity = analyticsRows(productivity, productivityDay);

const tools: Endpoint = { method: 'GET', host: 'base', path: '/api/v1/analytics/tools', idempotent: true };

const namedCounts = maybe(z.array(z.object({ name: z.string(), count: z.number() })));

/** Section "GET /api/v1/analytics/tools". Server names may come twice in different case, tool names with artifacts. */
const toolsDay = z
  .object({
    date: day,
    tool_calls: figure,
    by_tool: maybe(z.array(z.object({ tool: z.string(), invocations: z.number() }))),
    mcp_users_with_mcp: figure,
    mcp_by_server: maybe(z.array(z.object({ server: z.string(), invocations: z.number() }))),
    skills_invocations: figure,
    skills_by_name: namedCounts,
    slash_commands_invocations: figure,
    slash_commands_by_name: namedCounts,
    hooks_invocations: figure,
    hooks_by_event: maybe(
      z.array(
        z.object({ event: z.string(), matcher: maybe(z.string()), command: maybe(z.string()), count: z.number() }),
      ),
    ),
    web_users: figure,
    autonomy_ratio_avg: figure,
    autonomy_ratio_p50: figure,
    autonomy_ratio_p90: figure,
    tool_calls_per_session_avg: figure,
    user_turns_per_session_avg: figure,
    tool_autonomy_level_ratio: maybe(
      z.object({ auto_high: figure, auto_medium: figure, auto_low: figure, manual: figure }),
    ),
  })
  .transform((row) => ({
    day: row.date,
    toolCalls: row.tool_calls,
    byTool: row.by_tool ?? [],
    usersWithMcp: row.mcp_users_with_mcp,
    byMcpServer: row.mcp_by_server ?? [],
    skillInvocations: row.skills_invocations,
    bySkill: row.skills_by_name ?? [],
    slashCommandInvocations: row.slash_commands_invocations,
    bySlashCommand: row.slash_commands_by_name ?? [],
    hookInvocations: row.hooks_invocations,
    byHookEvent: row.hooks_by_event ?? [],
    webUsers: row.web_users,
    autonomyRatioAvg: row.autonomy_ratio_avg,
    autonomyRatioP50: row.autonomy_ratio_p50,
    autonomyRatioP90: row.autonomy_ratio_p90,
    toolCallsPerSessionAvg: row.tool_calls_per_session_avg,
    userTurnsPerSessionAvg: row.user_turns_per_session_avg,
    autonomyLevelShares: row.tool_autonomy_level_ratio && {
      autoHigh: row.tool_autonomy_level_ratio.auto_high,
      autoMedium: row.tool_autonomy_level_ratio.auto_medium,
      autoLow: row.tool_autonomy_level_ratio.auto_low,
      manual: row.tool_autonomy_level_ratio.manual,
    },
  }));

export const getTools = analyticsRows(tools, toolsDay);
