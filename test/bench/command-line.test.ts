import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { benchmarks, benchHelp, readBenchOrder } from '../../bench/command-line.ts';

test('without a name every benchmark runs, each from the script of its name', () => {
  const order = readBenchOrder(['--json']);

  expect(order).toMatchObject({ kind: 'run', benchmarks, isJson: true, options: [] });
  expect(benchmarks.filter(({ name }) => !existsSync(join('bench', `${name}.ts`)))).toEqual([]);
});

test('options go on to the one benchmark that is named', () => {
  expect(readBenchOrder(['division', '--users', '500', '--json'])).toMatchObject({
    kind: 'run',
    benchmarks: [{ name: 'division' }],
    isJson: true,
    options: ['--users', '500'],
  });
});

test('an unknown name, an option of no benchmark and an option without a name are refused in one sentence', () => {
  expect(readBenchOrder(['divison'])).toMatchObject({ kind: 'refused', reason: expect.stringContaining('division') });
  expect(readBenchOrder(['division', '--peers', '9'])).toMatchObject({
    kind: 'refused',
    reason: expect.stringMatching(/division .*--peers/u),
  });
  expect(readBenchOrder(['--users', '9'])).toMatchObject({
    kind: 'refused',
    reason: expect.stringMatching(/--users .*name/u),
  });
});

test('the help names every benchmark with its options', () => {
  const help = benchHelp();

  expect(benchmarks.filter(({ name }) => !help.includes(`  ${name} `))).toEqual([]);
  expect(help).toContain('--users 150');
});
