import { rmSync, writeFileSync } from 'node:fs';

import { expect, test } from 'vitest';
import * as z from 'zod';

import { backUpIfDue } from '../../local/state/ready-tables.ts';
import { claimRunning } from '../../local/state/running-file.ts';
import { stateFolderAt } from '../../local/state/state-folder.ts';
import { settledLimit } from '../../shared/limits/settled-limit.ts';
import { commandLine as onDeployment } from '../support/command-line.ts';
import { useInstallation } from '../support/installation.ts';

const { curfew, commandLine, pathOf, withTables } = useInstallation({ tables: 'file' });
const Budgets = z.object({ budgets: z.array(z.looseObject({ amount: z.number() })) });
const folder = () => stateFolderAt(pathOf('state'));

const amounts = async () =>
  (await curfew('budgets', 'list', '--json')).read(Budgets).budgets.map(({ amount }) => amount);

test('lost tables are refused by every command, and the command that is named brings them back', async () => {
  await curfew('budgets', 'set', 'org', 'month', '1000000');
  await backUpIfDue(folder(), { nowMs: Date.now(), onTrouble: () => {}, atOnce: true });
  rmSync(folder().engineFile);

  const refused = await curfew('budgets', 'list');
  const [, named = ''] = /npx curfew (restore \S+) --state/u.exec(refused.stderr) ?? [];
  const restored = await curfew(...named.split(' '));

  expect(refused.exitCode).toBe(1);
  expect(refused.stdout).toBe('');
  expect(restored).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('again') });
  expect(await amounts()).toEqual([1_000_000]);
});

test('sound tables are only replaced by who says so, and stay beside', async () => {
  await curfew('budgets', 'set', 'org', 'month', '1000000');
  await backUpIfDue(folder(), { nowMs: Date.now(), onTrouble: () => {}, atOnce: true });
  await curfew('budgets', 'set', 'org', 'month', '2000000', '--yes');

  const unasked = await curfew('restore');
  const declined = await commandLine({ answer: false })('restore');
  const between = await amounts();
  const done = await curfew('restore', '--yes', '--json');

  expect([unasked.exitCode, declined.exitCode]).toEqual([2, 0]);
  expect(declined.stdout).toContain('Nothing was changed');
  expect(between).toEqual([2_000_000]);
  expect(done.read(z.object({ restored: z.string(), replaced: z.string() })).replaced).toContain('.replaced-');
  expect(await amounts()).toEqual([1_000_000]);
});

test('no limit of a backup counts as confirmed, since a later one may be in force, and the next run sends every one', async () => {
  const confirmed = { limitCredits: 500, at: '2026-03-14T02:30:00.000Z', runId: 'enforce-2026-03-14' };
  const record = { userId: 'user-a', email: 'ada@acme.example', confirmed, unsettled: [] };
  await withTables(async ({ limits }) => limits.put([record], 7));
  await backUpIfDue(folder(), { nowMs: Date.now(), onTrouble: () => {}, atOnce: true });

  const restored = await curfew('restore', '--yes');
  const [known] = await withTables(async ({ limits }) => limits.list());

  expect(restored).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('it sends every one') });
  expect(known).toMatchObject({ confirmed, unsettled: [{ limitCredits: 500 }] });
  expect(settledLimit(known)).toBeUndefined();
});

test('what is no backup of this installation is not put in the place of its tables', async () => {
  await curfew('budgets', 'set', 'org', 'month', '1000000');
  const strange = pathOf('strange.sqlite');
  writeFileSync(strange, 'not tables');

  const results = [await curfew('restore', strange, '--yes'), await curfew('restore', '--yes')];

  expect(results.map(({ exitCode }) => exitCode)).toEqual([1, 1]);
  expect(results[0]?.stderr).toMatch(/strange\.sqlite is no backup of tables; there are none in .*backups/u);
  expect(results[1]?.stderr).toMatch(/There is no backup in .*backups; give the path/u);
  expect(await amounts()).toEqual([1_000_000]);
});

test('nothing is put back under an installation that runs', async () => {
  await curfew('budgets', 'set', 'org', 'month', '1000000');
  const claimed = claimRunning(folder().runningFile, 'installation');

  const running = await curfew('restore', '--yes');
  if (claimed.kind === 'claimed') {
    claimed.claim.giveBack();
  }

  expect(running).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/is at work on .*stop it/u) });
});

test.each([
  { line: [], words: /Name a table; they are budgets, .*, ledger, / },
  { line: ['ledgers', '--from', 'restored'], words: /"ledgers" is no table/ },
  { line: ['ledger'], words: /--from NAME/ },
  { line: ['Leases', '--from', 'restored'], words: /Leases are never restored/ },
])('restore $line of a deployment is refused before AWS is asked', async ({ line, words }) => {
  const refused = await onDeployment({})('restore', ...line, '--deployment', 'prod/acme');

  expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(words) });
});

test('--from on one machine is refused: a backup is named as it is', async () => {
  const refused = await curfew('restore', 'ledger', '--from', 'restored');

  expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--deployment STAGE/ORGANIZATION') });
});
