import * as z from 'zod';

import type { UsageSource } from '../../enforcement/ports.ts';
import type { Answer, RowReader } from '../../kernel/platform/http/call.ts';
import type { Endpoint } from '../../kernel/platform/http/endpoint.ts';
import type { PlatformHttp } from '../../kernel/platform/http/http.ts';
import { PlatformError } from '../../kernel/platform/platform-error.ts';
import { raiseAsPortError } from '../../kernel/platform/port-error.ts';
import { credits, day, identifier, maybe } from '../../kernel/platform/reading/fields.ts';
import type { QuarantinedRow } from '../../kernel/platform/reading/findings.ts';
import type { Pages } from '../../kernel/platform/reading/pages.ts';
import { readRow, type ReadRow, readRows, refuseIfNoneRead, type RowSet } from '../../kernel/platform/reading/rows.ts';
import type { CallOptions, PageRequest } from '../../kernel/platform/requests/page-request.ts';
import { RangeRefusedError, type ListPage } from '../../kernel/runs/ports.ts';
import { compareText } from '../../kernel/texts/compare-text.ts';
import { daysOf, type DayRange } from '../../kernel/time/day.ts';
import { monthDaysMax, splitRange } from '../reading-range.ts';
import type { ReportedDay, UnreadableRow, UserMetricsPage } from '../reading.ts';
import { type AnalyticsRange, analyticsQuery } from './analytics-range.ts';
import type { UserMetrics } from './analytics-users.ts';
import { analyticsResponse, figure } from './analytics.ts';

interface UsageClient {
  tokens(range: AnalyticsRange): Promise<RowSet<TokensDay>>;
  userMetrics(request: AnalyticsRange & PageRequest): Pages<UserMetrics>;
}

const pageSize = 100;

export function platformUsageSource(client: UsageClient): UsageSource {
  return {
    async readDays(range) {
      try {
        const days = await readTokens(client, range);
        return days.map(toReportedDay).toSorted((a, b) => (a.day < b.day ? -1 : 1));
      } catch (error) {
        return raiseAsPortError(error);
      }
    },
    async *readUserMetrics({ from, through }, first): AsyncGenerator<UserMetricsPage & ListPage> {
      try {
        const request = { startDate: from, endDate: through, limit: pageSize };
        for await (const page of client.userMetrics({ ...request, cursor: first })) {
          const rows = page.rows.map(({ day, userId, billableCredits }) => ({ day, userId, credits: billableCredits }));
          const next = page.nextCursor;
          yield { rows, unreadable: page.quarantined.map(toUnreadable), next };
        }
      } catch (error) {
        if (first === undefined && isTooLongARange(error, { from, through })) {
          throw new RangeRefusedError(error.message, { cause: error });
        }
        raiseAsPortError(error);
      }
    },
  };
}

/** The maximum range is not documented ("Limits"): a refused range is split into months, a refused month is a fault. */
function isTooLongARange(error: unknown, range: DayRange): error is PlatformError {
  return error instanceof PlatformError && error.kind === 'bad-request' && daysOf(range).length > monthDaysMax;
}

/**
 * The endpoint has no pages, and a row grows with a user's models. A range whose answer exceeds the body limit would
 * fail every night: it is halved, down to single days.
 */
async function readTokens(client: UsageClient, range: DayRange): Promise<readonly TokensDay[]> {
  try {
    return (await client.tokens({ startDate: range.from, endDate: range.through })).rows;
  } catch (error) {
    const dayCount = daysOf(range).length;
    const isTooLarge = error instanceof PlatformError && error.kind === 'too-large' && dayCount > 1;
    const isTooLong = isTooLongARange(error, range);
    if (!isTooLarge && !isTooLong) {
      throw error;
    }
    const days: TokensDay[] = [];
    for (const part of splitRange(range, isTooLong ? monthDaysMax : Math.ceil(dayCount / 2))) {
      days.push(...(await readTokens(client, part)));
    }
    return days;
  }
}

/** Models kept per day; no user has as many. */
const modelsMax = 100;

function toReportedDay({ day, billableCredits, byModel, byUser, unreadableUsers }: TokensDay): ReportedDay {
  const rows = byUser.map((user) => ({
    userId: user.userId,
    credits: user.billableCredits,
    email: user.email ?? null,
  }));
  const models = byModel
    .map(({ modelId, billableCredits: used }) => ({ model: modelId, credits: used }))
    .toSorted((a, b) => b.credits - a.credits || compareText(a.model, b.model))
    .slice(0, modelsMax);
  return {
    day,
    totalCredits: billableCredits,
    ...(models.length > 0 && { models }),
    rows,
    unreadable: unreadableUsers.map(toUnreadable),
  };
}

function toUnreadable({ id, day, field, problem }: QuarantinedRow): UnreadableRow {
  return {
    userId: id,
    day,
    problem: `${field}: ${problem}`,
  };
}

const endpoint: Endpoint = { method: 'GET', host: 'base', path: '/api/v1/analytics/tokens', idempotent: true };

/** Section "GET /api/v1/analytics/tokens". Users are many, so streamed; read by row: one bad user costs no day. */
const tokensDay = z.object({
  date: day,
  billable_tokens: credits,
  input_tokens: figure,
  output_tokens: figure,
  cache_read_tokens: figure,
  cache_write_tokens: figure,
  by_model: maybe(z.array(z.unknown())),
  by_user: z.array(z.custom<UserTokens>()),
});

const modelTokens = z
  .object({
    model_id: identifier,
    model_tier: maybe(z.string()),
    billable_tokens: credits,
    input_tokens: figure,
    output_tokens: figure,
  })
  .transform((row) => ({
    modelId: row.model_id,
    modelTier: row.model_tier,
    billableCredits: row.billable_tokens,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
  }));

/** The shape of a user's `by_model` items is not documented beyond being an array, so they are ignored. */
const userTokens = z
  .object({
    user_id: identifier,
    user_email: maybe(z.string()),
    billable_tokens: credits,
    by_model: maybe(z.array(z.unknown())),
  })
  .transform((row) => ({
    userId: row.user_id,
    email: row.user_email,
    billableCredits: row.billable_tokens,
  }));

const readUser: RowReader = (item, { list, index }, findings) =>
  readRow(findings, { path: list, schema: userTokens, idField: 'user_id' }, { item, index });
type UserTokens = Readonly<z.output<typeof userTokens>>;

/** The organization's use on one day. `billableCredits` are Standard Credits, which budgets limit. */
interface TokensDay {
  readonly day: string;
  readonly billableCredits: number;
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  readonly cacheReadTokens: number | undefined;
  readonly cacheWriteTokens: number | undefined;
  readonly byModel: readonly Readonly<z.output<typeof modelTokens>>[];
  readonly byUser: readonly UserTokens[];
  readonly unreadableUsers: readonly QuarantinedRow[];
}

const users = { path: ['data', '*', 'by_user'], read: readUser } as const;

/** Consumption by day, model and user. An unreadable user row is quarantined and missing from its day. */
export async function getTokens(
  http: PlatformHttp,
  range: AnalyticsRange,
  { signal }: CallOptions = {},
): Promise<RowSet<TokensDay>> {
  const query = { ...analyticsQuery(endpoint, range, http.asOf()) };
  const answer = await http.request({ endpoint, target: { query }, schema: analyticsResponse, rows: users, signal });
  const { data } = answer.value;
  const days = readRows(answer, { path: 'data', items: data, schema: tokensDay, idField: 'date' });
  refuseIfNoneRead(answer, data.length, days.length);
  const rows = days.map((read) => toTokensDay(answer, read));
  const usersRead = rows.reduce((sum, row) => sum + row.byUser.length, 0);
  const usersServed = rows.reduce((sum, row) => sum + row.unreadableUsers.length, usersRead);
  refuseIfNoneRead(answer, usersServed, usersRead);
  return { rows, ...answer.findings.close() };
}

function toTokensDay(answer: Answer<unknown>, [row, index]: ReadRow<z.output<typeof tokensDay>>): TokensDay {
  const inside = `data[${index}]`;
  const models = { path: `${inside}.by_model`, items: row.by_model ?? [], schema: modelTokens, idField: 'model_id' };
  return {
    day: row.date,
    billableCredits: row.billable_tokens,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    cacheReadTokens: row.cache_read_tokens,
    cacheWriteTokens: row.cache_write_tokens,
    byModel: readRows(answer, models).map(([model]) => model),
    byUser: row.by_user,
    unreadableUsers: answer.findings.quarantinedIn(`${inside}.by_user`),
  };
}
