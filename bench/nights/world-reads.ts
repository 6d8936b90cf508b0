import * as z from 'zod';
import type { Day } from '../../shared/domain/time/day.ts';
import type { DayUse } from './telemetry.ts';

const headers = { authorization: 'Bearer owner-key' };
const Roster = z.object({
  users: z.array(z.object({ email: z.string().optional() })),
  pagination: z.object({ nextCursor: z.string().optional() }),
});
const Tokens = z.object({
  data: z.array(
    z.object({ by_user: z.array(z.object({ user_email: z.string().nullable(), billable_tokens: z.number() })) }),
  ),
});

/** The emails of everybody on the roster. */
export async function emailsOf(url: string): Promise<readonly string[]> {
  const emails: string[] = [];
  let cursor: string | undefined;
  do {
    const from = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await fetch(`${url}/api/v0/organization/users?limit=100${from}`, { headers });
    const page = Roster.parse(await answer.json());
    emails.push(...page.users.flatMap(({ email }) => email ?? []));
    cursor = page.pagination.nextCursor;
  } while (cursor !== undefined);
  return emails;
}

/** What each person used on a day that is over. */
export async function useOfDay(url: string, day: Day): Promise<readonly DayUse[]> {
  const answer = await fetch(`${url}/api/v1/analytics/tokens?startDate=${day}&endDate=${day}`, { headers });
  const { data } = Tokens.parse(await answer.json());
  return data.flatMap(({ by_user: users }) =>
    users.flatMap(({ user_email: email, billable_tokens: credits }) =>
      email === null || credits === 0 ? [] : [{ email, credits }],
    ),
  );
}
