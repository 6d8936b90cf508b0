import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { listCaps } from '../../../../shared/caps/use-cases.ts';
import { addDays, daysOf, type Day } from '../../../../shared/kernel/time/day.ts';
import { aConfirmedLimit, aLedgerDay } from '../../../support/domain-samples.ts';
import { someSettings } from '../../../support/enforcement-settings.ts';
import { memoryTables } from '../../../support/memory-tables.ts';
import { aTablesWorld, tonight } from '../../../support/tables-world.ts';

const today = '2026-03-15';
const atMs = Date.parse(`${today}T09:00:00.000Z`);
const order = { atMs, settings: someSettings() };
const userIds = ['ann', 'bob', 'cem'];

/** Three users who consume more each day, from the first of February on; some days are in doubt. */
async function someTables(
  budgets: readonly { readonly scope: string; readonly window: string }[],
  suspectDays: readonly Day[] = [],
) {
  const stores = memoryTables();
  const { ledger } = stores;
  const readDays: Day[] = [];
  const tables = {
    clock: { now: () => atMs },
    ...stores,
    ledger: {
      ...ledger,
      readEach: (days: readonly Day[]) => {
        readDays.push(...days);
        return ledger.readEach(days);
      },
    },
  };
  budgets.forEach((budget, index) => tables.budgets.writeByHand({ ...budget, amount: 9_000 + index }));
  await tables.users.put(userIds.map((userId) => ({ userId, email: `${userId}@acme.example` })));
  await tables.limits.put([aConfirmedLimit('ann', 700)], 1);
  for (const [index, day] of daysOf({ from: '2026-02-01', through: '2026-03-14' }).entries()) {
    await ledger.putDay(aLedgerDay({ day, status: suspectDays.includes(day) ? 'suspect' : 'complete' }));
    const rows = userIds.map((userId, place) => ({ userId, credits: index * (place + 1), email: null }));
    await ledger.putRows(day, rows);
  }
  return { tables, readDays };
}

test('caps of users’ own budgets are read from the days of the windows in use', async () => {
  const { tables, readDays } = await someTables([{ scope: 'default', window: 'month' }]);

  await listCaps(tables, order);

  expect(readDays.toSorted()).toEqual(daysOf({ from: '2026-03-01', through: '2026-03-14' }));
});

test('where users share a budget, caps are read from the months that tell who needs how much of it', async () => {
  const { tables, readDays } = await someTables([{ scope: 'org', window: 'month' }]);

  await listCaps(tables, order);

  expect(readDays.toSorted()).toEqual(daysOf({ from: '2026-02-01', through: '2026-03-14' }));
});

test('caps that are read alone are those of a snapshot of everything', async () => {
  const anyBudget = fc.record({
    scope: fc.constantFrom('default', 'org', 'user:ann@acme.example'),
    window: fc.constantFrom('day', 'week', 'month', 'quarter', 'platform'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(anyBudget, { maxLength: 4, selector: ({ scope, window }) => `${scope} ${window}` }),
      fc.uniqueArray(
        fc.integer({ min: 1, max: 45 }).map((back) => addDays(today, -back)),
        { maxLength: 3 },
      ),
      async (budgets, suspectDays) => {
        const { tables } = await someTables(budgets, suspectDays);

        const whole = await listCaps(tables, { ...order, share: async ({ read }) => read() });

        expect(await listCaps(tables, order)).toEqual(whole);
      },
    ),
  );
});

test('the days of the ledger are listed once', async () => {
  const { tables } = await someTables([{ scope: 'default', window: 'month' }]);
  let lists = 0;
  const ledger = {
    ...tables.ledger,
    listDays: async (range: { readonly from: Day; readonly through: Day }) => {
      lists += 1;
      return tables.ledger.listDays(range);
    },
  };

  await listCaps({ ...tables, ledger }, order);

  expect(lists).toBe(1);
});

describe('caps that are listed', () => {
  /** Ann has used all of her limit, Bob has most left, Cem has no limit that is known, and Dan leaves little. */
  async function someCaps() {
    const { ports } = await aTablesWorld();
    await ports.users.put(['cem', 'dan'].map((userId) => ({ userId, email: `${userId}@acme.example` })));
    await ports.limits.put([aConfirmedLimit('ann', 100), aConfirmedLimit('dan', 50)], 0);
    ports.teams.writeByHand({ name: 'web', members: ['ann@acme.example', 'bob@acme.example'], position: 1 });
    ports.teams.writeByHand({ name: 'ops', members: ['dan@acme.example'], position: 2 });
    return ports;
  }
  const now = { atMs: Date.parse(tonight.at), settings: someSettings() };

  async function listed(said: Partial<Parameters<typeof listCaps>[1]>) {
    const outcome = await listCaps(await someCaps(), { ...now, ...said });
    return outcome.kind === 'listed' ? outcome.document : outcome.kind;
  }

  async function names(said: Partial<Parameters<typeof listCaps>[1]>) {
    const document = await listed(said);
    return typeof document === 'string' ? document : document.map(({ userId }) => userId);
  }

  test('begin with who is stopped, and go on with those who have the least left', async () => {
    expect(await names({})).toEqual(['ann', 'dan', 'bob', 'cem']);
  });

  test('are those of a team alone, where there is such a team', async () => {
    expect(await names({ team: 'web' })).toEqual(['ann', 'bob']);
    expect(await names({ team: 'none' })).toBe('no-team');
  });

  test('are those who are stopped alone, or stand otherwise', async () => {
    expect(await names({ status: 'stopped' })).toEqual(['ann']);
    expect(await names({ status: 'confirmed' })).toEqual(['ann', 'dan', 'bob']);
    expect(await names({ status: 'confirmed', team: 'ops' })).toEqual(['dan']);
  });

  test('show the budget that decides, what is left and what was used', async () => {
    const [ann] = await listed({ email: 'ann@acme.example' });
    const [cem] = await listed({ email: 'cem@acme.example' });

    expect(ann).toMatchObject({
      email: 'ann@acme.example',
      userId: 'ann',
      limit: 100,
      used: 100,
      headroom: 0,
      exposure: expect.any(Number),
      binding: { scope: 'default', window: 'month' },
      reserved: 0,
      status: 'confirmed',
      team: 'web',
      stopped: true,
    });
    expect(cem).toMatchObject({ limit: null, headroom: null, exposure: null, team: null, stopped: false });
  });
});
