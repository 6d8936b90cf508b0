import * as z from 'zod';

import type { Endpoint } from '../../kernel/platform/http/endpoint.ts';
import type { PlatformHttp } from '../../kernel/platform/http/http.ts';
import { credits, day, identifier, maybe, openEnum } from '../../kernel/platform/reading/fields.ts';
import { nextCursorOf, type Pages, pages } from '../../kernel/platform/reading/pages.ts';
import { readRowSet } from '../../kernel/platform/reading/rows.ts';
import { type CallOptions, type PageRequest, pageRequest } from '../../kernel/platform/requests/page-request.ts';
import { strictRequest } from '../../kernel/platform/requests/strict-request.ts';
import { type AnalyticsRange, analyticsQuery } from './analytics-range.ts';
import { analyticsUsersResponse, figure } from './analytics.ts';

const endpoint: Endpoint = { method: 'GET', host: 'base', path: '/api/v1/analytics/users', idempotent: true };

/** Descriptive figures, which do not affect billing. */
export const figureFields = [
  'tool_calls',
  'files_created',
  'files_edited',
  'git_commits',
  'git_prs_created',
  'mcp_calls',
  'skill_calls',
  'slash_commands',
  'hooks',
  'sessions',
  'messages',
  'user_messages',
  'assistant_messages',
  'autonomy_ratio',
] as const;

const figures = Object.fromEntries(figureFields.map((name) => [name, figure])) as Readonly<
  Record<(typeof figureFields)[number], typeof figure>
>;

/** Section "GET /api/v1/analytics/users". User, day and credits are required; the rest describes. */
const userMetrics = z
  .object({
    user_id: identifier,
    user_email: maybe(z.string()),
    date: day,
    billable_tokens: credits,
    ...figures,
    primary_model: maybe(z.string()),
    primary_model_tier: maybe(openEnum(['standard', 'thinking'])),
    delegation_level: maybe(openEnum(['auto-high', 'auto-medium', 'auto-low', 'spec', 'manual'])),
    languages: maybe(z.array(z.string())),
  })
  .transform((row) => ({
    userId: row.user_id,
    email: row.user_email,
    day: row.date,
    toolCalls: row.tool_calls,
    billableCredits: row.billable_tokens,
    primaryModel: row.primary_model,
    primaryModelTier: row.primary_model_tier,
    filesCreated: row.files_created,
    filesEdited: row.files_edited,
    gitCommits: row.git_commits,
    gitPrsCreated: row.git_prs_created,
    mcpCalls: row.mcp_calls,
    skillCalls: row.skill_calls,
    slashCommands: row.slash_commands,
    hooks: row.hooks,
    sessions: row.sessions,
    messages: row.messages,
    userMessages: row.user_messages,
    assistantMessages: row.assistant_messages,
    autonomyRatio: row.autonomy_ratio,
    delegationLevel: row.delegation_level,
    languages: row.languages,
  }));

/** One user's activity on one day. `billableCredits` are Standard Credits; `day` is YYYY-MM-DD, UTC. */
export type UserMetrics = Readonly<z.output<typeof userMetrics>>;

export function listUserMetrics(
  http: PlatformHttp,
  request: AnalyticsRange & PageRequest,
  { signal }: CallOptions = {},
): Pages<UserMetrics> {
  const { startDate, endDate, ...page } = request;
  const range = analyticsQuery(endpoint, { startDate, endDate }, http.asOf());
  const { limit, cursor: first } = strictRequest(endpoint, pageRequest, page);
  return pages({
    endpoint,
    limits: http.limits,
    cursor: first,
    keyOf: (row) => `${row.userId} ${row.day}`,
    async fetchPage(cursor) {
      const query = { ...range, limit, cursor };
      const answer = await http.request({ endpoint, target: { query }, schema: analyticsUsersResponse, signal });
      const { has_more: hasMore, next_cursor: nextCursor } = answer.value.meta;
      const list = {
        path: 'data',
        items: answer.value.data,
        schema: userMetrics,
        idField: 'user_id',
        dayField: 'date',
      };
      return { rowSet: readRowSet(answer, list), nextCursor: nextCursorOf(answer, { hasMore, nextCursor }) };
    },
  });
}
