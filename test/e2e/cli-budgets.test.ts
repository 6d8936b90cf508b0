import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { useInstallation } from '../support/installation.ts';

const header = 'scope,window,amount,mode,thresholds,guarantee,owners,from,to,note';
const Listed = z.object({ budgets: z.array(z.object({ scope: z.string(), window: z.string(), amount: z.unknown() })) });
const Imported = z.object({
  applied: z.boolean(),
  changes: z.array(z.object({ change: z.string() })),
  unchanged: z.number(),
});
const Failed = z.object({ error: z.string() });

const installation = useInstallation();
const { curfew, fileOf, pathOf } = installation;

async function listed(): Promise<readonly string[]> {
  const { budgets } = (await curfew('budgets', 'list', '--json')).read(Listed);
  return budgets.map(({ scope, window, amount }) => `${scope} ${window} ${String(amount)}`);
}

describe('budgets on the command line', () => {
  test('an import shows its plan, and changes nothing until it is told to', async () => {
    const file = fileOf('budgets.csv', `${header}\norg,month,1000,,,,,,,\ndefault,day,50,,,,,,,\n`);

    const shown = await curfew('budgets', 'import', file);
    const before = await listed();
    const done = await curfew('budgets', 'import', file, '--yes', '--json');
    const again = await curfew('budgets', 'import', file, '--yes', '--json');

    expect(shown).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('--yes') });
    expect(before).toEqual([]);
    expect(done.read(Imported)).toMatchObject({ applied: true, changes: [{ change: 'add' }, { change: 'add' }] });
    expect(again.read(Imported)).toEqual({ applied: false, changes: [], unchanged: 2 });
    expect(await listed()).toEqual(['default day 50', 'org month 1000']);
  });

  test.each([
    [true, ['org month 1000']],
    [false, []],
  ])('on a terminal, the answer %s decides', async (answer, left) => {
    const file = fileOf('budgets.csv', `${header}\norg,month,1000,,,,,,,\n`);

    const { exitCode } = await installation.commandLine({ answer })('budgets', 'import', file);

    expect(exitCode).toBe(0);
    expect(await listed()).toEqual(left);
  });

  test('one bad row keeps the whole file out, and every problem is named', async () => {
    await curfew('budgets', 'set', 'org', 'month', '7');
    const file = fileOf('budgets.csv', `${header}\norg,month,1000,,,,,,,\ndefault,year,-1,,,,,,,\n`);

    const { exitCode, stderr } = await curfew('budgets', 'import', file, '--yes');

    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/line 3: field "window": "year"[^]*line 3: field "amount": "-1"/);
    expect(await listed()).toEqual(['org month 7']);
  });

  test('removes what a file does not name only with --prune', async () => {
    await curfew('budgets', 'set', 'org', 'month', '7');
    const file = fileOf('budgets.yaml', 'budgets: [{scope: default, window: day, amount: 5}]\n');

    await curfew('budgets', 'import', file, '--yes');
    const kept = await listed();
    await curfew('budgets', 'import', file, '--yes', '--prune');

    expect(kept).toEqual(['default day 5', 'org month 7']);
    expect(await listed()).toEqual(['default day 5']);
  });

  test('set changes what it names and keeps the rest; an empty option takes a value away', async () => {
    await curfew('budgets', 'set', 'user:Ann@b.example', 'month', '7', '--note', 'trial', '--owners', 'o@b.example');

    const changed = await curfew('budgets', 'set', 'user:ann@b.example', 'month', '9', '--note', '', '--json');

    const row = z.object({ after: z.record(z.string(), z.unknown()) });
    expect(changed.read(row).after).toMatchObject({ amount: 9, owners: ['o@b.example'] });
    expect(changed.read(row).after).not.toHaveProperty('note');
  });

  test('what was exported is imported without any change', async () => {
    await curfew('budgets', 'set', 'org', 'month', '7', '--note', '=1+1', '--no-forecast-alert');
    const [csv, yaml] = [pathOf('out.csv'), pathOf('out.yaml')];

    const codes = [await curfew('budgets', 'export', csv), await curfew('budgets', 'export', yaml)];
    const imports = [
      await curfew('budgets', 'import', csv, '--json'),
      await curfew('budgets', 'import', yaml, '--json'),
    ];

    expect(codes.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(imports.map((result) => result.read(Imported).changes)).toEqual([[], []]);
    expect(readFileSync(csv, 'utf8')).toContain("'=1+1");
  });

  test('removing works once', async () => {
    await curfew('budgets', 'set', 'org', 'month', '7');

    const codes = [await curfew('budgets', 'rm', 'org', 'month'), await curfew('budgets', 'rm', 'org', 'month')];

    expect(codes.map(({ exitCode }) => exitCode)).toEqual([0, 1]);
  });

  test.each([
    ['an unknown command', ['bogus']],
    ['an unknown option', ['budgets', 'list', '--colour']],
    ['a missing argument', ['budgets', 'set', 'org']],
    ['an amount that is none', ['budgets', 'set', 'org', 'month', '-5']],
    ['a scope that is none', ['budgets', 'set', 'me', 'month', '5']],
    ['a file of no known kind', ['budgets', 'validate', 'budgets.json']],
    ['a moment that is none', ['run', 'enforce', '--at', 'yesterday']],
  ])('%s is wrong usage: exit code 2, one message, one JSON document', async (_title, args) => {
    const result = await curfew(...args, '--json');

    expect(result.exitCode).toBe(2);
    expect(result.read(Failed).error).not.toBe('');
    expect(result.stderr).toContain('error:');
    expect(result.stderr).not.toContain('    at ');
  });

  test('two commands at once both do their work', async () => {
    const codes = await Promise.all([
      curfew('budgets', 'set', 'org', 'month', '7'),
      curfew('budgets', 'set', 'default', 'day', '5'),
    ]);

    expect(codes.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(await listed()).toEqual(['default day 5', 'org month 7']);
  });

  test('the history says who made which version, when, how, and what changed', async () => {
    await curfew('budgets', 'set', 'org', 'month', '7');
    await curfew('budgets', 'import', fileOf('b.yaml', 'budgets: [{scope: org, window: month, amount: 9}]\n'), '--yes');
    await curfew('budgets', 'rm', 'org', 'month');

    const table = await curfew('budgets', 'history', 'org');
    const document = await curfew('budgets', 'history', 'org', 'month', '--json');

    expect(table.stdout).toContain('amount 7 -> 9');
    expect(JSON.parse(document.stdout)).toMatchObject([
      { version: 1, by: 'ada', way: 'command', before: null, after: { amount: 7 } },
      { version: 2, by: 'ada', way: 'import', before: { amount: 7 }, after: { amount: 9 } },
      { version: 3, by: 'ada', way: 'command', before: { amount: 9 }, after: null },
    ]);
  });

  test('the journal says who did what', async () => {
    await curfew('budgets', 'set', 'org', 'month', '7');

    const { stdout } = await curfew('journal', '--json');

    expect(JSON.parse(stdout)).toMatchObject([{ kind: 'budget-changed', actor: 'ada', subject: 'org' }]);
  });
});

test('a CSV file of three columns changes amounts alone, an empty cell clears, and what does not fit the rest is refused whole', async () => {
  await curfew('budgets', 'set', 'org', 'month', '1000', '--guarantee', 'strict', '--note', 'why', '--yes');
  await curfew('budgets', 'set', 'user:ana@x.example', 'month', '900', '--reserved', '500', '--yes');
  const three = fileOf('three.csv', 'scope,window,amount\norg,month,2000\n');
  const clearing = fileOf('clearing.csv', 'scope,window,amount,note\norg,month,2000,\n');
  const small = fileOf('small.csv', 'scope,window,amount\norg,month,7\nuser:ana@x.example,month,100\n');
  const shown = async () => (await curfew('budgets', 'show', 'org', '--json')).stdout;

  await curfew('budgets', 'import', three, '--yes');
  const changed = await shown();
  await curfew('budgets', 'import', clearing, '--yes');
  const cleared = await shown();
  const refused = await curfew('budgets', 'import', small, '--yes');

  expect(changed).toMatch(/"amount": 2000[^]*"guarantee": "strict"[^]*"note": "why"/u);
  expect(cleared).toContain('"guarantee": "strict"');
  expect(cleared).not.toContain('"note": "why"');
  expect(refused.exitCode).not.toBe(0);
  expect(refused.stderr).toMatch(
    /user:ana@x\.example \/ month, with the values that the file leaves.*"500" is more than the amount \(100\)/u,
  );
  expect(await shown()).toBe(cleared);
});
