import { RangeRefusedError, type ListPage } from '../../application/runs/ports.ts';
import type { UsageSource } from '../../application/enforcement/ports.ts';
import type { ReportedDay, UnreadableRow, UserMetricsPage } from '../../domain/ledger/reading.ts';
import { monthDaysMax, splitRange } from '../../domain/ledger/reading-range.ts';
import { compareText } from '../../domain/texts/compare-text.ts';
import { daysOf, type DayRange } from '../../domain/time/day.ts';
import type { TokensDay } from './endpoints/analytics-tokens.ts';
import type { EnforcementCalls } from './platform-calls.ts';
import { PlatformError } from './platform-error.ts';
import { raiseAsPortError } from './port-error.ts';
import type { QuarantinedRow } from './reading/findings.ts';

type UsageClient = Pick<EnforcementCalls, 'tokens' | 'userMetrics'>;

const pageSize = 100;

/** The platform's analytics as the UsageSource port. */
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
        for await (const page of client.userMetrics({ ...request, ...(first !== undefined && { cursor: first }) })) {
          const rows = page.rows.map(({ day, userId, billableCredits }) => ({ day, userId, credits: billableCredits }));
          const next = page.nextCursor;
          yield { rows, unreadable: page.quarantined.map(toUnreadable), ...(next !== undefined && { next }) };
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

/**
 * The longest range between startDate and endDate is not shown (section "Limits"). What is refused as a bad request is
 * asked for by the month; a month that is refused has something else that is wrong.
 */
function isTooLongARange(error: unknown, range: DayRange): error is PlatformError {
  return error instanceof PlatformError && error.kind === 'bad-request' && daysOf(range).length > monthDaysMax;
}

/**
 * The endpoint has no pages, and how long a user's row is depends on how many models the user works with. A range whose
 * answer is longer than a body may be would be so every night: its halves are asked for, down to single days.
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

/** So many models of a day are kept; nobody works with as many. */
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
    ...(id === undefined ? {} : { userId: id }),
    ...(day === undefined ? {} : { day }),
    problem: `${field}: ${problem}`,
  };
}
