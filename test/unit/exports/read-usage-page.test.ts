import { expect, test, vi } from 'vitest';

import { memoryLedgerStore, memoryUserStore } from '../../../shared/enforcement/memory-store.ts';
import type { UsageRow } from '../../../shared/exports/usage-row.ts';
import { openUsage } from '../../../shared/exports/use-cases/open-usage.ts';
import { memoryJournal } from '../../../shared/journal/store/memory-journal.ts';
import { memoryTeamStore } from '../../../shared/teams/memory-store.ts';
import { aLedgerDay } from '../../support/domain-samples.ts';

const range = { from: '2026-03-01', through: '2026-03-04' };

async function someLedger() {
  const [users, ledger] = [memoryUserStore(), memoryLedgerStore()];
  await users.put([
    { userId: 'ann', email: 'Ann@acme.example' },
    { userId: 'bob', email: 'bob@acme.example' },
  ]);
  await ledger.putDay(aLedgerDay({ day: '2026-03-01', totalCredits: 100, models: [{ model: 'large', credits: 100 }] }));
  await ledger.putRows('2026-03-01', [
    { userId: 'ann', credits: 30, email: null },
    { userId: 'former-ann', credits: 20, email: 'ann@acme.example ' },
    { userId: 'stray', credits: 50, email: 'stray@acme.example' },
  ]);
  await ledger.putDay(aLedgerDay({ day: '2026-03-02', status: 'suspect', totalCredits: 7 }));
  await ledger.putRows('2026-03-02', [{ userId: 'bob', credits: 7, email: null }]);
  await ledger.putDay(
    aLedgerDay({
      day: '2026-03-04',
      totalCredits: 12,
      models: [
        { model: 'large', credits: 6 },
        { model: 'small', credits: 6 },
      ],
    }),
  );
  await ledger.putRows('2026-03-04', [{ userId: 'bob', credits: 10, email: null }]);
  return { users, ledger, journal: memoryJournal(), teams: memoryTeamStore(memoryJournal()) };
}

type Ports = Awaited<ReturnType<typeof someLedger>>;

async function readUsagePage(
  ports: Ports,
  { range: days, at, rowsMax }: { readonly range: typeof range; readonly at?: Place; readonly rowsMax: number },
) {
  const { page, incomplete } = await openUsage(ports, { range: days, today: '2026-03-05' });
  return { ...(await page(at, rowsMax)), incomplete };
}

type Place = NonNullable<Parameters<Awaited<ReturnType<typeof openUsage>>['page']>[0]>;

const row = (fields: Partial<UsageRow>): UsageRow => ({
  day: '2026-03-01',
  status: 'complete',
  userId: null,
  email: null,
  team: null,
  model: null,
  credits: 0,
  correctedOn: null,
  ...fields,
});

test('an export has a row a person and day, and what was billed beyond them', async () => {
  expect(await readUsagePage(await someLedger(), { range, rowsMax: 100 })).toStrictEqual({
    rows: [
      row({ userId: 'ann', email: 'Ann@acme.example', model: 'large', credits: 50 }),
      row({ userId: 'stray', email: 'stray@acme.example', model: 'large', credits: 50 }),
      row({ day: '2026-03-02', status: 'suspect', userId: 'bob', email: 'bob@acme.example', credits: 7 }),
      row({ day: '2026-03-04', userId: 'bob', email: 'bob@acme.example', credits: 10 }),
      row({ day: '2026-03-04', credits: 2 }),
    ],
    next: undefined,
    incomplete: ['2026-03-02', '2026-03-03'],
  });
});

test('pages of any length have the same rows, each once', async () => {
  const ports = await someLedger();
  const { rows: all } = await readUsagePage(ports, { range, rowsMax: 100 });
  for (const rowsMax of [1, 2, 3, 5]) {
    const rows: UsageRow[] = [];
    let page = await readUsagePage(ports, { range, rowsMax });
    rows.push(...page.rows);
    while (page.next !== undefined) {
      page = await readUsagePage(ports, { range, rowsMax, at: page.next });
      rows.push(...page.rows);
    }
    expect(rows).toStrictEqual(all);
  }
});

test('days before the platform has figures are no rows', async () => {
  const before = { from: '2025-12-01', through: '2025-12-31' };

  expect(await readUsagePage(await someLedger(), { range: before, rowsMax: 100 })).toMatchObject({ rows: [] });
});

test('pages in their order read the roster, the days and each day’s rows once', async () => {
  const ports = await someLedger();
  const [list, readEach] = [vi.spyOn(ports.users, 'list'), vi.spyOn(ports.ledger, 'readEach')];
  const { rows: all } = await readUsagePage(ports, { range, rowsMax: 100 });
  list.mockClear();
  readEach.mockClear();

  const { page } = await openUsage(ports, { range, today: '2026-03-05' });
  const rows: UsageRow[] = [];
  for (let read = await page(undefined, 1); ; read = await page(read.next, 1)) {
    rows.push(...read.rows);
    if (read.next === undefined) {
      break;
    }
  }

  expect(rows).toStrictEqual(all);
  expect([list.mock.calls.length, readEach.mock.calls.length]).toEqual([1, 1]);
});

test('a restated day has its first figures and a correction, which add up to the ledger', async () => {
  const ports = await someLedger();
  const { rows: before } = await readUsagePage(ports, { range, rowsMax: 100 });
  const restated = (userId: string, from: number, to: number) => ({
    id: `n/restated/${userId}`,
    at: '2026-04-03T02:30:00.000Z',
    kind: 'day-restated' as const,
    actor: 'curfew',
    subject: '2026-03-04',
    detail: { totalBefore: 7, totalAfter: 12, userCount: 1, users: [{ userId, before: from, after: to }] },
  });
  await ports.journal.append([restated('bob', 5, 10)]);

  const { page } = await openUsage(ports, { range, today: '2026-04-10' });
  const { rows } = await page(undefined, 100);

  const bob = { day: '2026-03-04', userId: 'bob', email: 'bob@acme.example', credits: 5 };
  expect(rows.filter(({ day, userId }) => day === '2026-03-04' && userId === 'bob')).toStrictEqual([
    row(bob),
    row({ ...bob, correctedOn: '2026-04-03' }),
  ]);
  const sum = (all: readonly UsageRow[]) => all.reduce((total, { credits }) => total + credits, 0);
  expect(sum(rows)).toBe(sum(before));
});
