import { describe, expect, test } from 'vitest';

import { PlatformUnavailableError } from '../../../../shared/kernel/runs/ports.ts';
import { addDays } from '../../../../shared/kernel/time/day.ts';
import type { CoverageDay } from '../../../../shared/live/live-state.ts';
import type { SessionTotal } from '../../../../shared/live/totals/session-total.ts';
import type { LiveWork } from '../../../../shared/live/use-cases/live-work.ts';
import { planLive } from '../../../../shared/live/use-cases/plan-live.ts';
import { aConfirmedLimit, aLedgerDay } from '../../../support/domain-samples.ts';
import { aLiveRun, at, nowMs, type LiveScene } from './live-tables.ts';

interface Scene extends LiveScene {
  readonly totals?: (
    totals: Awaited<ReturnType<typeof aLiveRun>>['totals'],
  ) => Awaited<ReturnType<typeof aLiveRun>>['totals'];
}

async function planned({ totals: alter = (totals) => totals, ...scene }: Scene = {}) {
  const { work, totals, store } = await aLiveRun(scene);
  return { ...(await planLive(work, alter(totals))), store };
}

const limitsOf = ({ changes }: Awaited<ReturnType<typeof planned>>) =>
  changes.map(({ userId, limitCredits, reason }) => [userId, limitCredits, reason]);

describe('a look while the totals agree with the bill', () => {
  test('gives what is provably free to whoever is seen to run out', async () => {
    const { changes } = await planned();

    expect(changes).toStrictEqual([
      {
        kind: 'set',
        userId: 'ann',
        email: 'ann@acme.example',
        fromCredits: 1_000,
        limitCredits: 3_000,
        reason: 'raised',
        binding: {
          scope: { kind: 'org' },
          window: 'month',
          usedCredits: 100,
          pools: 'org month 4000 strict',
          headroomCredits: 2_900,
        },
      },
    ]);
  });

  test('reports what is proven of each pool, and what is seen', async () => {
    const { report } = await planned();

    expect(report).toStrictEqual({
      runId: 'live-12-hourly',
      at,
      standing: { kind: 'on', scale: 1 },
      seenCredits: 890,
      seenUsers: 2,
      hookUsers: 2,
      pools: [
        {
          scope: 'org',
          window: 'month',
          amountCredits: 4_000,
          provenCredits: 2_000,
          worstCaseCredits: 2_000,
          freeCredits: 2_000,
          unboundedUsers: 0,
        },
      ],
      given: { users: 0, credits: 0 },
    });
  });

  test('gives for as long as it is until the night, where more is free', async () => {
    // 14 hours until 02:30, each as the last one, and half as much again.
    expect(limitsOf(await planned({ pool: 100_000, terms: { trancheCredits: 1 } }))).toEqual([
      ['ann', 100 + 880 + 14 * 1.5 * 880, 'raised'],
    ]);
  });

  test('gives at least as much as the settings say', async () => {
    const slow = { ann: 895 };
    const burns =
      (hourCredits: number): NonNullable<Scene['totals']> =>
      (totals) => ({
        ...totals,
        sessions: new Map(
          [...totals.sessions].map(([id, session]) => [id, { ...session, lastBurn: { atMs: nowMs, hourCredits } }]),
        ),
      });

    const [given] = limitsOf(
      await planned({ pool: 1_000_000, usedToday: slow, terms: { trancheCredits: 7_000 }, totals: burns(5) }),
    );

    expect(given?.[1]).toBe(100 + 895 + 7_000);
  });

  test('goes by what the sessions are in billed credits', async () => {
    const { report, changes } = await planned({ scale: 2, usedToday: { ann: 440, bob: 5.25 } });

    expect(report).toMatchObject({ standing: { kind: 'on', scale: 2 }, seenCredits: 891 });
    expect(changes).toMatchObject([{ userId: 'ann' }]);
  });

  test('gives nothing while a plan waits for approval, and reports all the same', async () => {
    const waiting = {
      planId: 'p-1',
      at,
      heldAt: at,
      expiresAt: '2026-03-16T00:00:00.000Z',
      runId: 'earlier',
      detail: 'it reaches far',
      changesCount: 2,
      changes: [],
    };

    const { changes, report } = await planned({ prepare: async ({ plans }) => plans.hold(waiting) });

    expect(changes).toEqual([]);
    expect(report.pools).toMatchObject([{ freeCredits: 2_000 }]);
  });

  test('has nothing to give without a pool', async () => {
    const { changes, report, low } = await planned({ pool: undefined });

    expect({ changes, pools: report.pools, low: low.userIds }).toEqual({ changes: [], pools: [], low: [] });
    expect(report).toMatchObject({ seenCredits: 890, seenUsers: 2 });
  });
});

describe('of a pool that is nearly used up', () => {
  const tight: Scene = { pool: 2_100, idle: ['bob'], terms: { capPercent: 50 } };

  test('what is lowered comes before what is raised', async () => {
    const limits = limitsOf(await planned(tight));

    expect(limits.map(([userId, , reason]) => [userId, reason])).toEqual([
      ['bob', 'lowered'],
      ['ann', 'raised'],
    ]);
  });

  test('a run that hooks start raises alone, and does not read the roster', async () => {
    const signIns = { listSince: async () => Promise.reject(new Error('sign-ins were read')) };

    const limits = limitsOf(await planned({ ...tight, runId: 'live-12-reported', alter: () => ({ signIns }) }));

    expect(limits.map(([userId, , reason]) => [userId, reason])).toEqual([['ann', 'raised']]);
  });
});

test('a run that hooks start gives all that is asked for, where it is there', async () => {
  const found = await planned({ runId: 'live-12-reported', pool: 100_000, terms: { trancheCredits: 1 } });

  expect(limitsOf(found)).toEqual([['ann', 100 + 880 + 14 * 1.5 * 880, 'raised']]);
});

test('whose limit was never confirmed is given nothing', async () => {
  const found = await planned({
    pool: 100_000,
    usedToday: { ann: 880, cem: 490 },
    async prepare({ users, limits }) {
      const email = 'cem@acme.example';
      await users.put([{ userId: 'cem', email }]);
      await limits.put(
        [{ userId: 'cem', email, unsettled: [{ limitCredits: 500, at: '2026-03-15T02:30:00.000Z', runId: 'night' }] }],
        0,
      );
    },
  });

  expect(limitsOf(found).map(([userId]) => userId)).not.toContain('cem');
});

describe('somebody who is not seen and has little left', () => {
  const unseen: Scene = {
    pool: 100_000,
    terms: { trancheCredits: 50 },
    usedToday: { ann: 880 },
    prepare: async ({ limits }) => limits.put([aConfirmedLimit('bob', 110)], 0),
  };

  test('is given something where they signed in today', async () => {
    const signIns = { listSince: async () => ['bob'] };

    expect(limitsOf(await planned({ ...unseen, alter: () => ({ signIns }) })).map(([userId]) => userId)).toContain(
      'bob',
    );
    expect(limitsOf(await planned(unseen)).map(([userId]) => userId)).toEqual(['ann']);
  });

  test('is given something where their hook reports that they are at work', async () => {
    const reported: NonNullable<Scene['totals']> = (totals) => ({ ...totals, reportedIds: new Set(['bob']) });

    expect(limitsOf(await planned({ ...unseen, totals: reported })).map(([userId]) => userId)).toContain('bob');
  });

  test('is named as running low, unless they are given enough', async () => {
    const signIns = { listSince: async () => ['bob'] };

    expect((await planned(unseen)).low).toEqual({ at, userIds: ['bob'] });
    expect((await planned({ ...unseen, alter: () => ({ signIns }) })).low).toEqual({ at, userIds: [] });
  });

  test('is given nothing where sign-ins cannot be read, which is said', async () => {
    const signIns = { listSince: async () => Promise.reject(new PlatformUnavailableError('try later')) };

    const found = await planned({ ...unseen, alter: () => ({ signIns }) });

    expect(found.problems).toEqual([expect.stringContaining('try later')]);
    expect(limitsOf(found).map(([userId]) => userId)).toEqual(['ann']);
    expect((await planned(unseen)).problems).toEqual([]);
  });
});

describe('what is proven of a pool', () => {
  /** Bob’s limit was 1,500 until half past two: by limits alone he may have used that up. */
  async function proven(said: Scene = {}) {
    const replaced = [{ limitCredits: 1_500, from: '2026-03-01T02:30:00.000Z', until: '2026-03-15T02:30:00.000Z' }];
    const { report } = await planned({
      ...said,
      prepare: async ({ limits }) => limits.put([{ ...aConfirmedLimit('bob', 200), replaced }], 0),
    });
    return report.pools[0]?.provenCredits;
  }

  test('is what the totals have shown and limits leave, in billed credits, with what may be on its way', async () => {
    const byTotals = await proven();

    expect(byTotals).toBeLessThan(2_500);
    expect(await proven({ scale: 2, usedToday: { ann: 440, bob: 5 } })).toBe(byTotals);
    expect(await proven({ terms: { totalsLagMinutes: 600 } })).toBeGreaterThan(byTotals ?? 0);
  });

  test('is what limits allow while the totals are only watched', async () => {
    expect(await proven({ terms: { mode: 'shadow' } })).toBe(2_500);
  });
});

describe('nothing is given', () => {
  test('while the totals are only watched; what is proven by limits is reported', async () => {
    const { changes, report, problems } = await planned({ terms: { mode: 'shadow' } });

    expect({ changes, problems }).toEqual({ changes: [], problems: [] });
    expect(report).toMatchObject({
      standing: { kind: 'shadow' },
      seenCredits: 890,
      pools: [{ provenCredits: 2_000 }],
    });
  });

  test('where the list of sessions was not whole', async () => {
    const { changes, report } = await planned({
      totals: ({ totals, ...rest }) => ({
        ...rest,
        totals: { ...totals, ...(totals.reading && { reading: { ...totals.reading, doubts: ['half of it'] } }) },
      }),
    });

    expect(changes).toEqual([]);
    expect(report).toMatchObject({ standing: { kind: 'doubted' } });
    expect(report.seenCredits).toBeUndefined();
  });
});

describe('while a day is in doubt', () => {
  test('a look rests on the days before it', async () => {
    const { visibility, planned: plan } = await planned({
      prepare: async ({ ledger }) => ledger.putDay(aLedgerDay({ day: '2026-03-14', status: 'suspect' })),
    });

    expect(visibility.collected).toMatchObject({ through: '2026-03-13', hold: undefined });
    expect(plan.planInputs.dataThrough).toBe('2026-03-13');
  });

  test('the last day that is known is compared with what was seen of it', async () => {
    const { coverage } = await planned({
      async prepare({ ledger }) {
        await ledger.putDay(aLedgerDay({ day: '2026-03-14', status: 'suspect' }));
        await ledger.putRows('2026-03-13', [{ userId: 'ann', credits: 100, email: null }]);
      },
    });

    expect(coverage).toEqual([{ day: '2026-03-13', hintedCredits: 0, billedCredits: 100 }]);
  });

  test('nothing is left of what the night was to leave', async () => {
    const alter: Scene['alter'] = ({ live }) => ({
      live: { ...live, readFloat: async () => ({ at, seenIds: ['ann'], nightShare: 0.5 }) },
    });
    const suspect = aLedgerDay({ day: '2026-03-14', status: 'suspect' });

    const known = await planned({ alter });
    const inDoubt = await planned({ alter, prepare: async ({ ledger }) => ledger.putDay(suspect) });

    expect(known.planned.planInputs.pools.float).toMatchObject({ nightShare: 0.5 });
    expect(inDoubt.planned.planInputs.pools.float).toBeUndefined();
  });
});

describe('what the next night is to leave', () => {
  test('is for those who are seen, and said once a day', async () => {
    expect((await planned()).float).toEqual({ at, seenIds: ['ann', 'bob'], nightShare: 0.5 });

    const alter = (storedAt: string): Scene => ({
      alter: ({ live }) => ({
        live: { ...live, readFloat: async () => ({ at: storedAt, seenIds: [], nightShare: 1 }) },
      }),
    });
    expect((await planned(alter('2026-03-15T00:00:00.000Z'))).float).toBeUndefined();
    expect((await planned(alter('2026-03-14T23:59:00.000Z'))).float).toMatchObject({ at });
  });

  test('is more where less of their work is seen', async () => {
    const before = { day: '2026-03-14', hintedCredits: 25, billedCredits: 100 };

    const { float, coverage } = await planned({
      totals: (totals) => ({ ...totals, before: { ...totals.before, coverage: [before] } }),
    });

    expect(coverage).toEqual([before]);
    expect(float?.nightShare).toBe(1 - 0.5 * 0.5);
  });
});

describe('which share of their use is seen', () => {
  const day = '2026-03-14';

  /** On the day before, Ann was billed 100 and Bob 40; sessions show so much of each. */
  async function coverageOf(seen: Readonly<Record<string, number>>, before: readonly CoverageDay[] = [], scale = 1) {
    const { coverage } = await planned({
      scale,
      async prepare({ ledger }) {
        await ledger.putDay(aLedgerDay({ day, totalCredits: 140 }));
        await ledger.putRows(day, [
          { userId: 'ann', credits: 100, email: null },
          { userId: 'bob', credits: 40, email: null },
        ]);
      },
      totals: (totals) => ({
        ...totals,
        before: { ...totals.before, coverage: before },
        totals: {
          ...totals.totals,
          marks: totals.totals.marks.map((mark) =>
            mark.day <= day ? mark : { ...mark, credits: mark.credits + 140 / scale },
          ),
          countedCredits: totals.totals.countedCredits + 140 / scale,
        },
        sessions: new Map(
          Object.entries(seen).map(([userId, credits]): [string, SessionTotal] => [
            `s-${userId}`,
            {
              sessionId: `s-${userId}`,
              ownerId: userId,
              updatedAtMs: nowMs,
              credits: credits + 30,
              dayStarts: [
                { day, credits: 0 },
                { day: '2026-03-15', credits },
              ],
            },
          ]),
        ),
      }),
    });
    return coverage;
  }

  test('is compared with the bill of those of whom a session is known, once a day is known', async () => {
    expect(await coverageOf({ ann: 60 })).toEqual([{ day, hintedCredits: 60, billedCredits: 100 }]);
    expect(await coverageOf({})).toEqual([]);
  });

  test('is compared once a day, in billed credits', async () => {
    const known = { day, hintedCredits: 1, billedCredits: 2 };

    expect(await coverageOf({ ann: 60 }, [known])).toEqual([known]);
    expect(await coverageOf({ ann: 30 }, [], 2)).toEqual([{ day, hintedCredits: 60, billedCredits: 100 }]);
  });

  test('is no more than the bill of each', async () => {
    expect(await coverageOf({ ann: 60, bob: 90 })).toEqual([{ day, hintedCredits: 60 + 40, billedCredits: 140 }]);
  });

  test('is added to that of the days before, of which sixty are kept', async () => {
    const before = (count: number): readonly CoverageDay[] =>
      Array.from({ length: count }, (_, index) => ({
        day: addDays(day, index - count),
        hintedCredits: 1,
        billedCredits: 1,
      }));

    expect(await coverageOf({ ann: 60 }, before(2))).toHaveLength(3);
    expect((await coverageOf({ ann: 60 }, before(60))).map((each) => each.day)).toEqual([
      ...before(60)
        .slice(1)
        .map((each) => each.day),
      day,
    ]);
  });
});

describe('what is seen of people', () => {
  test('is kept of those of whom something is new', async () => {
    const { visibility } = await planned({
      totals: (totals) => ({ ...totals, changed: totals.changed.filter(({ ownerId }) => ownerId === 'ann') }),
    });

    expect(visibility.changed).toEqual([{ userId: 'ann', at, days: [{ day: '2026-03-15', credits: 880 }] }]);
    expect([...visibility.days.keys()]).toEqual(['ann', 'bob']);
    expect(visibility.work.get('ann')).toMatchObject({ hintedCredits: 880, hourCredits: 880, idleHours: 0 });
  });

  test('is kept as nothing of those whose sessions have used nothing', async () => {
    const { visibility } = await planned({ usedToday: { ann: 0 } });

    expect(visibility.changed).toEqual([{ userId: 'ann', at, days: [] }]);
  });

  test('is kept of three days before today', async () => {
    const { visibility } = await planned({
      totals: (totals) => ({
        ...totals,
        sessions: new Map(
          [...totals.sessions].map(([id, session]) => [
            id,
            {
              ...session,
              dayStarts: [
                { day: '2026-03-11', credits: 0 },
                { day: '2026-03-12', credits: 1 },
                { day: '2026-03-15', credits: 3 },
              ],
            },
          ]),
        ),
      }),
    });

    expect(visibility.days.get('bob')?.map(({ day }) => day)).toEqual(['2026-03-12', '2026-03-15']);
  });

  test('is theirs where the session ran on a computer of theirs, if they are known', async () => {
    const fleetOf = (ownerId: string | undefined): LiveWork['ports']['fleet'] =>
      ({
        read: async () => ({ records: [{ found: { id: 'c-1', ...(ownerId !== undefined && { ownerId }) } }, {}] }),
      }) as unknown as LiveWork['ports']['fleet'];
    const seenWith = async (ownerId: string | undefined) => {
      const { visibility } = await planned({
        alter: () => ({ fleet: fleetOf(ownerId) }),
        totals: (totals) => ({
          ...totals,
          sessions: new Map(
            [...totals.sessions].map(([id, { ownerId: _ownerId, ...session }]) => [
              id,
              { ...session, computerId: 'c-1' },
            ]),
          ),
        }),
      });
      return [...visibility.days.keys()];
    };

    expect(await seenWith('bob')).toEqual(['bob']);
    expect(await seenWith('stranger')).toEqual([]);
    expect(await seenWith(undefined)).toEqual([]);
  });
});
