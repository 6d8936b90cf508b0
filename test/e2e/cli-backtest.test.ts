import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { addDays } from '../../shared/kernel/time/day.ts';
import { aLedgerDay } from '../support/domain-samples.ts';
import { useInstallation } from '../support/installation.ts';

const Credits = z.int().min(0);
const Backtest = z.object({
  policies: z.array(
    z.object({
      name: z.enum(['equal-split', 'reactive', 'strict', 'overcommit', 'live', 'clairvoyant']),
      overspent: Credits,
      refusedWhileFunded: Credits,
      usersStopped: Credits,
      granted: Credits,
    }),
  ),
  trace: z.object({ source: z.string(), users: z.int(), days: z.int(), wanted: z.int() }),
  anchorDay: z.int(),
  pool: z.object({ live: z.record(z.string(), z.number()) }).optional(),
  budgets: z
    .object({
      usersStopped: z.int(),
      stops: z.array(
        z.object({
          user: z.string(),
          date: z.string(),
          minute: z.int(),
          time: z.string(),
          refused: z.int(),
          binding: z.object({ scope: z.string(), window: z.string() }),
        }),
      ),
    })
    .optional(),
});
const Failed = z.object({ error: z.string() });
const budgetHeader = 'scope,window,amount,mode,thresholds,guarantee,owners,from,to,note';

const { curfew, fileOf, withTables } = useInstallation();

/** A heavy and a light user through March, who want 1.55 times a pool of 20,000. */
function aTrace(): string {
  const days = Array.from({ length: 31 }, (_, index) => addDays('2026-03-01', index));
  const rows = days.flatMap((day) => [`Heavy@b.example,${day},900`, `light@b.example,${day},100`]);
  return fileOf('trace.csv', `user,date,credits\n${rows.join('\n')}\n`);
}

describe('backtest', () => {
  test('replays a trace through six policies; strict and live never overspend, and keep up with the clairvoyant', async () => {
    const result = await curfew('backtest', '--trace', aTrace(), '--pool', '20000', '--window', 'month', '--json');

    const { policies, trace } = result.read(Backtest);
    const [equalSplit, reactive, strict, overcommit, live, clairvoyant] = policies;
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(policies.map(({ name }) => name)).toEqual([
      'equal-split',
      'reactive',
      'strict',
      'overcommit',
      'live',
      'clairvoyant',
    ]);
    expect(trace).toEqual(expect.objectContaining({ source: 'file', users: 2, days: 31, wanted: 31_000 }));
    expect(clairvoyant).toMatchObject({ granted: 20_000, overspent: 0, refusedWhileFunded: 0 });
    expect(strict?.overspent).toBe(0);
    expect(strict?.granted).toBeGreaterThan(19_000);
    expect(live?.overspent).toBe(0);
    expect(live?.granted).toBeGreaterThan(19_000);
    expect(reactive?.overspent).toBeGreaterThan(0);
    expect(overcommit?.overspent).toBeLessThanOrEqual(4_000);
    expect(equalSplit).toMatchObject({ granted: 13_100, usersStopped: 1 });
  });

  test('says the same in a table, with what it is compared with', async () => {
    const { stdout } = await curfew('backtest', '--trace', aTrace(), '--pool', '20000', '--overcommit', '1.1');

    expect(stdout).toMatch(/2 users .*1 Mar 2026 .*31 Mar 2026 .*31 days.* 31,000 credits/);
    expect(stdout).toMatch(/clairvoyant[^\n]* 20,000 +100\.0 % +0 /);
    expect(stdout).toMatch(/equal split[^\n]* 13,100 +65\.5 %/);
    expect(stdout).toContain('1.1 times');
    expect(stdout).toContain('Live: no one');
  });

  test('says how the policy live sees what goes on', async () => {
    const given = ['--hint-sessions', '0.3', '--wrong', '0.1', '--lag-minutes', '45', '--cap', '5'];

    const result = await curfew('backtest', '--trace', aTrace(), '--pool', '20000', ...given, '--json');

    expect(result.read(Backtest).pool?.live).toEqual({
      hints: 0,
      hintSessions: 0.3,
      wrong: 0.1,
      lagMinutes: 45,
      cap: 5,
    });
  });

  test('tries budgets of the teams that their file has, and says what it leaves out', async () => {
    const rows = ['ann@web.example', 'bob@web.example'].map((user) => `${user},2026-03-02,400\n`);
    const trace = fileOf('teams.csv', `user,date,credits\n${rows.join('')}`);
    const teams = 'teams: [{team: web, members: ["*@web.example"]}]\n';
    const budgets = ['web', 'ops'].map((team) => `{scope: "team:${team}", window: month, amount: 500}`).join(', ');
    const file = fileOf('teams.yaml', `${teams}budgets: [${budgets}]\n`);

    const result = await curfew('backtest', '--trace', trace, '--budgets', file, '--json');

    expect(result.stderr).toContain('teams:');
    expect(result.read(Backtest).budgets?.stops).toMatchObject([
      { user: 'ann@web.example', binding: { scope: 'team:web', window: 'month' } },
      { user: 'bob@web.example', binding: { scope: 'team:web', window: 'month' } },
    ]);
  });

  test('shows whom proposed budgets would have stopped, when, and which of them', async () => {
    const trace = fileOf('t.csv', 'user,date,credits\na@b.example,2026-03-02,200\nA@b.example,2026-03-03,200\n');
    const budgets = fileOf('budgets.csv', `${budgetHeader}\ndefault,week,300,,,,,,,\n`);

    const result = await curfew('backtest', '--trace', trace, '--budgets', budgets, '--json');
    const shown = await curfew('backtest', '--trace', trace, '--budgets', budgets);

    expect(result.read(Backtest)).toMatchObject({
      policies: [],
      budgets: {
        usersStopped: 1,
        stops: [
          {
            user: 'a@b.example',
            date: '2026-03-03',
            minute: 727,
            time: '12:07',
            refused: 100,
            binding: { scope: 'default', window: 'week' },
          },
        ],
      },
    });
    expect(shown.stdout).toMatch(/3 Mar 2026 +12:07 +a@b\.example +100 +default \/ week/);
  });

  test('without a trace it replays the ledger of the installation', async () => {
    await withTables(async ({ users, ledger }) => {
      await users.put([{ userId: 'u1', email: 'Ann@b.example' }]);
      await ledger.putRows('2026-03-02', [{ userId: 'u1', credits: 200, email: null }]);
      await ledger.putDay(aLedgerDay({ day: '2026-03-02' }));
    });
    const budgets = fileOf('budgets.yaml', 'budgets: [{scope: "user:ann@b.example", window: day, amount: 50}]\n');

    const result = await curfew('backtest', '--pool', '100', '--budgets', budgets, '--json');

    const read = result.read(Backtest);
    expect(read.trace).toMatchObject({ source: 'ledger', users: 1, days: 1, wanted: 200 });
    expect(read.policies.at(-1)).toMatchObject({ name: 'clairvoyant', granted: 100 });
    expect(read.budgets?.stops).toMatchObject([{ user: 'ann@b.example', date: '2026-03-02', refused: 150 }]);
    expect(result.stderr).toContain('granted');
  });

  test('an empty ledger is said to be so', async () => {
    const { exitCode, stderr } = await curfew('backtest', '--pool', '100');

    expect(exitCode).toBe(1);
    expect(stderr).toContain('ledger');
  });

  test('takes the anchor day of the platform window from the settings, unless it is given', async () => {
    const trace = aTrace();
    await curfew('budgets', 'list');
    fileOf('state/settings.yaml', 'platformWindowAnchorDay: 15\n');
    const order = ['backtest', '--trace', trace, '--pool', '9000', '--window', 'platform', '--json'];

    const [bySettings, given] = [await curfew(...order), await curfew(...order, '--anchor-day', '31')];

    expect([bySettings, given].map((result) => result.read(Backtest).anchorDay)).toEqual([15, 31]);
    // Two windows are touched, each with a pool of its own.
    expect(bySettings.read(Backtest).policies.at(-1)).toMatchObject({ granted: 18_000 });
  });

  test('a trace with wrong rows is refused, every one of them named', async () => {
    const trace = fileOf('t.csv', 'user,date,credits\na,2026-13-01,1\na,2026-03-01,many\n');

    const result = await curfew('backtest', '--trace', trace, '--pool', '1', '--json');

    expect(result.exitCode).toBe(1);
    expect(result.stderr).toMatch(/line 2: field "date": "2026-13-01"[^]*line 3: field "credits": "many"/);
    expect(result.read(Failed).error).toContain('is not a trace');
  });

  test.each([
    [['--pool', '1', '--window', 'year'], 2, /"year" is no window/],
    [['--pool', '-1'], 2, /--pool "-1"/],
    [['--pool', '1', '--overcommit', '0.5'], 2, /--overcommit "0.5"/],
    [['--pool', '1', '--anchor-day', '32'], 2, /--anchor-day "32"/],
    [['--pool', '1', '--hints', '30'], 2, /--hints "30"/],
    [['--pool', '1', '--hints', '0.5', '--hint-sessions', '0.5'], 2, /exclude each other/],
    [['--pool', '1', '--wrong', 'x'], 2, /--wrong "x"/],
    [['--pool', '1', '--lag-minutes', '121'], 2, /--lag-minutes "121"/],
    [[], 2, /--pool/],
    [['--pool', '1', '--trace', 'nowhere.csv'], 1, /"nowhere\.csv"/],
  ])('%j ends with %i', async (args, code, problem) => {
    const { exitCode, stderr } = await curfew('backtest', ...args);

    expect(exitCode).toBe(code);
    expect(stderr).toMatch(problem);
  });
});
