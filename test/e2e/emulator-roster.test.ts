import { expect, test } from 'vitest';
import { z } from 'zod';

import { RosterPage, startTestEmulator, useEmulator } from '../support/emulator.ts';

const ROSTER = '/api/v0/organization/users';
const User = z.strictObject({
  id: z.string(),
  email: z.email(),
  createdAt: z.iso.datetime(),
  metadata: z.record(z.string(), z.unknown()),
  firstName: z.string(),
  lastName: z.string(),
  lastSignInAt: z.iso.datetime().optional(),
});

const emulator = useEmulator({ users: 130 });

async function everybody(limit: number): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor = '';
  for (let page = 0; page < 200; page += 1) {
    const { users, pagination } = await emulator.read(`${ROSTER}?limit=${limit}${cursor}`, RosterPage);
    ids.push(...users.map(({ id }) => id));
    if (!pagination.hasMore) {
      break;
    }
    cursor = `&cursor=${pagination.nextCursor ?? ''}`;
  }
  return ids;
}

test.each([1, 20, 65, 100])('pages of %i hold exactly the number of users asked for, each once', async (limit) => {
  const ids = await everybody(limit);

  expect(ids).toHaveLength(130);
  expect(new Set(ids).size).toBe(130);
});

test('a page holds 20 users when no limit is given, and says that more follow', async () => {
  const { users, pagination } = await emulator.read(ROSTER, RosterPage);

  expect(users).toHaveLength(20);
  expect(pagination).toEqual({ hasMore: true, nextCursor: users.at(-1)?.id });
});

test('users have the fields of the document and no others', async () => {
  const { users } = await emulator.read(`${ROSTER}?limit=100`, z.object({ users: z.array(User) }));

  expect(users).toHaveLength(100);
});

test('names hold what breaks careless programs', async () => {
  const Page = z.object({ users: z.array(User), pagination: z.object({ nextCursor: z.string().optional() }) });
  const first = await emulator.read(`${ROSTER}?limit=100`, Page);
  const rest = await emulator.read(`${ROSTER}?limit=100&cursor=${first.pagination.nextCursor ?? ''}`, Page);

  const names = [...first.users, ...rest.users].map(({ firstName, lastName }) => `${firstName} ${lastName}`);

  for (const awkward of [/'/, /ł/i, /[\u0590-\u05ff]/, /<script>/, /.{200}/]) {
    expect(names.some((name) => awkward.test(name))).toBe(true);
  }
});

test.each(['0', '101', 'all', '-5', ''])('a limit of %j is a 400', async (limit) => {
  expect((await emulator.call('GET', `${ROSTER}?limit=${limit}`)).status).toBe(400);
});

test('a cursor nobody ever had is a 400', async () => {
  expect((await emulator.call('GET', `${ROSTER}?cursor=nobody`)).status).toBe(400);
});

test('a user who leaves between two pages does not break the chain', async () => {
  const other = await startTestEmulator({ users: 30 });
  const { users } = await other.read(`${ROSTER}?limit=10`, RosterPage);
  const last = users.at(-1);
  await other.call('DELETE', `/__sim/users?email=${encodeURIComponent(last?.email ?? '')}`);

  const next = await other.read(`${ROSTER}?limit=100&cursor=${last?.id ?? ''}`, RosterPage);
  await other.close();

  expect(next.users).toHaveLength(20);
});

test('the roster changes as the clock goes on', async () => {
  const other = await startTestEmulator({ users: 60 });
  const ids = async (): Promise<readonly string[]> =>
    (await other.read(`${ROSTER}?limit=100`, RosterPage)).users.map(({ id }) => id);
  const before = await ids();
  await other.tell('/__sim/clock', { now: '2026-06-15T00:00:00Z' });

  const after = await ids();
  await other.close();

  expect(after.some((id) => !before.includes(id))).toBe(true);
  expect(before.some((id) => !after.includes(id))).toBe(true);
});
