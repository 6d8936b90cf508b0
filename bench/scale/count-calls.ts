import * as z from 'zod';
import type { DayRange } from '../../shared/domain/time/day.ts';

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

/** Pages in which `/analytics/users` gives everybody who has a row in some days. */
export async function pagesOfUse(url: string, { from, through }: DayRange): Promise<number> {
  const headers = { authorization: 'Bearer owner-key' };
  let cursor: string | undefined;
  let pages = 0;
  do {
    const at = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const path = `/api/v1/analytics/users?startDate=${from}&endDate=${through}&limit=${pageSize}${at}`;
    const { meta } = Page.parse(await (await fetch(`${url}${path}`, { headers })).json());
    cursor = meta.has_more ? meta.next_cursor : undefined;
    pages += 1;
  } while (cursor !== undefined);
  return pages;
}

const Page = z.object({ meta: z.object({ has_more: z.boolean(), next_cursor: z.string().optional() }) });

const pageSize = 100;
/** So many rows of people a bill has at most: of 100,000 people a day is half of what a body may be. */
const rowsPerBill = 100_000;

/** Calls under which no night can go: each list once, the bill in such bodies, the limits that changed. */
export function leastCalls(night: {
  readonly users: number;
  readonly days: number;
  readonly pagesOfUse: number;
  readonly capsChanged: number;
}): number {
  const { users, days, capsChanged } = night;
  const bills = Math.ceil(days / Math.max(1, Math.floor(rowsPerBill / users)));
  return Math.ceil(users / pageSize) + night.pagesOfUse + bills + Math.ceil(capsChanged / pageSize);
}
