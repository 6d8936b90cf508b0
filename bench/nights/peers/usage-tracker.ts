import * as z from 'zod';

import { addDays, type Day } from '../../../shared/kernel/time/day.ts';
import type { PeerWork } from './peer-work.ts';
import { findAnomalies } from './tracker-anomalies.ts';
import { type TrackerStore, trackerStore } from './tracker-store.ts';

/** Where the tracker works. */
interface TrackerPlace {
  readonly platform: string;
  readonly store: TrackerStore;
}

const headers = { authorization: 'Bearer owner-key' };
const pageSize = 100;
const daysOfCharts = 30;

const Members = z.object({
  users: z.array(z.object({ id: z.string(), email: z.string() })),
  pagination: z.object({ nextCursor: z.string().optional() }),
});
const Usage = z.object({
  data: z.array(
    z.object({
      user_id: z.string(),
      user_email: z.string().nullable(),
      date: z.string(),
      billable_tokens: z.number(),
      tool_calls: z.number(),
      sessions: z.number(),
    }),
  ),
  meta: z.object({ next_cursor: z.string().nullish() }),
});
const Spend = z.object({
  data: z.array(z.object({ by_user: z.array(z.object({ user_id: z.string(), billable_tokens: z.number() })) })),
});
const Charts = z.object({ data: z.array(z.record(z.string(), z.unknown())) });

/**
 * One run of a tracker of the kind of ofershap/cursor-usage-tracker, stated again from what is published
 * (`src/lib/collector.ts`, `src/app/api/cron/route.ts`, `src/lib/db.ts` and the README): every hour it reads the
 * members, the spending and the daily use of the whole billing cycle again, and the charts of 30 days, writes all of it
 * over what is there into SQLite, and looks for people far from their own days or from the others. It sets no limit.
 * Gives how many anomalies are new.
 */
async function runTracker(place: TrackerPlace, today: Day): Promise<number> {
  const { store } = place;
  const cycleStart = `${today.slice(0, 7)}-01`;
  const yesterday = addDays(today, -1);
  await readMembers(place);
  if (cycleStart <= yesterday) {
    const cycle = `startDate=${cycleStart}&endDate=${yesterday}`;
    const { data } = Spend.parse(await ask(place, `/api/v1/analytics/tokens?${cycle}`));
    store.putSpending(cycleStart, totalsOf(data.flatMap(({ by_user: users }) => users)));
    await readDailyUse(place, cycle);
  }
  const span = `startDate=${addDays(today, -daysOfCharts)}&endDate=${yesterday}`;
  for (const chart of ['tools', 'activity', 'productivity']) {
    store.putChart(chart, Charts.parse(await ask(place, `/api/v1/analytics/${chart}?${span}`)).data);
  }
  return store.putAnomalies(yesterday, findAnomalies(store.dailyUse(addDays(today, -8)), yesterday));
}

async function readMembers({ store, ...place }: TrackerPlace): Promise<void> {
  let cursor: string | undefined;
  do {
    const from = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = Members.parse(await ask(place, `/api/v0/organization/users?limit=${pageSize}${from}`));
    store.putMembers(page.users);
    cursor = page.pagination.nextCursor;
  } while (cursor !== undefined);
}

/** All pages are held, as its collector holds them, and then written. */
async function readDailyUse({ store, ...place }: TrackerPlace, cycle: string): Promise<void> {
  const rows: z.output<typeof Usage>['data'] = [];
  let cursor: string | undefined;
  do {
    const from = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = Usage.parse(await ask(place, `/api/v1/analytics/users?${cycle}&limit=${pageSize}${from}`));
    rows.push(...page.data);
    cursor = page.meta.next_cursor ?? undefined;
  } while (cursor !== undefined);
  store.putDailyUse(rows.map((row) => ({ userId: row.user_id, day: row.date, credits: row.billable_tokens })));
}

async function ask({ platform }: Pick<TrackerPlace, 'platform'>, path: string): Promise<unknown> {
  const answer = await fetch(`${platform}${path}`, { headers });
  if (!answer.ok) {
    throw new Error(`${answer.status} from ${path}`);
  }
  return answer.json();
}

function totalsOf(rows: readonly { readonly user_id: string; readonly billable_tokens: number }[]) {
  const totals = new Map<string, number>();
  rows.forEach(({ user_id: id, billable_tokens: credits }) => totals.set(id, (totals.get(id) ?? 0) + credits));
  return totals;
}

const runsOfDay = 24;

/** The 24 runs of a day. */
export async function runTrackerDay(order: {
  readonly day: Day;
  readonly platform: string;
  readonly file: string;
}): Promise<PeerWork> {
  const store = trackerStore(order.file);
  let alerts = 0;
  for (let hour = 0; hour < runsOfDay; hour += 1) {
    alerts += await runTracker({ platform: order.platform, store }, order.day);
  }
  const writeUnits = store.rowsWritten();
  store.close();
  return { runs: runsOfDay, alerts, limitsSent: 0, tableCalls: 0, writeUnits, readUnits: 0 };
}
