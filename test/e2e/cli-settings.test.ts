import { readFileSync, statSync, writeFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { commandLine as onDeployment } from '../support/command-line.ts';
import { useInstallation } from '../support/installation.ts';

const Shown = z.array(
  z.object({ setting: z.string(), value: z.unknown(), default: z.unknown(), from: z.string(), help: z.string() }),
);
const History = z.array(
  z.object({
    version: z.number(),
    by: z.string(),
    way: z.string(),
    before: z.record(z.string(), z.unknown()),
    after: z.record(z.string(), z.unknown()),
  }),
);
const Journal = z.array(z.object({ kind: z.string(), actor: z.string() }).loose());

const { curfew, commandLine, pathOf } = useInstallation();
const file = () => pathOf('state/settings.yaml');

async function shown(name: string) {
  const all = (await curfew('settings', 'show', '--json')).read(Shown);
  return all.find(({ setting }) => setting === name);
}

describe('settings on the command line', () => {
  test('a new file explains every setting, sets none, is read by nobody else, and is never written over', async () => {
    const made = await curfew('settings', 'init');
    const again = await curfew('settings', 'init');

    expect(made.exitCode).toBe(0);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect((await curfew('settings', 'validate', '--json')).read(z.object({ set: z.object({}).strict() }))).toEqual({
      set: {},
    });
    expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('settings set') });
  });

  test('one is set in the file, with its version, its author and its journal entry, and its comments stay', async () => {
    await curfew('settings', 'init');

    const set = await commandLine({ user: 'ana' })('settings', 'set', 'pools.settleDays', '3');
    await curfew('settings', 'set', 'admins', 'ann@acme.example;bob@acme.example');
    await curfew('settings', 'set', 'limitCeilingCredits', '5M');
    await curfew('settings', 'set', 'pools.settleDays', '--default');

    const history = (await curfew('settings', 'history', '--json')).read(History);
    const journal = (await curfew('journal', '--json')).read(Journal);
    expect(set.exitCode).toBe(0);
    expect(readFileSync(file(), 'utf8')).toContain('# A complete day');
    expect(await shown('pools.settleDays')).toMatchObject({ value: 0, from: 'default' });
    expect(await shown('limitCeilingCredits')).toMatchObject({ value: 5_000_000, from: 'settings.yaml' });
    expect(history.map(({ version, way }) => [version, way])).toEqual([1, 2, 3, 4].map((each) => [each, 'command']));
    expect(history[0]).toMatchObject({ by: 'ana', before: {}, after: { 'pools.settleDays': 3 } });
    expect(history[3]?.after).toEqual({
      admins: ['ann@acme.example', 'bob@acme.example'],
      limitCeilingCredits: 5_000_000,
    });
    expect(journal.filter(({ kind }) => kind === 'settings-changed')).toHaveLength(4);
  });

  test.each<readonly [string, readonly string[], readonly string[]]>([
    ['a value out of bounds', ['pools.settleDays', '99'], ['pools.settleDays', '"99"', 'from 0 to 31']],
    ['a wrong email', ['admins', 'ann@acme.example;bo'], ['admins', '"bo"', 'give emails']],
    ['a text for credits', ['limitFloorCredits', 'much'], ['limitFloorCredits', '"much"', 'whole number of credits']],
    ['an unknown setting', ['settleDays', '3'], ['"settleDays"', 'pools.settleDays']],
    ['a name of several', ['pools', '3'], ['pools.settleDays', 'pools.reserveShare']],
    ['no value', ['rereadDays'], ['rereadDays', '--default', 'from 1 to 31']],
    ['a value and its default', ['rereadDays', '4', '--default'], ['--default']],
    ['hours without their time zone', ['controls.workingHours.from', '08:00'], ['timeZone', 'is missing']],
  ])('refuses %s, naming setting, value and remedy, and changes nothing', async (_, args, words) => {
    await curfew('settings', 'set', 'rereadDays', '5');
    const before = readFileSync(file(), 'utf8');

    const refused = await curfew('settings', 'set', ...args);

    expect(refused.exitCode).toBe(2);
    words.forEach((word) => expect(refused.stderr).toContain(word));
    expect(readFileSync(file(), 'utf8')).toBe(before);
  });

  test('what somebody changed by hand is a version of an unknown author before the next edit', async () => {
    await curfew('settings', 'set', 'rereadDays', '5');
    writeFileSync(file(), 'rereadDays: 6\nadmins: [eve@acme.example]\n');

    await curfew('settings', 'set', 'limitFloorCredits', '100');

    const history = (await curfew('settings', 'history', '--json')).read(History);
    expect(history.map(({ by, way }) => [by === 'unknown', way])).toEqual([
      [false, 'command'],
      [true, 'direct-edit'],
      [false, 'command'],
    ]);
    expect(history[1]).toMatchObject({
      before: { rereadDays: 5 },
      after: { rereadDays: 6, admins: ['eve@acme.example'] },
    });
    expect(readFileSync(file(), 'utf8')).toContain('limitFloorCredits: 100');
  });

  test('a file that is not valid is not edited, and is reported with every problem', async () => {
    await curfew('settings', 'set', 'rereadDays', '5');
    writeFileSync(file(), 'rereadDays: 99\ncolour: red\n');

    const set = await curfew('settings', 'set', 'limitFloorCredits', '100');
    const validated = await curfew('settings', 'validate', '--json');

    expect(set).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('rereadDays') });
    expect(readFileSync(file(), 'utf8')).toBe('rereadDays: 99\ncolour: red\n');
    expect(validated).toMatchObject({ exitCode: 1 });
    expect(validated.read(z.object({ problems: z.array(z.string()) })).problems).toHaveLength(2);
  });

  test('a deployment has its settings in its configuration, which is said', async () => {
    const refused = await onDeployment({})('settings', 'set', 'rereadDays', '4', '--deployment', 'prod/acme');

    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('curfew.config.ts') });
    expect(refused.stderr).toContain('npm run deploy');
  });
});
