import { expect, test } from 'vitest';

import { readBudgetFile } from '../../../../shared/budgets/contract/budget-file.ts';
import { callerOfClaims } from '../../../../shared/kernel/access/caller.ts';
import { performOperation } from '../../../../shared/kernel/api/perform-operation.ts';
import { daysOf, type Day } from '../../../../shared/kernel/time/day.ts';
import { Settings } from '../../../../shared/settings/contract/settings.ts';
import type { Installation } from '../../../../shared/wiring/installation.ts';
import { aLedgerDay } from '../../../support/domain-samples.ts';
import { memoryTables } from '../../../support/memory-tables.ts';

const nowMs = Date.parse('2026-03-15T08:00:00Z');
const settings = Settings.parse({
  roles: { viewers: ['cfo@acme.example'], teamOwners: { lab: ['lead@acme.example'] } },
});

/** Ann of the team lab uses 100 a day, Bob of no team 50, from a day on. */
async function installed(from: Day): Promise<Installation> {
  const tables = memoryTables();
  tables.teams.writeByHand({ name: 'lab', members: ['ann@acme.example'], position: 1 });
  tables.budgets.writeByHand({ scope: 'default', window: 'day', amount: 9_000 });
  await tables.users.put([
    { userId: 'ann', email: 'ann@acme.example' },
    { userId: 'bob', email: 'bob@acme.example' },
  ]);
  for (const day of daysOf({ from, through: '2026-03-14' })) {
    const rows = [
      { userId: 'ann', email: 'ann@acme.example', credits: 100 },
      { userId: 'bob', email: 'bob@acme.example', credits: 50 },
    ];
    await tables.ledger.putRows(day, rows);
    await tables.ledger.putDay(aLedgerDay({ day, totalCredits: 150 }));
  }
  return { ...tables, readSettings: () => settings } as unknown as Installation;
}

async function suggested(
  given: Readonly<Record<string, string>>,
  { email = 'cfo@acme.example', from = '2026-02-01' }: { readonly email?: string; readonly from?: Day } = {},
) {
  const context = { installation: await installed(from), now: () => nowMs };
  const caller = callerOfClaims({ sub: 'x', email, emailVerified: true });
  const { document } = await performOperation(context, { id: 'suggestBudgets', caller, given });
  return document as {
    readonly budgets: readonly { readonly scope: string; readonly amount: number }[];
    readonly months: readonly { readonly from: Day; readonly stopped: readonly { readonly email: string }[] }[];
    readonly csv: string;
    readonly others: number;
    readonly people: number;
  };
}

test('an import of the file of a suggestion makes exactly its budgets', async () => {
  const { budgets, csv, others } = await suggested({ total: '4k', byTeam: 'true' });

  const read = readBudgetFile(new TextEncoder().encode(csv), 'csv');
  expect(csv).toBe(
    'scope,window,amount,mode,guarantee\norg,month,4000,enforce,strict\nteam:lab,month,2700,enforce,strict\n',
  );
  expect(read.problems).toEqual([]);
  expect(read.budgets).toHaveLength(budgets.length);
  expect(others).toBe(1);
});

test('a suggestion says of each past month who would have been stopped', async () => {
  const { months } = await suggested({ percentile: '50' });

  expect(months.map(({ from, stopped }) => [from, stopped.map(({ email }) => email)])).toEqual([
    ['2026-02-01', ['ann@acme.example']],
    ['2026-03-01', []],
  ]);
});

test('the owner of a team gets a suggestion from the use of its members alone, without one for the organization', async () => {
  const { budgets, people, months } = await suggested({ total: '1k', byTeam: 'true' }, { email: 'lead@acme.example' });

  expect(budgets.map(({ scope, amount }) => [scope, amount])).toEqual([['team:lab', 1_000]]);
  expect(people).toBe(1);
  expect(new Set(months.flatMap(({ stopped }) => stopped.map(({ email }) => email)))).toEqual(
    new Set(['ann@acme.example']),
  );
});

test('whoever sees no team gets no suggestion', async () => {
  await expect(suggested({}, { email: 'bob@acme.example' })).rejects.toMatchObject({ kind: 'not-allowed' });
});

test.for<readonly [given: Readonly<Record<string, string>>, said: RegExp]>([
  [{ total: '60m' }, /such as 60M; did you mean 60M\?/u],
  [{ total: '0' }, /give whole credits a month, 1 or more/u],
  [{ total: '1.5' }, /give whole credits a month, 1 or more/u],
  [{ percentile: '0.95' }, /from 1 to 100, such as 95; the nearest is 95/u],
  [{ percentile: '120' }, /the nearest is 100/u],
  [{ percentile: 'most' }, /give a whole number from 1 to 100/u],
  [{ total: '1M', percentile: '95' }, /give one of them/u],
])('a goal that cannot be meant is refused with what to give: %j', async ([given, said]) => {
  await expect(suggested(given)).rejects.toMatchObject({ kind: 'invalid-input', message: expect.stringMatching(said) });
});

test('with fewer than 14 known days nothing is suggested, and it is said how many there are and what to do', async () => {
  await expect(suggested({ at: '2026-03-06T08:00:00Z' }, { from: '2026-03-01' })).rejects.toMatchObject({
    kind: 'conflict',
    message: expect.stringMatching(/known for 5 days; a suggestion needs 14\. .*npx curfew run enforce/u),
    facts: { knownDays: 5, daysNeeded: 14 },
  });
});
