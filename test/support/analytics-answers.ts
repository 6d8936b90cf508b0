import { z } from 'zod';

/** The answers of analytics, field by field as platform-api.md has them: one field more or less does not fit. */
export const Count = z.int().min(0);

export const UserRow = z.strictObject({
  user_id: z.string(),
  user_email: z.string().nullable(),
  date: z.string(),
  tool_calls: Count,
  billable_tokens: z.int().min(1),
  primary_model: z.string(),
  primary_model_tier: z.enum(['standard', 'thinking']),
  files_created: Count,
  files_edited: Count,
  git_commits: Count,
  git_prs_created: Count,
  mcp_calls: Count,
  skill_calls: Count,
  slash_commands: Count,
  hooks: Count,
  sessions: z.int().min(1),
  messages: Count,
  user_messages: z.int().min(1),
  assistant_messages: Count,
  autonomy_ratio: z.number(),
  delegation_level: z.enum(['auto-high', 'auto-medium', 'auto-low', 'spec', 'manual']),
  languages: z.array(z.string()).min(1),
});
export const FullUserRows = z.object({ data: z.array(UserRow) });
export const Tools = z.object({
  data: z.array(
    z.strictObject({
      date: z.string(),
      tool_calls: Count,
      by_tool: z.array(z.strictObject({ tool: z.string(), invocations: Count })),
      mcp_users_with_mcp: Count,
      mcp_by_server: z.array(z.strictObject({ server: z.string(), invocations: Count })),
      skills_invocations: Count,
      skills_by_name: z.array(z.strictObject({ name: z.string(), count: Count })),
      slash_commands_invocations: Count,
      slash_commands_by_name: z.array(z.strictObject({ name: z.string(), count: Count })),
      hooks_invocations: Count,
      hooks_by_event: z.array(
        z.strictObject({ event: z.string(), matcher: z.string(), command: z.string(), count: Count }),
      ),
      web_users: Count,
      autonomy_ratio_avg: z.number(),
      autonomy_ratio_p50: z.number(),
      autonomy_ratio_p90: z.number(),
      tool_calls_per_session_avg: z.number(),
      user_turns_per_session_avg: z.number(),
      tool_autonomy_level_ratio: z.strictObject({
        auto_high: z.number(),
        auto_medium: z.number(),
        auto_low: z.number(),
        manual: z.number(),
      }),
    }),
  ),
});
export const Activity = z.object({
  data: z.array(
    z.strictObject({
      date: z.string(),
      daily_active_users: Count,
      weekly_active_users: Count,
      monthly_active_users: Count,
      daily_active_users_by_client: z.strictObject({
        'terminal-ui': Count,
        web: Count,
        'non-interactive-cli': Count,
      }),
      sessions: Count,
      messages: Count,
      user_messages: Count,
    }),
  ),
});
export const Productivity = z.object({
  data: z.array(
    z.strictObject({
      date: z.string(),
      files_created: Count,
      files_edited: Count,
      by_extension: z.array(z.strictObject({ extension: z.string(), count: Count })),
      by_language: z.array(z.strictObject({ language: z.string(), count: Count })),
      git_commits: Count,
      git_prs_created: Count,
    }),
  ),
});
