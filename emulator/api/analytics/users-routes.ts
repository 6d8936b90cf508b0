import type { FastifyPluginAsync } from 'fastify';

import { dateOfDay } from '../../state/clock.ts';
import type { Member } from '../../state/members/member.ts';
import { modelSharesOf, primaryModelOf, type SpentDay } from '../../state/usage/model-shares.ts';
import { autonomyRatioOf, workDayOf } from '../../state/usage/work-day.ts';
import { requireKeyRole } from '../auth.ts';
import { BadRequestError } from '../http-error.ts';
import { pageQueryOf, pageSizeOf } from '../paging.ts';
import type { World } from '../world.ts';
import { dateRangeOf, isGrouped } from './date-range.ts';
import { metaOf } from './day-rows.ts';
import { reportChangesOf, type UsageView, usageView } from './usage-view.ts';

/**
 * GET /api/v1/analytics/users: a row per active user and day, by user id and then by date. A page holds all rows of
 * up to `limit` users; the cursor is the id of the last user of the page before.
 */
export function usersRoutes(world: World): FastifyPluginAsync {
  return async (app) => {
    app.get('/api/v1/analytics/users', { preHandler: requireKeyRole('owner', 'manager') }, (request) => {
      const range = dateRangeOf(request.query, world.clock.now());
      isGrouped(request.query, undefined);
      const { limit, cursor } = pageQueryOf(request.query);
      const view = usageView(world, reportChangesOf(request));
      const page = pageOfActive(membersAfter(world, cursor), {
        size: pageSizeOf(limit),
        days: view.reportedDays(range.days),
        view,
      });
      const next = page.hasMore ? { next_cursor: page.lastUserId } : {};
      return { data: page.rows, meta: { ...metaOf(range), has_more: page.hasMore, ...next } };
    });
  };
}

function membersAfter(world: World, cursor: string | undefined): readonly Member[] {
  if (cursor !== undefined && world.organization.findById(cursor) === undefined) {
    throw new BadRequestError('cursor: not a user id');
  }
  return world.organization.membersAfter(cursor);
}

/** Walks the members only as far as the page needs. */
function pageOfActive(
  members: readonly Member[],
  { size, days, view }: { readonly size: number; readonly days: readonly number[]; readonly view: UsageView },
): { readonly rows: readonly object[]; readonly hasMore: boolean; readonly lastUserId: string | undefined } {
  const rows: object[] = [];
  let users = 0;
  let lastUserId: string | undefined;
  for (const member of members) {
    const active = days.map((day) => view.spentDay(member, day)).filter((spent) => spent.credits > 0);
    if (active.length === 0) {
      continue;
    }
    if (users === size) {
      return { rows, hasMore: true, lastUserId };
    }
    rows.push(...active.map(rowOf));
    users += 1;
    lastUserId = member.id;
  }
  return { rows, hasMore: false, lastUserId };
}

function rowOf(spent: SpentDay): object {
  const work = workDayOf(spent);
  const model = primaryModelOf(modelSharesOf(spent));
  return {
    user_id: spent.member.id,
    user_email: spent.member.analyticsEmail,
    date: dateOfDay(spent.dayNumber),
    tool_calls: work.toolCalls,
    billable_tokens: spent.credits,
    primary_model: model?.id,
    primary_model_tier: model?.tier,
    files_created: work.filesCreated,
    files_edited: work.filesEdited,
    git_commits: work.gitCommits,
    git_prs_created: work.gitPrsCreated,
    mcp_calls: work.mcpCalls,
    skill_calls: work.skillCalls,
    slash_commands: work.slashCommands,
    hooks: work.hooks,
    sessions: work.sessions,
    messages: work.userMessages + work.assistantMessages,
    user_messages: work.userMessages,
    assistant_messages: work.assistantMessages,
    autonomy_ratio: autonomyRatioOf(work),
    delegation_level: work.delegation,
    languages: work.languages,
  };
}
