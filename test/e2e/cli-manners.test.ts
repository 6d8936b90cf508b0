import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { curfewProgram } from '../../cli/frame/program.ts';
import { RunsDocument } from '../../shared/kernel/runs/contract/run-documents.ts';
import { commandLine } from '../support/command-line.ts';
import { useInstallation } from '../support/installation.ts';
import { useScratchFolder } from '../support/scratch-folder.ts';

const Failed = z.object({ error: z.string() });
const Budgets = z.object({ budgets: z.array(z.object({ scope: z.string(), amount: z.unknown() })) });
const installation = useInstallation({}, 'file');
const { curfew } = installation;
const folder = useScratchFolder('file');

describe('global options', () => {
  test('stand before, between and behind the words of a command', async () => {
    await curfew('budgets', 'list');
    const state = installation.pathOf('state');
    const alone = commandLine({});

    const lines = [
      ['--json', '--state', state, 'runs', 'list'],
      ['runs', `--state=${state}`, '--json', 'list'],
      ['runs', 'list', '--state', state, '--json'],
    ];

    for (const line of lines) {
      expect((await alone(...line)).read(RunsDocument)).toEqual([]);
    }
  });

  test('behind -- nothing is an option', async () => {
    const { exitCode, stdout } = await commandLine({})('caps', '--', '--json');

    expect([exitCode, stdout]).toEqual([1, '']);
  });
});

describe('with --json', () => {
  test.each([
    [['capz', '--json'], 2],
    [['caps', '--oops', '--json'], 2],
    [['--json', 'budgets'], 2],
    [['runs', 'list', '--limit', 'many', '--json'], 2],
    [['runs', 'show', 'none', '--json'], 1],
    [['--deployment', 'x', 'caps', '--json'], 2],
  ])('%j leaves one document that says what is wrong, and ends with %i', async (line, code) => {
    const result = await installation.commandLine({})(...line);

    expect(result.exitCode).toBe(code);
    expect(result.read(Failed).error).not.toBe('');
  });

  test('help and version are a document too', async () => {
    const [help, version] = [await curfew('caps', '--help', '--json'), await curfew('--json', '--version')];

    expect(help.read(z.object({ help: z.string() })).help).toContain('$ npx curfew caps');
    expect(version.read(z.object({ version: z.string() })).version).toMatch(/^\d+\.\d+\.\d+$/u);
  });
});

test.each([
  [['capz'], 'caps'],
  [['caps', '--jsn'], '--json'],
  [['budgets', 'lst'], 'list'],
  [['--stat', 'x', 'caps'], '--state'],
])('%j is wrong usage, and what may have been meant is named', async (line, meant) => {
  const { exitCode, stderr } = await commandLine({})(...line);

  expect(exitCode).toBe(2);
  expect(stderr).toContain(`(Did you mean ${meant}?)`);
});

test('every command has an example in its help, and says how to give the global options', async () => {
  const nothing = async (): Promise<void> => {};
  let written = '';
  const program = await curfewProgram(
    { run: nothing, runBeginning: nothing },
    { writeOut: (text) => void (written += text), writeError: () => {} },
  );

  const without = leavesOf(program).filter((command) => {
    written = '';
    command.outputHelp();
    return !written.includes('$ ') || (command.name() !== 'completion' && !written.includes('--state <dir>'));
  });

  expect(without.map((command) => command.name())).toEqual([]);
});

describe('a folder that holds no installation', () => {
  test.each([
    ['caps'],
    ['budgets list'],
    ['runs list'],
    ['plan'],
    ['budgets set org month 66M'],
    ['run enforce'],
    ['topup list'],
  ])('is refused by %s under a name that nobody made, and stays as it is', async (words) => {
    const state = folder.pathOf('TYPO');

    const result = await commandLine({ state, isAsFound: true })(...words.split(' '), '--json');

    expect(result.exitCode).toBe(1);
    expect(result.read(Failed).error).toContain(`npm start -- --state ${state}`);
    expect(existsSync(state)).toBe(false);
  });

  test('is refused by a command that reads although it is empty, and begun by one that sets something up', async () => {
    const state = folder.pathOf('empty');
    mkdirSync(state);
    const there = commandLine({ state, isAsFound: true });

    const [before, set, after] = [
      await there('budgets', 'list'),
      await there('budgets', 'set', 'org', 'month', '5'),
      await there('budgets', 'list'),
    ];

    expect([before.exitCode, set.exitCode, after.exitCode]).toEqual([1, 0, 0]);
  });
});

describe('tables', () => {
  test.each([60, 80, 200])('are no wider than a terminal of %i columns', async (columns) => {
    await curfew('budgets', 'set', 'org', 'month', '66000000', '--owners', 'a.very.long.name@engineering.acme.example');
    const onTerminal = installation.commandLine({ columns });

    for (const words of ['budgets list', 'budgets history', 'journal', 'runs list', 'caps --help', '--help']) {
      const { stdout } = await onTerminal(...words.split(' '));
      const widths = stdout.split('\n').map((line) => stripVTControlCharacters(line).length);
      expect(Math.max(...widths)).toBeLessThanOrEqual(columns);
    }
  });

  test('are whole and without colour where there is no terminal', async () => {
    const { stdout } = await curfew('journal');

    expect(['\u001B', '│', '…'].filter((sign) => stdout.includes(sign))).toEqual([]);
  });
});

describe('standard input', () => {
  test.each([
    ['CSV', 'scope,window,amount\norg,day,1000\n'],
    ['YAML', 'budgets: [{scope: org, window: week, amount: 2000}]\n'],
  ])('holds budgets as %s', async (_, input) => {
    const imported = await installation.commandLine({ input })('budgets', 'import', '-', '--yes');

    expect(imported.exitCode).toBe(0);
    expect((await curfew('budgets', 'list', '--json')).read(Budgets).budgets.length).toBeGreaterThan(0);
  });

  test('holds settings to be compared', async () => {
    const file = folder.pathOf('a.json');
    writeFileSync(file, '{"sandbox":{"enabled":true}}');
    const input = '{"sandbox":{"enabled":false}}';

    const { exitCode, stdout } = await commandLine({ input })('controls', 'diff', file, '-', '--json');

    expect(exitCode).toBe(0);
    expect(stdout).toContain('sandbox.enabled');
  });

  test('holds a trace, which a pool of 66M is tried on', async () => {
    const input = 'user,date,credits\nann@acme.example,2026-03-01,1000\n';
    const lines = ['66M', '66,000,000', '66000k'];

    for (const pool of lines) {
      const line = ['backtest', '--trace', '-', '--pool', pool, '--anchor-day', '1', '--json'];
      const { stdout } = await commandLine({ input })(...line);
      expect(stdout).toContain('"amount": 66000000');
    }
  });

  test('that cannot be read is said, with what to do', async () => {
    const { exitCode, stderr } = await curfew('budgets', 'validate', '-');

    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('give a file')]);
  });
});

function leavesOf(command: Command): readonly Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}
