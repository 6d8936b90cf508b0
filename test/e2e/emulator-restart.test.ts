import { readdir } from 'node:fs/promises';

import { expect, test } from 'vitest';
import { z } from 'zod';

import { type TestEmulator, RosterPage, someEmails, startTestEmulator, UsageRows } from '../support/emulator.ts';
import { useScratchFolder } from '../support/scratch-folder.ts';

const { fileOf, pathOf } = useScratchFolder();

const start = (options: { users?: number } = {}): Promise<TestEmulator> =>
  startTestEmulator({ stateFile: pathOf('state.json'), ...options });

test('everything that was posted, the clock and the generated rest are as they were after a restart', async () => {
  const before = await start();
  const [email = '', leaver = ''] = await someEmails(before, 2);
  await before.tell('/__sim/demand', [{ email, date: '2026-03-16', credits: 14_400, model: 'm' }]);
  await before.setLimits({ email, limit: 200_000 });
  await before.tell('/__sim/users', { email: 'new@acme.example' });
  await before.tell('/__sim/clock', { now: '2026-03-17T10:00:00Z' });
  await before.call('DELETE', `/__sim/users?email=${encodeURIComponent(leaver)}`);
  const look = (emulator: TestEmulator): Promise<readonly string[]> =>
    Promise.all(
      ['/__sim/clock', '/__sim/usage', '/__sim/limits', '/api/v0/organization/users?limit=100'].map(
        async (path) => (await emulator.call('GET', path)).text,
      ),
    );
  const seen = await look(before);
  await before.close();

  const after = await start();
  const seenAgain = await look(after);
  await after.close();

  expect(seenAgain).toEqual(seen);
});

test('a second restart goes on from the first', async () => {
  const [email = ''] = await start().then(async (first) => {
    const emails = await someEmails(first, 1);
    await first.tell('/__sim/demand', [{ email: emails[0], date: '2026-03-15', credits: 10 }]);
    await first.close();
    return emails;
  });
  const second = await start();
  await second.tell('/__sim/demand', [{ email, date: '2026-03-16', credits: 20 }]);
  await second.close();

  const third = await start();
  await third.tell('/__sim/clock', { now: '2026-03-17T00:00:00Z' });
  const rows = await third.read('/__sim/usage?from=2026-03-15', UsageRows);
  await third.close();

  const own = rows.filter((row) => row.email === email).map(({ granted, refused }) => granted + refused);
  expect(own).toEqual([10, 20]);
});

test('the file is swapped in whole: nothing half-written lies about', async () => {
  const emulator = await start();
  await emulator.tell('/__sim/users', { email: 'new@acme.example' });
  await emulator.close();

  expect(await readdir(pathOf())).toEqual(['state.json']);
});

test('a file of another organization is refused with a message that names it', async () => {
  await (await start()).close();

  await expect(start({ users: 41 })).rejects.toThrow(/state\.json .*seed 7, 40 users/);
});

test('a file that is not the emulator’s is refused and left alone', async () => {
  fileOf('state.json', 'shopping list');

  await expect(start()).rejects.toThrow(/state\.json is not JSON/);
});

test('without a state file a restart starts over', async () => {
  const before = await startTestEmulator();
  await before.tell('/__sim/users', { email: 'new@acme.example' });
  await before.close();

  const after = await startTestEmulator();
  const { users } = await after.read('/api/v0/organization/users?limit=100', RosterPage);
  await after.close();

  expect(
    z
      .array(z.looseObject({ email: z.string() }))
      .parse(users)
      .some(({ email }) => email === 'new@acme.example'),
  ).toBe(false);
});
