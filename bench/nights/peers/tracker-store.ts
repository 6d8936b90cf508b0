import { DatabaseSync } from 'node:sqlite';

import type { Day } from '../../../shared/kernel/time/day.ts';
import type { Anomaly, UseOfDay } from './tracker-anomalies.ts';

/** The tracker's tables, in SQLite as it has them: a row is written over by its key. */
export interface TrackerStore {
  readonly putMembers: (members: readonly { readonly id: string; readonly email: string }[]) => void;
  readonly putSpending: (cycleStart: Day, totals: ReadonlyMap<string, number>) => void;
  readonly putDailyUse: (rows: readonly UseOfDay[]) => void;
  readonly putChart: (name: string, rows: readonly Readonly<Record<string, unknown>>[]) => void;
  readonly dailyUse: (from: Day) => readonly UseOfDay[];
  /** Gives how many are new. */
  readonly putAnomalies: (day: Day, anomalies: readonly Anomaly[]) => number;
  readonly rowsWritten: () => number;
  readonly close: () => void;
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
export function trackerStore(file: string): TrackerStore {
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
    putMembers: (members) =>
      put(
        'INSERT INTO members VALUES (?, ?) ON CONFLICT DO UPDATE SET email = excluded.email',
        members.map(({ id, email }) => [id, email]),
      ),
    putSpending: (cycleStart, totals) =>
      put(
        'INSERT INTO spending VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET credits = excluded.credits',
        [...totals].map(([id, credits]) => [id, cycleStart, credits]),
      ),
    putDailyUse: (rows) =>
      put(
        'INSERT INTO daily_usage VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET credits = excluded.credits',
        rows.map(({ day, userId, credits }) => [day, userId, credits]),
      ),
    putChart: (name, rows) =>
      put(
        'INSERT INTO charts VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET figures = excluded.figures',
        rows.map((row) => [name, String(row['date']), JSON.stringify(row)]),
      ),
    dailyUse: (from) =>
      database
        .prepare('SELECT id AS userId, day, credits FROM daily_usage WHERE day >= ?')
        .all(from) as unknown as readonly UseOfDay[],
    putAnomalies: (day, anomalies) =>
      put(
        'INSERT INTO anomalies VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
        anomalies.map(({ userId, type }) => [day, userId, type]),
      ),
    rowsWritten: () => rowsWritten,
    close: () => database.close(),
  };
}
