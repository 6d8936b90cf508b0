import { addDays, type Day } from '../../shared/domain/time/day.ts';

const headers = { authorization: 'Bearer owner-key', 'content-type': 'application/json' };

/** A page of either list, as far as the way to the next one goes. */
interface Page {
  readonly users?: readonly { readonly email?: string }[];
  readonly pagination?: { readonly nextCursor?: string };
  readonly meta?: { readonly next_cursor?: string };
}

/**
 * Seconds that nothing can go under that reads the same pages and sends as many limits, one after the other: the
 * answers are parsed and thrown away.
 */
export async function runFloor(url: string, today: Day, capsChanged: number): Promise<number> {
  const startedMs = performance.now();
  const emails: string[] = [];
  await eachPage(`${url}/api/v0/organization/users?limit=100`, ({ users = [] }) => {
    emails.push(...users.flatMap(({ email }) => email ?? []));
  });
  for (const back of [3, 2, 1]) {
    const range = `startDate=${addDays(today, -back)}&endDate=${addDays(today, -back)}`;
    await read(`${url}/api/v1/analytics/tokens?${range}`);
    await eachPage(`${url}/api/v1/analytics/users?${range}&limit=100`, () => undefined);
  }
  for (let from = 0; from < Math.min(capsChanged, emails.length); from += 100) {
    const users = emails.slice(from, from + 100).map((email) => ({ email, limit: 1_000_000 }));
    const body = JSON.stringify({ users });
    const answer = await fetch(`${url}/api/v0/organization/usage/limits/users`, { method: 'PUT', headers, body });
    await answer.json();
  }
  return (performance.now() - startedMs) / 1_000;
}

async function eachPage(address: string, take: (page: Page) => void): Promise<void> {
  let cursor: string | undefined;
  do {
    const page = (await read(
      cursor === undefined ? address : `${address}&cursor=${encodeURIComponent(cursor)}`,
    )) as Page;
    take(page);
    cursor = page.pagination?.nextCursor ?? page.meta?.next_cursor;
  } while (cursor !== undefined);
}

async function read(address: string): Promise<unknown> {
  const answer = await fetch(address, { headers });
  if (!answer.ok) {
    throw new Error(`${answer.status} from ${address}`);
  }
  return answer.json();
}
