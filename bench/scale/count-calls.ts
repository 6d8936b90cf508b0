import * as z from 'zod';

import { daysOf, type DayRange } from '../../shared/kernel/time/day.ts';

/** What a night asked of the platform. */
export interface PlatformCalls {
  readonly roster: number;
  readonly users: number;
  readonly bills: number;
  readonly limits: number;
  readonly all: number;
}

const Requests = z.array(z.object({ method: z.string(), path: z.string() }));

/** Counts the calls that the emulator has logged since its log was emptied. */
export async function countCalls(url: string): Promise<PlatformCalls> {
  const requests = Requests.parse(await (await fetch(`${url}/__sim/requests`)).json());
  const of = (path: string) => requests.filter((request) => request.path.startsWith(path)).length;
  return {
    roster: of('/api/v0/organization/users'),
    users: of('/api/v1/analytics/users'),
    bills: of('/api/v1/analytics/tokens'),
    limits: of('/api/v0/organization/usage/limits/users'),
    all: requests.length,
  };
}

/**
 * Calls under which no night can go: each list once from its beginning to its end, the bill in bodies of 100,000 rows,
 * and the limits that it sent.
 */
export async function leastCalls(
  url: string,
  night: { readonly users: number; readonly range: DayRange; readonly limitsSent: number },
): Promise<number> {
  const { users, range, limitsSent } = night;
  const rosterPages = await pagesOf(`${url}/api/v0/organization/users?limit=${pageSize}`);
  const dates = `startDate=${range.from}&endDate=${range.through}`;
  const usersPages = await pagesOf(`${url}/api/v1/analytics/users?${dates}&limit=${pageSize}`);
  const bills = Math.ceil(daysOf(range).length / Math.max(1, Math.floor(rowsPerBill / users)));
  return rosterPages + usersPages + bills + Math.ceil(limitsSent / pageSize);
}

const pageSize = 100;
/** So many rows of people a bill has at most: of 100,000 people a day is half of what a body may be. */
const rowsPerBill = 100_000;

/** Where the next page of either list begins. */
const Page = z.object({
  pagination: z.object({ nextCursor: z.string().optional() }).optional(),
  meta: z.object({ next_cursor: z.string().optional() }).optional(),
});

async function pagesOf(address: string): Promise<number> {
  const headers = { authorization: 'Bearer owner-key' };
  let [pages, cursor]: [number, string | undefined] = [0, undefined];
  do {
    const at: string = cursor === undefined ? address : `${address}&cursor=${encodeURIComponent(cursor)}`;
    const page = Page.parse(await (await fetch(at, { headers })).json());
    cursor = page.pagination?.nextCursor ?? page.meta?.next_cursor;
    pages += 1;
  } while (cursor !== undefined);
  return pages;
}
