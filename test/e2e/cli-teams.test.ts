import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { useInstallation } from '../support/installation.ts';

const Listed = z.object({
  teams: z.array(z.object({ team: z.string(), members: z.array(z.string()), position: z.number(), users: z.number() })),
  doubles: z.array(z.object({ userId: z.string(), chosen: z.string() })),
});
const Plan = z.object({ changes: z.array(z.object({ change: z.string(), team: z.string().optional() })) });
const Imported = Plan.extend({
  applied: z.boolean(),
  unchanged: z.number(),
  notInFile: z.array(z.string()),
  teams: Plan.optional(),
  warnings: z.array(z.object({ at: z.string(), problem: z.string() })),
});
const Failed = z.object({ error: z.string() });
const TopUp = z.object({ scope: z.string(), credits: z.number(), warnings: z.array(z.string()).optional() });

const { curfew, fileOf, pathOf } = useInstallation();

async function listed(): Promise<readonly string[]> {
  const { teams } = (await curfew('teams', 'list', '--json')).read(Listed);
  return teams.map(({ team, members }) => `${team}: ${members.join(' ')}`);
}

describe('teams on the command line', () => {
  test('an import shows its plan, and changes nothing until it is told to', async () => {
    const file = fileOf('teams.csv', 'team,member\nweb,Ana@b.example\nsales,*@sales.example\nweb,metadata.unit=web\n');

    const shown = await curfew('teams', 'import', file);
    const before = await listed();
    const done = await curfew('teams', 'import', file, '--yes', '--json');
    const again = await curfew('teams', 'import', file, '--yes', '--json');

    expect(shown).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('2 to add') });
    expect(shown.stdout).toContain('--yes');
    expect(before).toEqual([]);
    expect(done.read(Imported)).toMatchObject({ applied: true, changes: [{ change: 'add' }, { change: 'add' }] });
    expect(again.read(Imported)).toMatchObject({ applied: false, changes: [], unchanged: 2 });
    expect(await listed()).toEqual(['web: ana@b.example metadata.unit=web', 'sales: *@sales.example']);
  });

  test('removes what a file does not name only with --prune', async () => {
    await curfew('teams', 'set', 'ops', '--member', 'o@b.example');
    const file = fileOf('teams.yaml', 'teams: [{team: web, members: [a@b.example]}]\n');

    const kept = (await curfew('teams', 'import', file, '--yes', '--json')).read(Imported);
    const both = await listed();
    await curfew('teams', 'import', file, '--yes', '--prune');

    expect(kept.notInFile).toEqual(['ops']);
    expect(both).toEqual(['ops: o@b.example', 'web: a@b.example']);
    expect(await listed()).toEqual(['web: a@b.example']);
  });

  test('one bad row keeps the whole file out, and every problem is named', async () => {
    const file = fileOf('teams.csv', 'team,member\nweb,a@b.example\nweb,ana\n,b@b.example\n');

    const imported = await curfew('teams', 'import', file, '--yes');
    const validated = await curfew('teams', 'validate', file, '--json');

    expect(imported.exitCode).toBe(1);
    expect(imported.stderr).toMatch(/line 3: field "member": "ana"[^]*line 4: field "team"/);
    expect(JSON.parse(validated.stdout)).toMatchObject({
      valid: false,
      problems: [{ at: 'line 3' }, { at: 'line 4' }],
    });
    expect(await listed()).toEqual([]);
  });

  test('what was exported is imported without any change', async () => {
    await curfew('teams', 'set', 'b', '--member', 'x@b.example', '--member', '*@c.example');
    await curfew('teams', 'set', 'a', '--member', 'metadata.unit=-1');
    const [csv, yaml] = [pathOf('out.csv'), pathOf('out.yaml')];

    const codes = [await curfew('teams', 'export', csv), await curfew('teams', 'export', yaml)];
    const imports = [await curfew('teams', 'import', csv, '--json'), await curfew('teams', 'import', yaml, '--json')];
    const printed = await curfew('teams', 'export');

    expect(codes.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(imports.map((result) => result.read(Imported).changes)).toEqual([[], []]);
    expect(printed.stdout).toBe(readFileSync(csv, 'utf8'));
    expect(printed.stdout).toContain('b,x@b.example\nb,*@c.example\na,metadata.unit=-1');
  });

  test('set replaces the members and keeps the place; show prints them; rm removes once', async () => {
    await curfew('teams', 'set', 'web', '--member', 'a@b.example');
    await curfew('teams', 'set', 'web', '--member', 'c@d.example', '--member', 'metadata.unit=web');
    await curfew('teams', 'set', 'ops', '--member', 'e@f.example', '--position', '1');
    await curfew('budgets', 'set', 'team:web', 'month', '5');

    const shown = await curfew('teams', 'show', 'web');
    const document = JSON.parse((await curfew('teams', 'show', 'web', '--json')).stdout);
    const removed = [await curfew('teams', 'rm', 'web'), await curfew('teams', 'rm', 'web')];

    expect(document).toMatchObject({
      team: 'web',
      members: ['c@d.example', 'metadata.unit=web'],
      position: 1,
      version: 2,
      updatedBy: 'ada',
      users: [],
    });
    expect(shown.stdout).toContain('c@d.example');
    expect(shown.stderr).toContain('metadata "unit"');
    expect(removed.map(({ exitCode }) => exitCode)).toEqual([0, 1]);
    expect(removed[0]?.stdout).toMatch(/team:web \/ month .*no one/u);
    expect(await listed()).toEqual(['ops: e@f.example']);
    const history = await curfew('teams', 'history', 'web', '--json');
    expect(JSON.parse(history.stdout)).toMatchObject([
      { team: 'web', version: 1, by: 'ada', way: 'command', before: null, after: { members: ['a@b.example'] } },
      { version: 2, before: { members: ['a@b.example'] }, after: { members: ['c@d.example', 'metadata.unit=web'] } },
      { version: 3, after: null },
    ]);
    expect((await curfew('teams', 'history')).stdout).toMatch(/ops .*e@f\.example/u);
  });

  test('the journal says who did what', async () => {
    await curfew('teams', 'set', 'web', '--member', 'a@b.example');

    const { stdout } = await curfew('journal', '--json');

    expect(JSON.parse(stdout)).toMatchObject([{ kind: 'team-changed', actor: 'ada', subject: 'team:web' }]);
  });

  test.each([
    ['no members', ['teams', 'set', 'web']],
    ['a member that is none', ['teams', 'set', 'web', '--member', 'ana']],
    ['a position that is none', ['teams', 'set', 'web', '--member', 'a@b.example', '--position', 'first']],
    ['no name', ['teams', 'set']],
    ['a file of no known kind', ['teams', 'import', 'teams.json']],
    ['an unknown command', ['teams', 'bogus']],
  ])('%s is wrong usage: exit code 2, one message, one JSON document', async (_title, args) => {
    const result = await curfew(...args, '--json');

    expect(result.exitCode).toBe(2);
    expect(result.read(Failed).error).not.toBe('');
  });

  test('every command has a help, and the completion knows it', async () => {
    const help = await curfew('teams', '--help');
    const set = await curfew('teams', 'set', '--help');

    expect(help.exitCode).toBe(0);
    expect(help.stdout).toMatch(/list[^]*show[^]*set[^]*rm[^]*import[^]*export[^]*validate/);
    expect(set.stdout).toContain('metadata.KEY=VALUE');
  });
});

describe('teams beside budgets', () => {
  const both = [
    'teams: [{team: web, members: [a@b.example]}]',
    'budgets:',
    '  - {scope: "team:web", window: month, amount: 500}',
    '  - {scope: "team:ops", window: month, amount: 5}',
  ].join('\n');

  test('a YAML file that holds both is imported whole, and a budget for nobody is warned of', async () => {
    const file = fileOf('all.yaml', both);

    const done = await curfew('budgets', 'import', file, '--yes', '--json');

    const document = done.read(Imported);
    expect(document.changes).toHaveLength(2);
    expect(document.teams?.changes).toMatchObject([{ change: 'add', team: 'web' }]);
    expect(document.warnings).toEqual([{ at: 'entry 2 (line 4)', problem: expect.stringContaining('team:ops') }]);
    expect(done.exitCode).toBe(0);
    expect(await listed()).toEqual(['web: a@b.example']);
  });

  test('pruning touches nothing of which the file does not speak', async () => {
    await curfew('budgets', 'import', fileOf('all.yaml', both), '--yes');
    const teams = fileOf('teams.yaml', 'teams: [{team: new, member: n@b.example}]');
    const budgets = fileOf('budgets.yaml', 'budgets: [{scope: org, window: month, amount: 7}]');

    await curfew('budgets', 'import', teams, '--yes', '--prune');
    const afterTeams = (await curfew('budgets', 'list')).stdout;
    await curfew('budgets', 'import', budgets, '--yes', '--prune');

    expect(afterTeams).toContain('team:web');
    expect(await listed()).toEqual(['new: n@b.example']);
  });

  test('an import of teams leaves the budgets of its file alone, and wants teams there', async () => {
    const done = await curfew('teams', 'import', fileOf('all.yaml', both), '--yes');
    const none = await curfew('teams', 'import', fileOf('budgets.yaml', 'budgets: []'), '--yes');

    expect(done.stderr).toContain('left alone');
    expect((await curfew('budgets', 'list')).stdout).toContain('There is no budget yet');
    expect(none).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('has no "teams:"') });
  });

  test('a budget of a team is set, with a word when there is no such team', async () => {
    await curfew('teams', 'set', 'web', '--member', 'a@b.example');

    const known = await curfew('budgets', 'set', 'team:web', 'month', '5');
    const unknown = await curfew('budgets', 'set', 'team:ops', 'month', '5');

    expect(known).toMatchObject({ exitCode: 0, stdout: expect.not.stringContaining('binds no one') });
    expect(unknown).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('binds no one') });
  });

  test('a team is topped up, with a word when there is none or it has no budget', async () => {
    await curfew('teams', 'set', 'web', '--member', 'a@b.example');
    await curfew('budgets', 'set', 'team:web', 'month', '5');

    const known = await curfew('topup', 'add', 'team:web', '500', '--reason', 'release', '--json');
    const unknown = await curfew('topup', 'add', 'team:ops', '500', '--reason', 'release', '--json');
    const listedTopUps = (await curfew('topup', 'list', 'team:web', '--json')).read(z.array(TopUp));

    expect(known.read(TopUp)).toEqual({ scope: 'team:web', credits: 500, warnings: [] });
    expect(unknown.read(TopUp).warnings).toEqual([expect.stringContaining('"ops"'), expect.stringContaining('budget')]);
    expect(listedTopUps).toHaveLength(1);
  });
});
