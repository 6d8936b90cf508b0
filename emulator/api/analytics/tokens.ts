import { dateOfDay } from '../../state/clock.ts';
import type { Model, ModelTier } from '../../state/usage/habits.ts';
import { type ModelShare, modelSharesOf, type SpentDay } from '../../state/usage/model-shares.ts';
import { type DayEndpoint, spentOnDay, sumOf } from './day-rows.ts';

/** GET /api/v1/analytics/tokens: Standard Credits per day, by model and user, or one row per day and model. */
export const tokensEndpoint: DayEndpoint = {
  path: '/api/v1/analytics/tokens',
  groupBy: 'model',
  rowsFor: (request) => (dayNumber) => {
    const spent = spentOnDay(request, dayNumber).map((day) => ({ day, shares: modelSharesOf(day) }));
    return request.grouped ? rowsByModel(dayNumber, spent) : [rowOfDay(dayNumber, spent)];
  },
};

interface Spent {
  readonly day: SpentDay;
  readonly shares: readonly ModelShare[];
}

function rowsByModel(dayNumber: number, spent: readonly Spent[]): readonly object[] {
  return modelTotalsOf(spent.flatMap(({ shares }) => shares)).map(({ model_id, model_tier: _tier, ...tokens }) => ({
    date: dateOfDay(dayNumber),
    group_key: model_id,
    ...tokens,
  }));
}

function rowOfDay(dayNumber: number, spent: readonly Spent[]): object {
  const shares = spent.flatMap((user) => user.shares);
  return {
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
  };
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
