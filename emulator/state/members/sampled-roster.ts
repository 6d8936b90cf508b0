import { DAY_MS, HISTORY_START_DAY } from '../day.ts';
import type { Organization, SimUser } from './organization.ts';

const periodsKeptMax = 12;

/**
 * The roster as it was at the start of the period of so many days that holds a moment (Unix ms), and never
 * before the history starts. Drawing a large roster is dear; what only needs somebody lifelike can do with this.
 */
export function sampledRoster(organization: Organization, everyDays: number): (atMs: number) => readonly SimUser[] {
  const byPeriod = new Map<number, readonly SimUser[]>();
  const periodMs = everyDays * DAY_MS;
  return (atMs) => {
    const period = Math.max(Math.floor(atMs / periodMs) * periodMs, HISTORY_START_DAY * DAY_MS);
    const users = byPeriod.get(period) ?? organization.usersAt(period);
    byPeriod.set(period, users);
    const [oldest] = byPeriod.keys();
    if (byPeriod.size > periodsKeptMax && oldest !== undefined) {
      byPeriod.delete(oldest);
    }
    return users;
  };
}
