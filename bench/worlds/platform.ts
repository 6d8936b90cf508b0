import { createPlatformClient, type PlatformClient } from '../../shared/kernel/platform/platform-client.ts';
import { systemClock } from '../../shared/kernel/runtime/system-clock.ts';
import { daysOf, type Day, type DayRange } from '../../shared/kernel/time/day.ts';

/** The client of Curfew for an emulator, with the key of its owner. */
export function platformAt(
  url: string,
  more: Partial<Parameters<typeof createPlatformClient>[0]> = {},
): PlatformClient {
  return createPlatformClient({
    baseUrl: url,
    appUrl: url,
    readKey: async () => Promise.resolve('owner-key'),
    fetch: globalThis.fetch,
    clock: systemClock,
    random: () => Math.random(),
    ...more,
  });
}

export async function tellEmulator(url: string, path: string, body: unknown): Promise<void> {
  const answer = await fetch(`${url}/__sim${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) {
    throw new Error(`the emulator answered ${answer.status} to ${path}: ${await answer.text()}`);
  }
}

/** Puts the clock of the platform to the nightly run of a day. */
export async function moveClock(url: string, today: Day): Promise<void> {
  await tellEmulator(url, '/clock', { now: `${today}T02:30:00.000Z` });
}

export async function forgetCalls(url: string): Promise<void> {
  await fetch(`${url}/__sim/requests`, { method: 'DELETE' });
}

export async function countCalls(url: string) {
  const requests = (await (await fetch(`${url}/__sim/requests`)).json()) as readonly { readonly path: string }[];
  const of = (path: string) => requests.filter((request) => request.path.startsWith(path)).length;
  return {
    roster: of('/api/v0/organization/users'),
    users: of('/api/v1/analytics/users'),
    bills: of('/api/v1/analytics/tokens'),
    limits: of('/api/v0/organization/usage/limits/users'),
    all: requests.length,
  };
}

const pageSize = 100;
/** So many rows of people a bill has at most: of 100,000 people a day is half of what a body may be. */
const rowsPerBill = 100_000;

/** Calls below which no night can go: each list once to its end, the bill in bodies of 100,000 rows, limits sent. */
export async function leastCalls(
  url: string,
  night: { readonly users: number; readonly range: DayRange; readonly limitsSent: number },
): Promise<number> {
  const { users, range, limitsSent } = night;
  const client = platformAt(url);
  const roster = await pagesOf(client.organizationUsers({ limit: pageSize }));
  const use = await pagesOf(client.userMetrics({ startDate: range.from, endDate: range.through, limit: pageSize }));
  const bills = Math.ceil(daysOf(range).length / Math.max(1, Math.floor(rowsPerBill / users)));
  return roster + use + bills + Math.ceil(limitsSent / pageSize);
}

async function pagesOf(list: AsyncIterable<unknown>): Promise<number> {
  let pages = 0;
  for await (const _page of list) {
    pages += 1;
  }
  return pages;
}
