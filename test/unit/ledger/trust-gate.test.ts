import { expect, test } from 'vitest';

import type { ReportedDay } from '../../../shared/ledger/reading.ts';
import { doubtsAbout, unreadableUserIds, type DayContext, type DayMetrics } from '../../../shared/ledger/trust-gate.ts';
import { aLedgerDay } from '../../support/domain-samples.ts';

const day = '2026-03-14';
const rules = { toleranceShare: 0.001, collapseShare: 0.1, collapseFloorCredits: 10_000, settleDays: 3 };
const context: DayContext = { today: '2026-03-15', previous: undefined, sameWeekdayTotals: [] };

function reported(credits: Readonly<Record<string, number>>, said: Partial<ReportedDay> = {}): ReportedDay {
  const rows = Object.entries(credits).map(([userId, each]) => ({ userId, credits: each, email: null }));
  return { day, totalCredits: rows.reduce((sum, row) => sum + row.credits, 0), rows, unreadable: [], ...said };
}

function metrics(credits: Readonly<Record<string, number>>, said: Partial<DayMetrics> = {}): DayMetrics {
  return {
    creditsByUser: new Map(Object.entries(credits)),
    unreadableUserIds: new Set(),
    repeatedRows: 0,
    ...said,
  };
}

function doubts(
  of: { reported: ReportedDay | undefined; metrics: DayMetrics },
  said: Partial<DayContext> = {},
): readonly string[] {
  return doubtsAbout({ day, ...of }, { ...context, ...said }, rules).map(({ kind }) => kind);
}

test('figures that agree everywhere raise no doubt', () => {
  expect(doubts({ reported: reported({ ann: 60, bob: 40 }), metrics: metrics({ ann: 60, bob: 40 }) })).toEqual([]);
});

test('a day on which nobody worked raises no doubt', () => {
  expect(doubts({ reported: reported({}), metrics: metrics({}) })).toEqual([]);
});

test('a day without a row is not there yet', () => {
  expect(doubts({ reported: undefined, metrics: metrics({}) })).toEqual(['not-there-yet']);
});

test.for([
  [100_000, []],
  [100_100, []],
  [100_101, ['sum-differs']],
  [99_899, ['sum-differs']],
] as const)('users who add up to 100000 and a day of %s: %o', ([totalCredits, expected]) => {
  const found = doubts({ reported: reported({ ann: 100_000 }, { totalCredits }), metrics: metrics({ ann: 100_000 }) });

  expect(found).toEqual(expected);
});

test('figures may differ by a share of the larger one', () => {
  const of = (totalCredits: number) => ({
    reported: reported({ ann: 1_000_000 }, { totalCredits }),
    metrics: metrics({ ann: 1_000_000 }),
  });

  expect(doubts(of(1_001_001))).toEqual([]);
  expect(doubts(of(1_001_002))).toEqual(['sum-differs']);
});

test.for([
  ['differs', { ann: 50 }],
  ['is missing from the users', {}],
  ['is missing from the tokens', { ann: 60, bob: 1 }],
] as const)('a user who %s makes the endpoints disagree', ([, users]) => {
  expect(doubts({ reported: reported({ ann: 60 }), metrics: metrics(users) })).toEqual(['endpoints-disagree']);
});

test('a user whose row cannot be read is not compared', () => {
  const unreadable = [{ userId: 'bob', problem: 'credits' }];
  const of = {
    reported: reported({ ann: 60 }, { unreadable }),
    metrics: metrics({ ann: 60, bob: 40 }),
  };

  expect(doubts(of)).toEqual([]);
  expect([...unreadableUserIds(of.reported, metrics({}, { unreadableUserIds: new Set(['cem']) }))].toSorted()).toEqual([
    'bob',
    'cem',
  ]);
});

test('a row that does not say whose it is makes nobody unreadable', () => {
  expect(unreadableUserIds(reported({}, { unreadable: [{ problem: 'user_id' }] }), metrics({}))).toEqual(new Set());
});

test('on a day that is not there yet, the users of the other endpoint are unreadable all the same', () => {
  expect(unreadableUserIds(undefined, metrics({}, { unreadableUserIds: new Set(['cem']) }))).toEqual(new Set(['cem']));
});

test('a row that comes twice makes the pages unsound', () => {
  const found = doubts({ reported: reported({ ann: 60 }), metrics: metrics({ ann: 60 }, { repeatedRows: 1 }) });

  expect(found).toEqual(['pages-unsound']);
});

const usual = [100_000, 110_000, 90_000, 500_000];

test.for([
  ['under a tenth of its weekday', 10_499, usual, ['collapsed']],
  ['at a tenth of its weekday', 10_500, usual, []],
  ['under a tenth of the middle of three weekdays', 9_000, [100_000, 20_000, 110_000], ['collapsed']],
  ['where the weekday is usually small', 0, [9_000, 10_000, 10_000, 10_000], []],
  ['without any weekday to compare with', 0, [], []],
] as const)('a fresh day %s: %s credits', ([, total, sameWeekdayTotals, expected]) => {
  const found = doubts({ reported: reported({ ann: total }), metrics: metrics({ ann: total }) }, { sameWeekdayTotals });

  expect(found).toEqual(expected);
});

test.for([
  ['a tenth of what the limits let the day come to', 1_500, 15_000, []],
  ['less than that', 1_499, 15_000, ['collapsed']],
  ['under a tenth of its weekday, which the limits would let it reach', 9_999, 500_000, ['collapsed']],
] as const)('a fresh day with %s: %s credits', ([, total, expectedCredits, expected]) => {
  const of = { reported: reported({ ann: total }), metrics: metrics({ ann: total }) };

  expect(doubts(of, { sameWeekdayTotals: [100_000], expectedCredits })).toEqual(expected);
});

test('a day of rest that is usual does not make the low day after it usual', () => {
  const of = { reported: reported({ ann: 5_000 }), metrics: metrics({ ann: 5_000 }) };
  const dayBefore = { totalCredits: 20_000, sameWeekdayTotals: [20_000] };

  expect(doubts(of, { sameWeekdayTotals: [100_000], dayBefore })).toEqual(['collapsed']);
});

test('a day that has had its time to arrive and was never complete is taken as it is', () => {
  const of = { reported: reported({ ann: 5 }), metrics: metrics({ ann: 5 }) };

  expect(doubts(of, { sameWeekdayTotals: usual, today: '2026-03-17' })).toEqual(['collapsed']);
  expect(doubts(of, { sameWeekdayTotals: usual, today: '2026-03-18' })).toEqual([]);
});

test('a day that was complete is never let shrink to nothing, however old it is', () => {
  const of = { reported: reported({}), metrics: metrics({}) };
  const previous = aLedgerDay({ day, totalCredits: 100_000 });

  expect(doubts(of, { sameWeekdayTotals: usual, today: '2026-06-01', previous })).toEqual(['collapsed']);
});

test('a day that was found to be a day of rest stays one when it is read again', () => {
  const of = { reported: reported({ ann: 5 }), metrics: metrics({ ann: 5 }) };
  const previous = aLedgerDay({ day, totalCredits: 5 });

  expect(doubts(of, { sameWeekdayTotals: usual, previous })).toEqual([]);
});

test('every doubt is reported, not only the first', () => {
  const of = {
    reported: reported({ ann: 5 }, { totalCredits: 50 }),
    metrics: metrics({ ann: 7 }, { repeatedRows: 2 }),
  };

  expect(doubts(of, { sameWeekdayTotals: usual })).toEqual([
    'sum-differs',
    'endpoints-disagree',
    'pages-unsound',
    'collapsed',
  ]);
});

test.for([
  ['goes on as low as before', { total: 900, before: 1_000 }, []],
  ['is nothing after a day that was next to nothing', { total: 0, before: 9_000 }, []],
  ['is far under even the low day before it', { total: 1_000, before: 12_000 }, ['collapsed']],
  ['is the first low one', { total: 1_000, before: 90_000 }, ['collapsed']],
] as const)('after a complete day, one that %s', ([, { total, before }, expected]) => {
  const usual = [100_000, 120_000, 140_000];
  const context = { sameWeekdayTotals: usual, dayBefore: { totalCredits: before, sameWeekdayTotals: usual } };

  const found = doubts({ reported: reported({ ann: total }), metrics: metrics({ ann: total }) }, context);

  expect(found).toEqual(expected);
});
