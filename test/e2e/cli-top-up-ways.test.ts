import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { TopUpGetsDocument } from '../../shared/grants/contract/top-up-document.ts';
import { ImpactDocument } from '../../shared/impact/contract.ts';
import { useEmulator } from '../support/emulator.ts';
import { useInstallation } from '../support/installation.ts';

// The sentences of the terminal are no part of `--json`.
const Gets = TopUpGetsDocument.omit({ isShort: true, lines: true, impossible: true });
const Made = z.object({ id: z.string(), gets: Gets });
const Shown = z.object({
  gets: Gets,
  ways: z.object({
    withinPool: Gets.nullable(),
    raisePools: Gets.extend({ raises: z.array(z.string()) }).nullable(),
  }),
});
const NotMade = Shown.extend({ id: z.null() });
const Caps = z.array(z.object({ email: z.string(), limit: z.number().nullable(), reserved: z.number() }));
const Listed = z.array(z.looseObject({ credits: z.number() }));
const at = ['--at', '2026-03-15T16:00:00Z'];

const emulator = useEmulator({ users: 20 });
const { curfew, commandLine } = useInstallation({ env: () => emulator.env }, 'file');
let email = '';

beforeAll(async () => {
  // Once the use is known, a pool that has little left.
  await curfew('budgets', 'set', 'default', 'month', 'unlimited');
  await curfew('run', 'enforce', '--at', '2026-03-15T02:30:00Z');
  const caps = (await curfew('caps', ...at, '--json')).read(z.array(z.object({ email: z.string(), used: z.number() })));
  const used = caps.reduce((sum, cap) => sum + cap.used, 0);
  email = caps[3]?.email ?? '';
  await curfew('budgets', 'set', 'org', 'month', String(used + 400_000), '--yes');
  await curfew('apply', '--at', '2026-03-15T02:40:00Z');
  await curfew('apply', '--at', '2026-03-15T02:50:00Z');
}, 120_000);

async function topUp(...words: readonly string[]) {
  return curfew('topup', 'add', email, '90k', '--reason', 'incident', ...at, ...words);
}

async function limitNow(): Promise<number> {
  const [cap] = (await curfew('caps', email, ...at, '--json')).read(Caps);
  return cap?.limit ?? 0;
}

test('where nobody can answer, a top-up that its pool does not give is not made, and says which ways there are', async () => {
  const refused = await topUp('--json');
  const inWords = await topUp();
  const listed = (await curfew('topup', 'list', '--all', '--json')).read(Listed);

  const { gets, ways } = refused.read(NotMade);
  expect([refused.exitCode, inWords.exitCode]).toEqual([2, 2]);
  expect(gets).toMatchObject({ now: 0, pools: [{ scope: 'org', window: 'month' }] });
  expect(ways.withinPool).toMatchObject({ later: 90_000, at: '2026-03-16T02:30:00.000Z' });
  expect(ways.raisePools).toMatchObject({ now: 90_000, raises: ['org'] });
  expect(inWords.stdout).toMatch(/gets nothing of 90,000 now.*--within-pool.*--raise-pools.*Nothing was changed/su);
  expect(listed).toEqual([]);
});

test('a dry run shows the ways and makes nothing', async () => {
  const shown = await topUp('--dry-run', '--json');

  expect(shown.exitCode).toBe(0);
  expect(shown.read(Shown).ways.raisePools).toMatchObject({ now: 90_000 });
  expect(shown.read(ImpactDocument).edits).toMatchObject([{ record: 'top-up', change: 'add' }]);
  expect((await curfew('topup', 'list', '--all', '--json')).read(Listed)).toEqual([]);
});

test('what is impossible under the promise is said as such, with the earliest time and the two ways out', async () => {
  const { stdout } = await curfew('topup', 'add', email, '900k', '--reason', 'x', ...at, '--within-pool', '--dry-run');

  expect(stdout).toContain('before Wed 1 Apr, 00:00 UTC');
  expect(stdout).toMatch(/--raise-pools.*"npx curfew budgets set org month AMOUNT".*--guarantee 1\.2/su);
});

test('on a terminal nothing is made unless somebody chooses a way', async () => {
  const left = await commandLine({ answer: false })('topup', 'add', email, '90k', '--reason', 'incident', ...at);

  expect(left).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Nothing was changed') });
  expect((await curfew('topup', 'list', '--all', '--json')).read(Listed)).toEqual([]);
});

test('with larger pools it gives exactly what it said, at once, and shows what is reserved to others', async () => {
  const before = await limitNow();

  const made = (await topUp('--raise-pools', '--json')).read(Made);
  await curfew('apply', ...at);

  expect(made.gets.now).toBe(90_000);
  expect((await limitNow()) - before).toBe(90_000);
  const caps = (await curfew('caps', ...at, '--json')).read(Caps);
  expect(caps.filter(({ reserved }) => reserved > 0).map((cap) => cap.email)).toEqual([email]);
  const other = caps.find((cap) => cap.email !== email)?.email ?? '';
  expect((await curfew('explain', email, ...at)).stdout).toContain('Reserved for them');
  expect((await curfew('explain', other, ...at)).stdout).toContain('reserved for others');
});

test('both ways at once are wrong usage', async () => {
  expect(await topUp('--within-pool', '--raise-pools')).toMatchObject({ exitCode: 2 });
  expect(await topUp('--within-pool', '--raise-pools', 'org')).toMatchObject({ exitCode: 2 });
});
