import type { UsageSource } from '../../application/ports.ts';
import type { ReportedDay, UnreadableRow, UserMetricsPage } from '../../domain/ledger/reading.ts';
import type { TokensDay } from './endpoints/analytics-tokens.ts';
import type { PlatformClient } from './platform-client.ts';
import { raiseAsPortError } from './port-error.ts';
import type { QuarantinedRow } from './reading/findings.ts';

const pageSize = 100;

/** The platform's analytics as the UsageSource port. */
export function platformUsageSource(client: Pick<PlatformClient, 'tokens' | 'userMetrics'>): UsageSource {
  return {
    async readDays({ from, through }) {
      try {
        const { rows } = await client.tokens({ startDate: from, endDate: through });
        return rows.map(toReportedDay).toSorted((a, b) => (a.day < b.day ? -1 : 1));
      } catch (error) {
        return raiseAsPortError(error);
      }
    },
    async *readUserMetrics({ from, through }): AsyncGenerator<UserMetricsPage> {
      try {
        for await (const page of client.userMetrics({ startDate: from, endDate: through, limit: pageSize })) {
          const rows = page.rows.map(({ day, userId, billableCredits }) => ({ day, userId, credits: billableCredits }));
          yield { rows, unreadable: page.quarantined.map(toUnreadable) };
        }
      } catch (error) {
        raiseAsPortError(error);
      }
    },
  };
}

function toReportedDay({ day, billableCredits, byUser, unreadableUsers }: TokensDay): ReportedDay {
  const rows = byUser.map((user) => ({
    userId: user.userId,
    credits: user.billableCredits,
    email: user.email ?? null,
  }));
  return { day, totalCredits: billableCredits, rows, unreadable: unreadableUsers.map(toUnreadable) };
}

function toUnreadable({ id, day, field, problem }: QuarantinedRow): UnreadableRow {
  return {
    ...(id === undefined ? {} : { userId: id }),
    ...(day === undefined ? {} : { day }),
    problem: `${field}: ${problem}`,
  };
}
