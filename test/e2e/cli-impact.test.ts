import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { ImpactDocument } from '../../shared/impact/contract.ts';
import { daysOf } from '../../shared/kernel/time/day.ts';
import { aConfirmedLimit, aLedgerDay } from '../support/domain-samples.ts';
import { useInstallation } from '../support/installation.ts';

const at = ['--at', '2026-03-15T09:00:00Z'];
const header = 'scope,window,amount,mode,thresholds,guarantee,owners,from,to,note';
const WithImpact = z.object({ impact: ImpactDocument });
const Listed = z.object({ budgets: z.array(z.object({ scope: z.string(), window: z.string(), amount: z.unknown() })) });

const installation = useInstallation();
const { curfew, fileOf, withTables } = installation;

/** Three people with a default of 1,000 each, who have used 700, 200 and 50 of March. */
beforeEach(async () => {
  const users = Object.entries({ ann: 700, bob: 200, cem: 50 });
  await withTables(async ({ users: known, ledger, limits }) => {
    await known.put(
      users.map(([userId]) => ({
        userId,
        email: `${userId}@acme.example`,
        metadata: { unit: userId === 'cem' ? 'ops' : 'web' },
      })),
    );
    for (const day of daysOf({ from: '2026-02-10', through: '2026-03-14' })) {
      const rows = users.map(([userId, used]) => ({ userId, email: null, credits: day === '2026-03-10' ? used : 0 }));
      await ledger.putRows(day, rows);
      await ledger.putDay(aLedgerDay({ day, totalCredits: rows.reduce((sum, { credits }) => sum + credits, 0) }));
    }
    await limits.put(
      users.map(([userId]) => aConfirmedLimit(userId, 1_000)),
      1,
    );
  });
  await curfew('budgets', 'set', 'default', 'month', '1000', ...at);
});

async function budgetsThere(): Promise<readonly string[]> {
  const { budgets } = (await curfew('budgets', 'list', '--json')).read(Listed);
  return budgets.map(({ scope, window, amount }) => `${scope} ${window} ${String(amount)}`);
}

describe('the impact of edits on the command line', () => {
  test('a dry run gives the impact alone, and changes nothing', async () => {
    const args = ['budgets', 'set', 'user:ann@acme.example', 'month', '600', '--dry-run', ...at];

    const shown = await curfew(...args);
    const document = (await curfew(...args, '--json')).read(z.strictObject(ImpactDocument.shape));

    expect(shown).toMatchObject({ exitCode: 0 });
    expect(shown.stdout).toMatch(/1 person is STOPPED .*user:ann@acme\.example \/ month: ann@acme\.example\./u);
    expect(shown.stdout).toContain('Nothing was changed.');
    expect(document).toMatchObject({
      edits: [{ record: 'budget', change: 'add', before: null, after: { amount: 600 } }],
      changes: [
        {
          email: 'ann@acme.example',
          from: 1_000,
          without: 1_000,
          to: 700,
          binding: { scope: 'user:ann@acme.example', window: 'month' },
          stopped: true,
        },
      ],
      stopped: ['ann@acme.example'],
      freed: [],
      warnings: [{ kind: 'below-used', scope: 'user:ann@acme.example' }],
      wouldHaveStopped: [{ email: 'ann@acme.example', day: '2026-03-10', scope: 'user:ann@acme.example' }],
      asksBecause: ['stops 1 person at once'],
    });
    expect(await budgetsThere()).toEqual(['default month 1000']);
  });

  test('an edit that harms nobody is made without a question, and carries its impact', async () => {
    const made = await curfew('budgets', 'set', 'user:bob@acme.example', 'month', '900', '--json', ...at);

    expect(made.exitCode).toBe(0);
    expect(made.read(WithImpact).impact).toMatchObject({ changes: [{ email: 'bob@acme.example', to: 900 }] });
    expect(await budgetsThere()).toContain('user:bob@acme.example month 900');
  });

  test.for<readonly string[]>([
    ['budgets', 'set', 'default', 'month', '100'],
    ['budgets', 'set', 'default', 'month', 'unlimited'],
    ['budgets', 'rm', 'default', 'month'],
  ])('%s %s %s asks: with nobody to answer it is wrong usage, and nothing is changed', async (args) => {
    for (const json of [[], ['--json']]) {
      const refused = await curfew(...args, ...at, ...json);

      expect(refused.exitCode).toBe(2);
      expect(refused.stderr).toMatch(/This (stops 2 people|lifts default \/ month from 3 people).*--yes/);
    }
    expect(await budgetsThere()).toEqual(['default month 1000']);

    expect(await curfew(...args, ...at, '--yes')).toMatchObject({ exitCode: 0 });
    expect(await budgetsThere()).not.toContain('default month 1000');
  });

  test('the question has the numbers, and a no changes nothing', async () => {
    const questions: string[] = [];
    const answer = async (question: string) => Promise.resolve(questions.push(question) === 0);

    const { exitCode, stdout } = await installation.commandLine({ answer })('budgets', 'rm', 'default', 'month', ...at);

    expect(questions).toEqual([expect.stringContaining('lifts default / month from 3 people')]);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('Nothing was changed.')]);
    expect(await budgetsThere()).toEqual(['default month 1000']);
  });

  test('a team by metadata knows its members at once, and who is stopped by its pool', async () => {
    const file = fileOf(
      'teams.yaml',
      'teams: [{team: web, members: [metadata.unit=web]}]\nbudgets: [{scope: "team:web", window: month, amount: 800}]\n',
    );

    const planned = await curfew('plan', '--budgets', file, '--json', ...at);
    const refused = await curfew('budgets', 'import', file, ...at);
    const made = await curfew('budgets', 'import', file, '--yes', '--json', ...at);

    const impact = planned.read(ImpactDocument);
    expect(impact.pools).toMatchObject([{ scope: 'team:web', members: 2, used: 900, amountBefore: null }]);
    expect(impact.stopped).toEqual(['ann@acme.example', 'bob@acme.example']);
    expect(impact.edits.map(({ record }) => record)).toEqual(['team', 'budget']);
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('stops 2 people') });
    expect(made.read(WithImpact).impact.stopped).toEqual(impact.stopped);
    expect(await budgetsThere()).toEqual(['default month 1000', 'team:web month 800']);
  });

  test('a plan of a file is that of the merge that an import would make, pruned or not', async () => {
    const file = fileOf('budgets.csv', `${header}\norg,month,5000,,,,,,,\n`);

    const merged = (await curfew('plan', '--budgets', file, '--json', ...at)).read(ImpactDocument);
    const pruned = (await curfew('plan', '--budgets', file, '--prune', '--json', ...at)).read(ImpactDocument);

    expect(merged.edits.map(({ change }) => change)).toEqual(['add']);
    expect(pruned.edits.map(({ change }) => change)).toEqual(['add', 'remove']);
    expect(pruned.asksBecause).toEqual([expect.stringContaining('lifts default / month from 3 people')]);
    expect(await budgetsThere()).toEqual(['default month 1000']);
  });

  test('a file under review is refused where its table was changed beside it, or where another plan was reviewed', async () => {
    const base = fileOf('base.csv', `${header}\ndefault,month,1000,,,,,,,\n`);
    const file = fileOf('budgets.csv', `${header}\ndefault,month,900,,,,,,,\n`);
    const Planned = z.object({ plan: z.string(), drift: z.array(z.unknown()) });
    const planned = await curfew('plan', '--budgets', file, '--base', base, '--json', ...at);
    const { plan, drift } = planned.read(Planned);
    const importing = ['budgets', 'import', file, '--base', base, '--yes', ...at];

    const other = await curfew(...importing, '--plan', '0123456789abcdef');
    await curfew('budgets', 'set', 'default', 'month', '1100', '--yes', ...at);
    const comment = await curfew('plan', '--budgets', file, '--base', base, '--format', 'markdown', ...at);
    const moved = await curfew(...importing, '--plan', plan);
    await curfew('budgets', 'set', 'default', 'month', '1000', '--yes', ...at);
    const touched = await curfew(...importing, '--plan', plan);
    const again = (await curfew('plan', '--budgets', file, '--base', base, '--json', ...at)).read(Planned);
    const made = await curfew(...importing, '--plan', again.plan);

    expect([drift, again.drift]).toEqual([[], []]);
    expect(comment).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('| amount 1,000 -&gt; 1,100 |') });
    expect(moved).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('amount 1,000 -> 1,100') });
    expect(other.stderr).toContain(`(plan ${plan})`);
    // The same amount again is another version: someone was at work here.
    expect(touched).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(`(plan ${again.plan})`) });
    expect(made).toMatchObject({ exitCode: 0 });
    expect(await budgetsThere()).toEqual(['default month 900']);
  });

  test('grants show their impact too, and end with it', async () => {
    await curfew('budgets', 'set', 'default', 'month', '600', '--yes', ...at);
    const topUp = [
      'topup',
      'add',
      'ann@acme.example',
      '500',
      '--reason',
      'x',
      '--from',
      '2026-03-01',
      '--to',
      '2026-03-31',
    ];
    const exempt = ['exempt', 'add', 'ann@acme.example', '--reason', 'x', '--until', '2099-03-31'];

    const freed = (await curfew(...topUp, '--dry-run', '--json', ...at)).read(ImpactDocument);
    const kept = (await curfew(...exempt, '--json', ...at)).read(WithImpact).impact;
    const ended = await curfew('exempt', 'end', 'ann@acme.example', ...at);

    expect(freed.freed).toEqual(['ann@acme.example']);
    expect(freed.edits).toMatchObject([{ record: 'top-up', change: 'add', after: { credits: 500 } }]);
    expect(kept).toMatchObject({ changes: [{ email: 'ann@acme.example', from: 1_000, without: 700, to: 1_000 }] });
    expect(ended).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('stops 1 person') });
  });

  test('while figures are in doubt the impact says so, and does not fail', async () => {
    const shown = await curfew('budgets', 'set', 'org', 'month', '5000', '--dry-run', '--json', '--at', '2026-03-17');

    expect(shown.exitCode).toBe(4);
    expect(shown.read(ImpactDocument)).toMatchObject({
      dataThrough: '2026-03-14',
      held: { guard: 'trust-gate' },
      warnings: [{ kind: 'doubtful-data', scope: null }],
    });
  });

  test('a setting that would stop somebody asks, and is made with --yes alone', async () => {
    const args = ['settings', 'set', 'limitCeilingCredits', '600'];
    const value = async () =>
      (await curfew('settings', 'show', 'limitCeilingCredits', '--json')).read(
        z.array(z.object({ value: z.unknown() })),
      );

    const shown = await curfew(...args, '--dry-run', ...at);
    const refused = await curfew(...args, '--json', ...at);
    const declined = await installation.commandLine({ answer: false })(...args, ...at);
    const before = await value();
    const made = (await curfew(...args, '--yes', '--json', ...at)).read(WithImpact);

    expect(shown.stdout).toMatch(/1 person is STOPPED .*ceiling: ann@acme\.example/u);
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/stops 1 person.*--yes/u) });
    expect(declined).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Nothing was changed') });
    expect(before).toEqual([{ value: null }]);
    expect(made.impact).toMatchObject({ stopped: ['ann@acme.example'], asksBecause: ['stops 1 person at once'] });
    expect(await value()).toEqual([{ value: 600 }]);
  });

  test('a setting that moves no limit is made without a word about limits', async () => {
    const made = await curfew('settings', 'set', 'rereadDays', '5', ...at);

    expect(made).toMatchObject({ exitCode: 0 });
    expect(made.stdout).not.toMatch(/limit/iu);
  });
});
