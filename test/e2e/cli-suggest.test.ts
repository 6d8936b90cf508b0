import { readFileSync } from 'node:fs';

import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { SuggestionDocument } from '../../shared/suggestion/contract.ts';
import { useEmulator } from '../support/emulator.ts';
import { useInstallation } from '../support/installation.ts';

const asOf = ['--at', '2026-03-15T04:00:00Z'] as const;

const emulator = useEmulator({ users: 12 });
const { curfew, fileOf } = useInstallation({ env: () => emulator.env }, 'file');

beforeAll(async () => {
  await curfew('run', 'enforce', '--at', '2026-03-15');
  // From here on, whatever is told is told from the tables.
  await emulator.close();
}, 60_000);

describe('suggest', () => {
  test('an installation without budgets says so, and its first budgets are shown, written and imported', async () => {
    const path = fileOf('suggested.csv', '');
    const status = (await curfew('status', '--json', ...asOf)).read(z.object({ budgets: z.int() }));
    const listed = await curfew('budgets', 'list', ...asOf);
    const shown = (await curfew('suggest', '--json', ...asOf)).read(SuggestionDocument);
    const written = await curfew('suggest', '--csv', path, ...asOf);
    const imported = await curfew('budgets', 'import', path, '--yes');

    expect(status.budgets).toBe(0);
    expect(listed.stdout).toContain('npx curfew suggest');
    expect(shown).toMatchObject({ goal: 'usual-month', people: 12, others: 0 });
    expect(shown.months.flatMap(({ stopped }) => stopped)).toEqual([]);
    expect(written).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(`npx curfew budgets import ${path}`),
    });
    expect(readFileSync(path, 'utf8')).toBe(shown.csv);
    expect(imported).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('were made') });
  });

  test('for people it names each budget, its effect, and the two commands that save it', async () => {
    const { stdout } = await curfew('suggest', '--total', '5M', ...asOf);

    expect(stdout).toMatch(/A strict total of 5,000,000 credits a month\. From the use of 12 people/u);
    expect(stdout).toMatch(/org month +5,000,000 .*sets limits/u);
    expect(stdout).toContain('npx curfew suggest --total 5000000 --csv budgets.csv');
  });

  test('the file goes to standard output alone, and not beside a document', async () => {
    const file = await curfew('suggest', '--csv', '-', ...asOf);
    const both = await curfew('suggest', '--csv', '-', '--json', ...asOf);

    expect(file.stdout).toMatch(/^scope,window,amount,mode\norg,month,\d+,alert\ndefault,month,\d+,enforce\n/u);
    expect(both.exitCode).toBe(2);
  });

  test('a goal that cannot be meant is wrong usage', async () => {
    const { exitCode, stderr } = await curfew('suggest', '--percentile', '0.95', ...asOf);

    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining('the nearest is 95') });
  });
});
