import { describe, expect, test } from 'vitest';

import { memoryLiveStore } from '../../../../../shared/enforcement/memory-store.ts';
import {
  collectAgain,
  collectTables,
  type TablePorts,
} from '../../../../../shared/enforcement/use-cases/collect/collect-tables.ts';
import { daysOf, startOfDayMs, type DayRange } from '../../../../../shared/kernel/time/day.ts';
import { noLiveState } from '../../../../../shared/live/live-state.ts';
import { totalsAfter } from '../../../../../shared/live/totals/totals-state.ts';
import { Settings } from '../../../../../shared/settings/contract/settings.ts';
import { aLedgerDay } from '../../../../support/domain-samples.ts';
import { someSettings } from '../../../../support/enforcement-settings.ts';
import { aTablesWorld, tonight } from '../../../../support/tables-world.ts';

type Scene = NonNullable<Parameters<typeof aTablesWorld>[0]>;

/** The tables, with what was asked of the ledger. */
async function aWorld(scene: Scene = {}) {
  const { ports } = await aTablesWorld(scene);
  const asked: DayRange[] = [];
  const read: string[] = [];
  const ledger: TablePorts['ledger'] = {
    ...ports.ledger,
    async listDays(range) {
      asked.push(range);
      return ports.ledger.listDays(range);
    },
    readEach(days) {
      read.push(...days);
      return ports.ledger.readEach(days);
    },
  };
  const { users, budgets, grants, teams, limits } = ports;
  return { ports, asked, read, tables: { users, budgets, grants, teams, limits, ledger } };
}

const lookedAt = { from: '2025-11-15', through: '2026-03-14' };

describe('what a plan rests on', () => {
  test('is everybody’s use through yesterday, for which the days are asked for once', async () => {
    const { tables, asked } = await aWorld();

    const collected = await collectTables(tables, someSettings(), tonight);

    expect(collected).toMatchObject({ through: '2026-03-14', hold: undefined, problems: [] });
    expect(collected.users.map(({ userId }) => userId)).toEqual(['ann', 'bob']);
    expect(collected.usage.users.get('ann')?.credits.month).toBe(100);
    expect(collected.float).toBeUndefined();
    expect(asked).toEqual([lookedAt]);
  });

  test('is in doubt while a day of a window is missing', async () => {
    const { tables } = await aWorld({ completeThrough: '2026-03-13' });

    const collected = await collectTables(tables, someSettings(), tonight);

    expect(collected).toMatchObject({ through: '2026-03-13', hold: { guard: 'trust-gate' } });
  });

  test('names rows that cannot be read, and use', async () => {
    const { ports, tables } = await aWorld();
    ports.budgets.writeByHand({ scope: 'org', window: 'month', amount: -1, version: 1 });
    await ports.ledger.putDay(aLedgerDay({ day: '2026-03-12', unreadableUserIds: ['ann'] }));

    const { problems } = await collectTables(tables, someSettings(), tonight);

    expect(problems).toEqual([expect.stringMatching(/use of 1 user /u), expect.stringMatching(/org/u)]);
  });
});

describe('for caps alone', () => {
  test('no day before the windows is read', async () => {
    const { tables, read } = await aWorld();

    await collectTables(tables, someSettings(), tonight, true);

    expect(read.toSorted()[0]).toBe('2026-03-01');
  });

  test('the days before are read where a pool is divided by them', async () => {
    const { ports, tables, read } = await aWorld();
    ports.budgets.writeByHand({ scope: 'org', window: 'month', amount: 5_000, version: 1 });

    await collectTables(tables, someSettings(), tonight, true);

    expect(read.toSorted()[0]).toBe('2026-02-01');
  });

  test('a day that is not known yet is no part of what everybody used', async () => {
    const { ports, tables } = await aWorld();
    await ports.ledger.putDay(aLedgerDay({ day: '2026-03-14', status: 'suspect', totalCredits: 70 }));

    const { use } = await collectTables(tables, someSettings(), tonight, true);

    expect(use.range).toEqual({ from: '2026-03-01', through: '2026-03-13' });
    expect([...use.organization]).toHaveLength(13);
  });
});

describe('what is left to be given in the day', () => {
  const { live } = Settings.parse({ live: { mode: 'on', shadowDays: 14 } });

  /** Sessions that were read before the end of each day, and an hour ago, and used what was billed. */
  async function readSessions() {
    let { totals } = noLiveState;
    const days = daysOf({ from: '2026-02-20', through: '2026-03-14' });
    const looks = [...days.map((day) => startOfDayMs(day) + 86_000_000), Date.parse('2026-03-15T01:30:00.000Z')];
    for (const [index, beganAtMs] of looks.entries()) {
      const risenCredits = days[index] === '2026-03-10' ? 200 : 0;
      totals = totalsAfter(totals, { beganAtMs, endedAtMs: beganAtMs, doubts: [], sessionCount: 1, risenCredits });
    }
    const store = memoryLiveStore();
    await store.putState({ ...noLiveState, totals });
    await store.putFloat({ at: tonight.at, seenIds: ['ann'], nightShare: 0.5 });
    return store;
  }

  test('is what was said last, while the totals agree with the bill', async () => {
    const { tables } = await aWorld();

    const { float } = await collectTables({ ...tables, live: await readSessions() }, someSettings({ live }), tonight);

    expect(float).toMatchObject({ seenIds: new Set(['ann']), nightShare: 0.5 });
  });

  test.for([
    ['it was never said', noLiveState],
    ['nothing was read', undefined],
  ] as const)('is nothing where %s', async ([, state]) => {
    const { tables } = await aWorld();
    const store =
      state === undefined ? memoryLiveStore() : { ...(await readSessions()), readFloat: async () => undefined };

    expect((await collectTables({ ...tables, live: store }, someSettings({ live }), tonight)).float).toBeUndefined();
  });

  test('is nothing while it is only watched, and without sessions', async () => {
    const { tables } = await aWorld();
    const shadow = { ...live, mode: 'shadow' as const };
    const store = await readSessions();

    expect(
      (await collectTables({ ...tables, live: store }, someSettings({ live: shadow }), tonight)).float,
    ).toBeUndefined();
    expect((await collectTables({ ...tables, live: store }, someSettings(), tonight)).float).toBeUndefined();
    expect((await collectTables(tables, someSettings({ live }), tonight)).float).toBeUndefined();
  });

  test.for([
    [118, [lookedAt]],
    [150, [lookedAt, { from: '2025-10-14', through: '2026-03-14' }]],
  ] as const)(
    'goes by the days that are compared, %s and two, further back than all else if need be',
    async ([shadowDays, ranges]) => {
      const { tables, asked } = await aWorld();
      const further = { ...live, shadowDays };

      await collectTables({ ...tables, live: await readSessions() }, someSettings({ live: further }), tonight);

      expect(asked).toEqual(ranges);
    },
  );
});

describe('under other rules at the same moment', () => {
  async function again(change: (ports: Awaited<ReturnType<typeof aWorld>>['ports']) => void, before = change) {
    const { ports, tables, asked } = await aWorld();
    ports.budgets.writeByHand({ scope: 'org', window: 'month', amount: -1, version: 1 });
    await ports.ledger.putDay(aLedgerDay({ day: '2026-03-12', unreadableUserIds: ['ann'] }));
    if (before !== change) {
      before(ports);
    }
    const collected = await collectTables(tables, someSettings(), tonight);
    asked.length = 0;
    change(ports);
    const found = await collectAgain(tables, someSettings(), tonight, collected);
    return { collected, found, asked, kinds: found.usage.windows.map(({ kind }) => kind).toSorted() };
  }

  test('the ledger is not read again where they look at the same windows', async () => {
    const { collected, found, asked } = await again(({ budgets }) => {
      budgets.writeByHand({ scope: 'default', window: 'month', amount: 700, version: 2 });
    });

    expect(asked).toEqual([]);
    expect(found.usage).toBe(collected.usage);
    expect(found.budgets).toMatchObject([{ amount: { credits: 700 } }]);
    expect(found.problems).toEqual(collected.problems);
    expect(found.problems).toHaveLength(2);
  });

  test('it is where they look at one window more', async () => {
    const { found, asked, kinds } = await again(({ budgets }) => {
      budgets.writeByHand({ scope: 'user:ann@acme.example', window: 'quarter', amount: 700, version: 1 });
    });

    expect(asked).toHaveLength(1);
    expect(kinds).toEqual(['month', 'platform', 'quarter']);
    expect(found.users).toHaveLength(2);
    expect(found.budgets).toHaveLength(2);
  });

  const ofAnn = (window: 'week' | 'quarter') => ({ scope: 'user:ann@acme.example', window });
  const withQuarter = ({ budgets }: Awaited<ReturnType<typeof aWorld>>['ports']) =>
    budgets.writeByHand({ ...ofAnn('quarter'), amount: 700, version: 1 });

  test('it is where they look at one window less', async () => {
    const { asked, kinds } = await again(({ budgets }) => budgets.removeByHand(ofAnn('quarter')), withQuarter);

    expect({ asked: asked.length, kinds }).toEqual({ asked: 1, kinds: ['month', 'platform'] });
  });

  test('it is where they look at another window', async () => {
    const { asked, kinds } = await again(({ budgets }) => {
      budgets.removeByHand(ofAnn('quarter'));
      budgets.writeByHand({ ...ofAnn('week'), amount: 700, version: 1 });
    }, withQuarter);

    expect({ asked: asked.length, kinds }).toEqual({ asked: 1, kinds: ['month', 'platform', 'week'] });
  });
});
