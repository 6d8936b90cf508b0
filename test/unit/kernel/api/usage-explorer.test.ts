import { describe, expect, test } from 'vitest';

import { callerOfClaims } from '../../../../shared/kernel/access/caller.ts';
import { performOperation } from '../../../../shared/kernel/api/perform-operation.ts';
import type { OperationDocument, OperationId } from '../../../../shared/kernel/contract/contracts.ts';
import { daysOf } from '../../../../shared/kernel/time/day.ts';
import { Settings } from '../../../../shared/settings/contract/settings.ts';
import type { Installation } from '../../../../shared/wiring/installation.ts';
import { aLedgerDay } from '../../../support/domain-samples.ts';
import { memoryTables } from '../../../support/memory-tables.ts';

const nowMs = Date.parse('2026-03-15T08:00:00Z');
const settings = Settings.parse({
  roles: { viewers: ['cfo@acme.example'], teamOwners: { lab: ['lead@acme.example'] } },
});

/** Ann of the team lab uses 100 a day and Bob of no team 50, in March twice as much; one model is named. */
async function installed(): Promise<Installation> {
  const tables = memoryTables();
  tables.teams.writeByHand({ name: 'lab', members: ['ann@acme.example'], position: 1 });
  tables.budgets.writeByHand({ scope: 'team:lab', window: 'month', amount: 4_000 });
  tables.budgets.writeByHand({ scope: 'default', window: 'month', amount: 9_000 });
  await tables.users.put([
    { userId: 'ann', email: 'ann@acme.example' },
    { userId: 'bob', email: 'bob@acme.example' },
  ]);
  for (const day of daysOf({ from: '2026-02-01', through: '2026-03-14' })) {
    const often = day < '2026-03-01' ? 1 : 2;
    const rows = [
      { userId: 'ann', email: 'ann@acme.example', credits: 100 * often },
      { userId: 'bob', email: 'bob@acme.example', credits: 50 * often },
    ];
    await tables.ledger.putRows(day, rows);
    const models = [{ model: 'opus', credits: 90 * often }];
    await tables.ledger.putDay(aLedgerDay({ day, totalCredits: 150 * often, models }));
  }
  return { ...tables, readSettings: () => settings } as unknown as Installation;
}

async function ask<Id extends OperationId>(
  id: Id,
  given: Readonly<Record<string, string>>,
  email = 'cfo@acme.example',
): Promise<OperationDocument<Id>> {
  const context = { installation: await installed(), now: () => nowMs };
  const caller = callerOfClaims({ sub: 'x', email, emailVerified: true });
  return (await performOperation(context, { id, caller, given })).document as OperationDocument<Id>;
}

describe('use is explored', () => {
  test('by person, the largest first, each by day and beside as many days before', async () => {
    const shown = await ask('exploreUsage', {});

    expect(shown).toMatchObject({
      from: '2026-03-01',
      through: '2026-03-14',
      before: { from: '2026-02-15', through: '2026-02-28' },
      total: 14 * 300,
      beforeTotal: 14 * 150,
    });
    expect(shown.rows.map(({ email, team, credits, before }) => [email, team, credits, before])).toEqual([
      ['ann@acme.example', 'lab', 2_800, 1_400],
      ['bob@acme.example', null, 1_400, 700],
    ]);
    expect(shown.rows[1]?.days).toEqual(Array.from({ length: 14 }, () => 100));
    expect(shown.days[0]).toEqual({ day: '2026-03-01', credits: 300, before: 150 });
  });

  test('by team and by model, with the use that has none', async () => {
    const [teams, models] = [await ask('exploreUsage', { by: 'team' }), await ask('exploreUsage', { by: 'model' })];

    expect(teams.rows.map(({ name, credits }) => [name, credits])).toEqual([
      ['lab', 2_800],
      [null, 1_400],
    ]);
    expect(models.rows.map(({ name, credits }) => [name, credits])).toEqual([
      ['opus', 2_520],
      [null, 1_680],
    ]);
  });

  test('in pages and by a part of a name, with the total of all', async () => {
    const page = await ask('exploreUsage', { limit: '1' });
    const found = await ask('exploreUsage', { search: 'BOB' });

    expect(page).toMatchObject({ rows: [{ key: 'ann' }], total: 4_200, place: { total: 2 } });
    expect(page.next).not.toBeNull();
    expect(found).toMatchObject({ rows: [{ key: 'bob' }], total: 4_200 });
  });

  test('without a comparison where the days before are not all known', async () => {
    const shown = await ask('exploreUsage', { from: '2026-02-05' });

    expect(shown).toMatchObject({ before: null, beforeTotal: null, rows: [{ before: null }, { before: null }] });
  });

  test('by the owner of a team in that team alone', async () => {
    const own = await ask('exploreUsage', {}, 'lead@acme.example');

    expect(own.rows.map(({ email }) => email)).toEqual(['ann@acme.example']);
    expect(own.total).toBe(2_800);
    await expect(ask('exploreUsage', { by: 'model' }, 'lead@acme.example')).rejects.toThrow('organization alone');
    await expect(ask('exploreUsage', { team: 'other' }, 'lead@acme.example')).rejects.toThrow('team');
  });
});

test('a budget burns down by day under its amount, for those who may see it', async () => {
  const given = { scope: 'team:lab', window: 'month' };
  const shown = await ask('showBurnDown', given, 'lead@acme.example');

  expect(shown).toMatchObject({
    from: '2026-03-01',
    through: '2026-03-31',
    today: '2026-03-15',
    amount: 4_000,
    used: 2_800,
  });
  expect(shown.days[13]).toMatchObject({ day: '2026-03-14', credits: 200, used: 2_800, amount: 4_000, mean: null });
  expect(shown.days.at(-1)).toMatchObject({ used: null, mean: shown.forecast?.mean, high: shown.forecast?.high });
  expect(shown.runsOut?.expected).toBe(shown.days.find(({ mean }) => (mean ?? 0) >= 4_000)?.day);
  await expect(ask('showBurnDown', { ...given, scope: 'default' }, 'lead@acme.example')).rejects.toThrow('no budget');
});
