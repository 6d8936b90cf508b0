import * as z from 'zod';

import type { Endpoint } from '../http/endpoint.ts';
import { figure } from '../reading/analytics.ts';
import { analyticsRows } from '../reading/analytics-rows.ts';
import { day, maybe } from '../reading/fields.ts';

const endpoint: Endpoint = { method: 'GET', host: 'base', path: '/api/v1/analytics/tools', idempotent: true };

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

const callsOfTool = z
  .object({ date: day, group_key: z.string(), tool_calls: z.number() })
  .transform((row) => ({ day: row.date, tool: row.group_key, toolCalls: row.tool_calls }));

/** Tool use and autonomy by day. */
export const getTools = analyticsRows(endpoint, { schema: toolsDay });

/** Tool calls with one row for each day and tool (`group_by=tool_name`). */
export const getToolsByName = analyticsRows(endpoint, { schema: callsOfTool, groupBy: 'tool_name' });
