import { expect, test } from 'vitest';

import { withCpuTime } from '../support/cpu-time.ts';
import { RosterPage, startTestEmulator, Tokens, total, UserRows } from '../support/emulator.ts';

const USERS = 10_000;
const DATES = 'startDate=2026-02-13&endDate=2026-03-14';

test('10,000 users start in seconds, page through, and answer for 30 days with totals that agree', async () => {
  const { result: emulator, cpuMs: startMs } = await withCpuTime(async () => startTestEmulator({ users: USERS }));

  let rostered = 0;
  let cursor = '';
  for (let page = 0; page < 101; page += 1) {
    const { users, pagination } = await emulator.read(`/api/v0/organization/users?limit=100${cursor}`, RosterPage);
    rostered += users.length;
    if (!pagination.hasMore) {
      break;
    }
    cursor = `&cursor=${pagination.nextCursor ?? ''}`;
  }
  const { data } = await emulator.read(`/api/v1/analytics/tokens?${DATES}`, Tokens);
  const page = await emulator.read(`/api/v1/analytics/users?${DATES}&limit=100`, UserRows);
  await emulator.close();

  expect(startMs).toBeLessThan(10_000);
  expect(rostered).toBe(USERS);
  expect(data).toHaveLength(30);
  expect(data.every((day) => total(day.by_user, (user) => user.billable_tokens) === day.billable_tokens)).toBe(true);
  expect(new Set(page.data.map((row) => row.user_id)).size).toBe(100);
}, 60_000);
