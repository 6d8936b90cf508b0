import { describe, expect, test } from 'vitest';

import type { Explanation } from '../../../../shared/explanation/explanation.ts';
import type { LayerFact } from '../../../../shared/explanation/layer-fact.ts';
import type { PoolOutlook } from '../../../../shared/explanation/pool-outlook.ts';
import {
  capChangeDocument,
  explanationDocument,
} from '../../../../shared/explanation/use-cases/explanation-document.ts';
import { poolDocument } from '../../../../shared/pools/use-cases/pool-document.ts';
import { aBudget, aConfirmedLimit, aLedgerDay } from '../../../support/domain-samples.ts';

const month = { kind: 'month', from: '2026-03-01', through: '2026-03-31' } as const;
const admins = ['admin@acme.example'];
const pool = {
  scope: { kind: 'team', name: 'web' },
  window: month,
  amountCredits: 1_000,
  knownCredits: 300,
  topUpCredits: 50,
  guarantee: { kind: 'strict' },
  memberIds: ['ann', 'bob'],
  unboundedIds: ['bob', 'zoe'],
  reserved: { heldCredits: 20, askedCredits: 30 },
};
const outlook = { pool, leftCredits: 700, promised: 'kept', next: [] } as unknown as PoolOutlook;
const idle: LayerFact = { budget: aBudget({ scope: { kind: 'org' } }), idleBecause: 'not-yet-in-force' };
const binding: LayerFact = {
  budget: aBudget({ scope: { kind: 'team', name: 'web' }, owners: ['lead@acme.example'] }),
  window: month,
  usedCredits: 300,
  headroomCredits: 120,
  topUpCredits: 50,
  outlook,
  share: { headroomCredits: 120, targetCredits: 130, reserved: { heldCredits: 20 } } as never,
};
const bare: Explanation = {
  userId: 'ann',
  today: '2026-03-15',
  verdict: { kind: 'stays', reason: 'no-budget' },
  layers: [],
  platformWindow: { ...month, kind: 'platform' },
  usedCredits: 100,
  earlierTeams: [],
  status: 'none' as never,
  dataThrough: undefined,
  untrustedDays: [],
  emails: new Map([['bob', 'bob@acme.example']]),
  changes: [],
};

const shownBare = {
  email: null,
  userId: 'ann',
  name: null,
  joinedAt: null,
  leftOn: null,
  verdict: 'stays',
  reason: 'no-budget',
  limit: null,
  needed: null,
  stopped: null,
  heldPlan: null,
  used: 100,
  usedInEarlierTeams: [],
  headroom: null,
  exposure: null,
  binding: null,
  heldBy: null,
  layers: [],
  platformWindow: { from: '2026-03-01', through: '2026-03-31', resetsAt: '2026-04-01T00:00:00Z' },
  resetsAt: null,
  status: 'none',
  inForce: null,
  unsettled: [],
  failure: null,
  canChange: { owners: [], admins },
  dataThrough: null,
  notKnown: [],
  changes: [],
};

describe('the explanation of a cap', () => {
  test('of which little is known has null in the place of the rest', () => {
    expect(explanationDocument(bare, admins)).toEqual(shownBare);
  });

  test('of somebody who is limited shows the budget that decides, its pool, and what was sent', () => {
    const sent = { limitCredits: 220, at: '2026-03-15T02:30:00.000Z', runId: 'run-1' };
    const failure = { problem: 'p', nights: 1 } as never;
    const change = {
      at: '2026-03-15T02:30:00.000Z',
      runId: 'run-1',
      outcome: 'done',
      fromCredits: 0,
      toCredits: 220,
      reason: 'used',
      budget: 'team:web month',
    } as const;
    const explanation: Explanation = {
      ...bare,
      email: 'ann@acme.example',
      name: 'Ann',
      joinedAt: '2026-01-02T00:00:00.000Z',
      verdict: {
        kind: 'limited',
        binding,
        limitCredits: 220,
        headroomCredits: 120,
        bound: { kind: 'floor', credits: 5 },
      },
      layers: [binding, idle],
      exposureCredits: 0,
      record: { ...aConfirmedLimit('ann', 200), unsettled: [sent], failure },
      dataThrough: '2026-03-14',
      untrustedDays: [
        { day: '2026-03-11', known: undefined },
        {
          day: '2026-03-12',
          known: aLedgerDay({ day: '2026-03-12', doubts: [{ kind: 'k', detail: 'why' } as never] }),
        },
      ],
      changes: [change],
    };
    const layer = { amount: 1_000, mode: 'enforce', window: 'month', budgetFrom: null, budgetTo: null };

    expect(explanationDocument(explanation, admins)).toEqual({
      ...shownBare,
      email: 'ann@acme.example',
      name: 'Ann',
      joinedAt: '2026-01-02T00:00:00.000Z',
      verdict: 'limited',
      reason: null,
      limit: 220,
      headroom: 120,
      exposure: 0,
      binding: { scope: 'team:web', window: 'month' },
      heldBy: { kind: 'floor', credits: 5 },
      layers: [
        {
          ...layer,
          scope: 'team:web',
          from: '2026-03-01',
          through: '2026-03-31',
          used: 300,
          headroom: 120,
          owners: ['lead@acme.example'],
          binds: true,
          doesNotBindBecause: null,
          resetsAt: '2026-04-01T00:00:00Z',
          topUps: 50,
          share: { credits: 120, target: 130, reserved: 20, asked: 0 },
          pool: { ...poolDocument(outlook, (id) => ({ bob: 'bob@acme.example' })[id] ?? id), unboundedCount: 2 },
        },
        {
          ...layer,
          scope: 'org',
          from: null,
          through: null,
          used: null,
          headroom: null,
          owners: [],
          binds: false,
          doesNotBindBecause: 'not-yet-in-force',
          resetsAt: null,
          topUps: null,
          share: null,
          pool: null,
        },
      ],
      resetsAt: '2026-04-01T00:00:00Z',
      inForce: { limit: 200, at: '2026-03-01T02:30:00.000Z', run: 'earlier' },
      unsettled: [{ limit: 220, at: '2026-03-15T02:30:00.000Z', run: 'run-1' }],
      failure,
      canChange: { owners: ['lead@acme.example'], admins },
      dataThrough: '2026-03-14',
      notKnown: [
        { day: '2026-03-11', why: ['never read'] },
        { day: '2026-03-12', why: ['why'] },
      ],
      changes: [
        {
          at: '2026-03-15T02:30:00.000Z',
          run: 'run-1',
          outcome: 'done',
          from: 0,
          to: 220,
          reason: 'used',
          budget: 'team:web month',
        },
      ],
    });
  });

  test('of somebody who left says since when, where that is known', () => {
    const left = (since: string | undefined) =>
      explanationDocument({ ...bare, verdict: { kind: 'left', since } }, admins);

    expect(left('2026-03-02')).toMatchObject({ verdict: 'left', leftOn: '2026-03-02', reason: null });
    expect(left(undefined).leftOn).toBeNull();
  });

  test('shows a share of which nothing is reserved, and an amount that is unlimited', () => {
    const share = { headroomCredits: 1, targetCredits: 2 } as never;
    const budget = aBudget({ scope: { kind: 'org' }, amount: { kind: 'unlimited' } });
    const { layers, resetsAt } = explanationDocument(
      {
        ...bare,
        verdict: { kind: 'limited', binding: idle, limitCredits: 1, headroomCredits: 0 },
        layers: [{ budget, share }],
      },
      admins,
    );

    expect(layers).toMatchObject([{ amount: 'unlimited', share: { credits: 1, target: 2, reserved: 0 } }]);
    expect(resetsAt).toBeNull();
  });

  test('shows no bound where none holds the limit', () => {
    const verdict = { kind: 'unlimited' } as const;

    expect(explanationDocument({ ...bare, verdict }, admins).heldBy).toBeNull();
    expect(
      explanationDocument({ ...bare, verdict: { ...verdict, bound: { kind: 'ceiling', credits: 9 } } }, admins).heldBy,
    ).toEqual({ kind: 'ceiling', credits: 9 });
  });
});

test('a change of a limit of which neither run, earlier limit nor budget is known has null for them', () => {
  const change = { at: 'a', runId: undefined, outcome: 'failed', toCredits: 1, reason: 'r' } as const;

  expect(capChangeDocument(change)).toEqual({
    at: 'a',
    run: null,
    outcome: 'failed',
    from: null,
    to: 1,
    reason: 'r',
    budget: null,
  });
});

describe('a pool', () => {
  const nameOf = (userId: string) => `${userId}@acme.example`;
  const shown = {
    scope: 'team:web',
    window: 'month',
    from: '2026-03-01',
    through: '2026-03-31',
    amount: 1_000,
    topUps: 50,
    used: 300,
    left: 700,
    worstCase: null,
    forecast: null,
    runwayDays: null,
    runsOutOn: null,
    reserved: 20,
    members: 2,
    guarantee: 'strict',
    promised: 'kept',
    verdict: null,
    unbounded: ['bob@acme.example', 'zoe@acme.example'],
    next: [],
  };

  test('has what the guard says of it, with people by name and in a sentence', () => {
    const verdict = { kind: 'not-bounded', because: ['bob'], exempt: [] } as const;

    expect(poolDocument({ ...outlook, pool: { ...pool, verdict } as never }, nameOf).verdict).toEqual({
      kind: 'not-bounded',
      because: ['bob@acme.example'],
      exempt: [],
      detail: expect.stringContaining('no limit is known for bob@acme.example.'),
    });
  });

  test('has what the guard says of its next windows', () => {
    const next = {
      ...pool,
      window: { kind: 'month', from: '2026-04-01', through: '2026-04-30' },
      unboundedIds: [],
      exposureCredits: 900,
      verdict: { kind: 'kept' },
    };

    expect(poolDocument({ ...outlook, next: [next as never] }, nameOf).next).toEqual([
      {
        from: '2026-04-01',
        through: '2026-04-30',
        amount: 1_000,
        worstCase: 900,
        verdict: { kind: 'kept', detail: 'Guaranteed: usage cannot exceed the budget.' },
      },
    ]);
  });

  test('without a forecast has null in its place', () => {
    expect(poolDocument(outlook, nameOf)).toEqual(shown);
  });

  test('is shown with where it is heading, and by how much it may be promised more than once', () => {
    const forecast = { lowCredits: 1, expectedCredits: 2, highCredits: 3 } as never;
    const heading = { worstCaseCredits: 0, forecast, runwayDays: 0, runsOutOn: '2026-03-15' };
    const overcommitted = { ...pool, guarantee: { kind: 'overcommit', factor: 1.2 } } as never;

    expect(poolDocument({ ...outlook, ...heading, pool: overcommitted }, nameOf)).toEqual({
      ...shown,
      worstCase: 0,
      forecast: { low: 1, mean: 2, high: 3 },
      runwayDays: 0,
      runsOutOn: '2026-03-15',
      guarantee: { overcommit: 1.2 },
    });
  });
});

test('of a pool nobody’s document names more than the first of those who are unbounded, and counts all', () => {
  const many = Array.from({ length: 5_000 }, (_, index) => `user-${index}`);
  const verdict = { kind: 'not-bounded', because: many, exempt: [] } as const;
  const unproven = { ...outlook, pool: { ...outlook.pool, unboundedIds: many, verdict } };

  const [layer] = explanationDocument({ ...bare, layers: [{ ...binding, outlook: unproven }] }, admins).layers;

  expect(layer?.pool).toMatchObject({ unbounded: many.slice(0, 20), unboundedCount: 5_000 });
  expect(layer?.pool?.verdict).toMatchObject({ because: many.slice(0, 20), detail: expect.any(String) });
});
