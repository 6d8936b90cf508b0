import type { FastifyPluginAsync } from 'fastify';
import { dateOfDay } from '../../state/day.ts';
import type { Model, ModelTier } from '../../state/usage/models.ts';
import { type ModelShare, modelSharesOf, type SpentDay } from '../../state/usage/model-shares.ts';
import { requireKeyRole } from '../auth.ts';
import type { CoreWorld } from '../core-world.ts';
import { dateRangeOf, isGrouped } from './date-range.ts';
import { sendDayRows } from './json-stream.ts';
import { reportChangesOf } from './report-changes.ts';
import { type UsageView, usageView } from './usage-view.ts';

/** GET /api/v1/analytics/tokens: Standard Credits a day, by model and by user, or a row a day and model. */
export function tokensRoutes(world: CoreWorld): FastifyPluginAsync {
  return async (app) => {
    app.get('/api/v1/analytics/tokens', { preHandler: requireKeyRole('owner', 'manager') }, (request, reply) => {
      const range = dateRangeOf(request.query, world.clock.now());
      const grouped = isGrouped(request.query, 'model');
      const view = usageView(world, reportChangesOf(request));
      const rowsOf = (dayNumber: number): readonly string[] => {
        const spent = spentDaysOf(world, view, dayNumber);
        return grouped ? rowsByModel(dayNumber, spent) : [rowOfDay(dayNumber, spent)];
      };
      return sendDayRows(reply, { range, days: view.reportedDays(range.days) }, rowsOf);
    });
  };
}

interface Spent {
  readonly day: SpentDay;
  readonly shares: readonly ModelShare[];
}

function spentDaysOf(world: CoreWorld, view: UsageView, dayNumber: number): readonly Spent[] {
  return world.organization.members().flatMap((member) => {
    const day = view.spentDay(member, dayNumber);
    return day.credits === 0 ? [] : [{ day, shares: modelSharesOf(day) }];
  });
}

function rowsByModel(dayNumber: number, spent: readonly Spent[]): readonly string[] {
  return modelTotalsOf(spent.flatMap(({ shares }) => shares)).map((total) =>
    JSON.stringify({
      date: dateOfDay(dayNumber),
      group_key: total.model_id,
      billable_tokens: total.billable_tokens,
      input_tokens: total.input_tokens,
      output_tokens: total.output_tokens,
    }),
  );
}

function rowOfDay(dayNumber: number, spent: readonly Spent[]): string {
  const shares = spent.flatMap((user) => user.shares);
  return JSON.stringify({
    date: dateOfDay(dayNumber),
    billable_tokens: sumOf(shares, (share) => share.billableTokens),
    input_tokens: sumOf(shares, (share) => share.inputTokens),
    output_tokens: sumOf(shares, (share) => share.outputTokens),
    cache_read_tokens: sumOf(shares, (share) => share.cacheReadTokens),
    cache_write_tokens: sumOf(shares, (share) => share.cacheWriteTokens),
    by_model: modelTotalsOf(shares),
    by_user: spent.map((user) => ({
      user_id: user.day.member.id,
      user_email: user.day.member.analyticsEmail,
      billable_tokens: user.day.credits,
      by_model: modelTotalsOf(user.shares),
    })),
  });
}

/** The shape of by_user[].by_model is not shown; it is that of by_model here. */
interface ModelTotal {
  readonly model_id: string;
  readonly model_tier: ModelTier;
  billable_tokens: number;
  input_tokens: number;
  output_tokens: number;
}

function modelTotalsOf(shares: readonly ModelShare[]): readonly ModelTotal[] {
  const totals = new Map<string, ModelTotal>();
  for (const { model, billableTokens, inputTokens, outputTokens } of shares) {
    const total = totals.get(model.id) ?? emptyTotal(model);
    total.billable_tokens += billableTokens;
    total.input_tokens += inputTokens;
    total.output_tokens += outputTokens;
    totals.set(model.id, total);
  }
  return [...totals.values()];
}

function emptyTotal(model: Model): ModelTotal {
  return { model_id: model.id, model_tier: model.tier, billable_tokens: 0, input_tokens: 0, output_tokens: 0 };
}

function sumOf(shares: readonly ModelShare[], field: (share: ModelShare) => number): number {
  return shares.reduce((sum, share) => sum + field(share), 0);
}
