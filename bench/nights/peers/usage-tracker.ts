import { DatabaseSync } from 'node:sqlite';

import { addDays, type Day } from '../../../shared/kernel/time/day.ts';
import type { DayWork } from '../../night/night-kinds.ts';

interface UseOfDay {
  readonly userId: string;
  readonly day: Day;
  readonly credits: number;
}

interface Anomaly {
  readonly userId: string;
  readonly type: 'zscore' | 'spike' | 'outlier';
}

const deviationsMax = 2.5;
const spikeTimes = 5;
const outlierTimes = 10;

/** Its layers over a week: far from the team's day, from one's own days, and from the team's median. */
export function findAnomalies(week: readonly UseOfDay[], day: Day): readonly Anomaly[] {
  const today = week.filter((row) => row.day === day && row.credits > 0);
  const teamMean = mean(today.map(({ credits }) => credits));
  const deviation = Math.sqrt(mean(today.map(({ credits }) => (credits - teamMean) ** 2)));
  const own = Map.groupBy(week, ({ userId }) => userId);
  const totals = [...own.values()].map((rows) => rows.reduce((sum, { credits }) => sum + credits, 0));
  const median = totals.toSorted((one, other) => one - other)[Math.floor(totals.length / 2)] ?? 0;
  return today.flatMap(({ userId, credits }): Anomaly[] => {
    const rows = own.get(userId) ?? [];
    const usual = mean(rows.filter((row) => row.day < day).map((row) => row.credits));
    const total = rows.reduce((sum, row) => sum + row.credits, 0);
    return [
      ...(deviation > 0 && (credits - teamMean) / deviation > deviationsMax
        ? [{ userId, type: 'zscore' as const }]
        : []),
      ...(usual > 0 && credits > spikeTimes * usual ? [{ userId, type: 'spike' as const }] : []),
      ...(median > 0 && total > outlierTimes * median ? [{ userId, type: 'outlier' as const }] : []),
    ];
  });
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}

const schema = `
  PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS members (id TEXT PRIMARY KEY, email TEXT);
  CREATE TABLE IF NOT EXISTS spending (id TEXT, cycle TEXT, credits INTEGER, PRIMARY KEY (id, cycle));
  CREATE TABLE IF NOT EXISTS daily_usage (day TEXT, id TEXT, credits INTEGER, PRIMARY KEY (day, id));
  CREATE TABLE IF NOT EXISTS charts (name TEXT, day TEXT, figures TEXT, PRIMARY KEY (name, day));
  CREATE TABLE IF NOT EXISTS anomalies (day TEXT, id TEXT, type TEXT, PRIMARY KEY (day, id, type));
`;

/** Opens them in a file. Each list is written in a transaction of its own, with one statement a row, as it does. */
export function trackerStore(file: string) {
  const database = new DatabaseSync(file);
  database.exec(schema);
  let rowsWritten = 0;
  const put = (sql: string, rows: readonly (readonly (string | number)[])[]): number => {
    const statement = database.prepare(sql);
    database.exec('BEGIN');
    const changes = rows.reduce((sum, row) => sum + Number(statement.run(...row).changes), 0);
    database.exec('COMMIT');
    rowsWritten += changes;
    return changes;
  };
  return {
    putMembers: (members: readonly { readonly id: string; readonly email: string }[]) =>
      put(
        'INSERT INTO members VALUES (?, ?) ON CONFLICT DO UPDATE SET email = excluded.email',
        members.map(({ id, email }) => [id, email]),
      ),
    putSpending: (cycleStart: Day, totals: ReadonlyMap<string, number>) =>
      put(
        'INSERT INTO spending VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET credits = excluded.credits',
        [...totals].map(([id, credits]) => [id, cycleStart, credits]),
      ),
    putDailyUse: (rows: readonly UseOfDay[]) =>
      put(
        'INSERT INTO daily_usage VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET credits = excluded.credits',
        rows.map(({ day, userId, credits }) => [day, userId, credits]),
      ),
    putChart: (name: string, rows: readonly Readonly<Record<string, unknown>>[]) =>
      put(
        'INSERT INTO charts VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET figures = excluded.figures',
        rows.map((row) => [name, String(row['date']), JSON.stringify(row)]),
      ),
    dailyUse: (from: Day) =>
      database
        .prepare('SELECT id AS userId, day, credits FROM daily_usage WHERE day >= ?')
        .all(from) as unknown as readonly UseOfDay[],
    putAnomalies: (day: Day, anomalies: readonly Anomaly[]) =>
      put(
        'INSERT INTO anomalies VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
        anomalies.map(({ userId, type }) => [day, userId, type]),
      ),
    rowsWritten: () => rowsWritten,
    close: () => database.close(),
  };
}

const headers = { authorization: 'Bearer owner-key' };

interface Page<Row> {
  readonly users?: readonly Row[];
  readonly data?: readonly Row[];
  readonly pagination?: { readonly nextCursor?: string };
  readonly meta?: { readonly next_cursor?: string | null };
}

async function ask<Row>(address: string): Promise<Page<Row>> {
  const answer = await fetch(address, { headers });
  if (!answer.ok) {
    throw new Error(`${answer.status} from ${address}`);
  }
  return (await answer.json()) as Page<Row>;
}

async function* pagesOf<Row>(address: string): AsyncGenerator<readonly Row[]> {
  let from: string | undefined = '';
  while (from !== undefined) {
    const { users, data = [], pagination, meta }: Page<Row> = await ask(`${address}&limit=100${from}`);
    yield users ?? data;
    const cursor: string | null | undefined = pagination?.nextCursor ?? meta?.next_cursor;
    from = typeof cursor === 'string' ? `&cursor=${encodeURIComponent(cursor)}` : undefined;
  }
}

interface Spend {
  readonly by_user: readonly { readonly user_id: string; readonly billable_tokens: number }[];
}

interface Use {
  readonly user_id: string;
  readonly date: Day;
  readonly billable_tokens: number;
}

/**
 * One run of a tracker of the kind of ofershap/cursor-usage-tracker, stated again from what is published
 * (`src/lib/collector.ts`, `src/app/api/cron/route.ts`, `src/lib/db.ts` and the README): every hour it reads the
 * members, the spending and the daily use of the whole billing cycle again, and the charts of 30 days, writes all of it
 * over what is there into SQLite, and looks for people far from their own days or from the others. It sets no limit.
 * Gives how many anomalies are new.
 */
async function runTracker(platform: string, store: ReturnType<typeof trackerStore>, today: Day): Promise<number> {
  const [cycleStart, yesterday] = [`${today.slice(0, 7)}-01`, addDays(today, -1)];
  const analytics = `${platform}/api/v1/analytics`;
  for await (const members of pagesOf<{ id: string; email: string }>(`${platform}/api/v0/organization/users?`)) {
    store.putMembers(members);
  }
  if (cycleStart <= yesterday) {
    const cycle = `startDate=${cycleStart}&endDate=${yesterday}`;
    const { data: spend = [] } = await ask<Spend>(`${analytics}/tokens?${cycle}`);
    const totals = new Map<string, number>();
    for (const { user_id: id, billable_tokens: credits } of spend.flatMap(({ by_user: users }) => users)) {
      totals.set(id, (totals.get(id) ?? 0) + credits);
    }
    store.putSpending(cycleStart, totals);
    // All pages are held, as its collector holds them, and then written.
    const use = (await Array.fromAsync(pagesOf<Use>(`${analytics}/users?${cycle}`))).flat();
    store.putDailyUse(use.map((row) => ({ userId: row.user_id, day: row.date, credits: row.billable_tokens })));
  }
  const span = `startDate=${addDays(today, -30)}&endDate=${yesterday}`;
  for (const chart of ['tools', 'activity', 'productivity']) {
    const { data = [] } = await ask<Readonly<Record<string, unknown>>>(`${analytics}/${chart}?${span}`);
    store.putChart(chart, data);
  }
  return store.putAnomalies(yesterday, findAnomalies(store.dailyUse(addDays(today, -8)), yesterday));
}

const runsOfDay = 24;

export async function runTrackerDay(day: Day, platform: string, file: string): Promise<DayWork> {
  const store = trackerStore(file);
  for (let hour = 0; hour < runsOfDay; hour += 1) {
    await runTracker(platform, store, day);
  }
  const writeUnits = store.rowsWritten();
  store.close();
  return { runs: runsOfDay, limitsSent: 0, tableCalls: 0, writeUnits, readUnits: 0 };
}
