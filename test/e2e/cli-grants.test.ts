import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { useInstallation } from '../support/installation.ts';

const TopUp = z.object({
  id: z.string(),
  email: z.string(),
  credits: z.number(),
  from: z.string(),
  to: z.string(),
  status: z.string(),
  warnings: z.array(z.string()).optional(),
});
const Exemption = z.object({ email: z.string(), until: z.string(), status: z.string() });
const Failed = z.object({ error: z.string() });

const { curfew } = useInstallation();

describe('top-ups on the command line', () => {
  test('a top-up runs to the end of the platform’s window, is listed until it is ended, and is in the journal', async () => {
    await curfew('budgets', 'set', 'default', 'month', '1000');

    const added = (
      await curfew('topup', 'add', 'Ann@b.example', '500', '--reason', 'release', '--from', '2099-02-10', '--json')
    ).read(TopUp);
    const listed = (await curfew('topup', 'list', 'ann@b.example', '--json')).read(z.array(TopUp));
    const ended = await curfew('topup', 'end', added.id, '--json');
    const after = (await curfew('topup', 'list', '--json')).read(z.array(TopUp));
    const all = (await curfew('topup', 'list', '--all', '--json')).read(z.array(TopUp));

    expect(added).toMatchObject({ email: 'ann@b.example', credits: 500, from: '2099-02-10', to: '2099-02-28' });
    expect(added.warnings).toEqual([expect.stringContaining('not on the roster')]);
    expect(listed).toMatchObject([{ id: added.id, status: 'upcoming' }]);
    expect(ended).toMatchObject({ exitCode: 0 });
    expect(after).toEqual([]);
    expect(all).toMatchObject([{ id: added.id, status: 'ended' }]);
    const journal = (await curfew('journal', '--json')).read(z.array(z.object({ kind: z.string() })));
    expect(journal.map(({ kind }) => kind)).toEqual(['budget-changed', 'top-up-added', 'top-up-ended']);
    const history = JSON.parse((await curfew('topup', 'history', 'ann@b.example', '--json')).stdout);
    expect(history).toMatchObject([
      { id: added.id, version: 1, by: 'ada', before: null, after: { credits: 500, endedAt: null } },
      { id: added.id, version: 2, by: 'ada', after: { endedAt: expect.any(String) } },
    ]);
    expect((await curfew('topup', 'history', 'bob@b.example')).stdout).toContain('No top-up');
  });

  test('what was done is said in words, with the id to end it by', async () => {
    const { stdout, stderr } = await curfew(
      'topup',
      'add',
      'ann@b.example',
      '1500',
      '--reason',
      'x',
      '--to',
      '2099-01-01',
    );

    expect(stdout).toMatch(/user:ann@b\.example has a top-up of 1,500 credits from .* to 1 Jan 2099.*Id: \S+/);
    expect(stdout).toContain('nothing of 1,500');
    expect(stderr).toContain('could add to');
    expect((await curfew('topup', 'list')).stdout).toContain('1,500');
  });

  test('an id that is not there fails with what to do', async () => {
    const { exitCode, stderr } = await curfew('topup', 'end', 'nothing');

    expect(exitCode).toBe(1);
    expect(stderr).toContain('topup list --all');
  });
});

describe('exemptions on the command line', () => {
  test('an exemption is listed until it is ended, once', async () => {
    await curfew('exempt', 'add', 'Ann@b.example', '--until', '2099-01-01', '--reason', 'incident');

    const listed = (await curfew('exempt', 'list', '--json')).read(z.array(Exemption));
    const codes = [await curfew('exempt', 'end', 'ann@B.example'), await curfew('exempt', 'end', 'ann@B.example')];
    const after = (await curfew('exempt', 'list', '--json')).read(z.array(Exemption));
    const all = await curfew('exempt', 'list', '--all');

    expect(listed).toEqual([{ email: 'ann@b.example', until: '2099-01-01', status: 'in-force' }]);
    expect(codes.map(({ exitCode }) => exitCode)).toEqual([0, 1]);
    expect(after).toEqual([]);
    expect(all.stdout).toContain('ended');
    expect((await curfew('exempt', 'history', 'Ann@b.example')).stdout).toMatch(/2099-01-01, incident[^]* ended/u);
  });

  test('a day that is over already is warned of', async () => {
    const result = await curfew('exempt', 'add', 'ann@b.example', '--until', '2026-01-20', '--reason', 'x');

    expect(result).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('was over on 20 Jan 2026') });
  });
});

test.each([
  ['no credits', ['topup', 'add', 'ann@b.example', '0', '--reason', 'x'], 'is under 1'],
  ['a fraction', ['topup', 'add', 'ann@b.example', '1.5', '--reason', 'x'], 'is not a whole number'],
  ['a reason that is empty', ['topup', 'add', 'ann@b.example', '5', '--reason', ' '], 'say why'],
  ['no reason', ['topup', 'add', 'ann@b.example', '5'], '--reason'],
  [
    'days out of order',
    ['topup', 'add', 'ann@b.example', '5', '--reason', 'x', '--from', '2026-03-02', '--to', '2026-03-01'],
    'is before its first day',
  ],
  ['a day that is none', ['exempt', 'add', 'a@b.example', '--reason', 'x', '--until', '2026-02-30'], 'is not a day'],
  ['an email that is none', ['exempt', 'add', 'ann', '--reason', 'x', '--until', '2026-03-30'], 'is not an email'],
])('%s is wrong usage: exit code 2 and what to give instead', async (_title, args, remedy) => {
  const result = await curfew(...args, '--json');

  expect(result.exitCode).toBe(2);
  expect(result.read(Failed).error).toContain(remedy);
});
