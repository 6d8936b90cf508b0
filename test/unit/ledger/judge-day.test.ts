import { expect, test } from 'vitest';

import { judgeDay } from '../../../shared/ledger/judge-day.ts';
import type { LedgerDay } from '../../../shared/ledger/ledger-day.ts';
import type { ReportedDay } from '../../../shared/ledger/reading.ts';
import type { DayMetrics } from '../../../shared/ledger/trust-gate.ts';
import { aLedgerDay } from '../../support/domain-samples.ts';

const day = '2026-03-14';
const run = { runId: 'enforce-2', at: '2026-03-15T02:30:00.000Z', today: '2026-03-15' };
const earlier = '2026-03-14T02:30:00.000Z';
const rules = { toleranceShare: 0.001, collapseShare: 0.1, collapseFloorCredits: 10_000, settleDays: 3 };

interface Given {
  readonly reported?: Partial<ReportedDay> | 'nothing';
  readonly metrics?: Partial<DayMetrics>;
  readonly previous?: Partial<LedgerDay>;
  readonly earlier?: readonly LedgerDay[];
}

/** A day on which Ann used 60 credits, read again with what was known of it before. */
function judged({ reported = {}, metrics = {}, previous, earlier: earlierDays = [] }: Given): LedgerDay {
  const rows = [{ userId: 'ann', credits: 60, email: null }];
  const reading = {
    day,
    reported: reported === 'nothing' ? undefined : { day, totalCredits: 60, rows, unreadable: [], ...reported },
    metrics: {
      creditsByUser: new Map([['ann', 60]]),
      unreadableUserIds: new Set<string>(),
      repeatedRows: 0,
      ...metrics,
    },
  };
  const known = [...earlierDays, ...(previous === undefined ? [] : [aLedgerDay({ day, ...previous })])];
  return judgeDay(reading, new Map(known.map((each) => [each.day, each])), { run, rules });
}

test('a day whose figures agree is complete, with the figures of this reading', () => {
  const models = [{ model: 'large', credits: 60 }];

  expect(judged({ reported: { models } })).toStrictEqual({
    day,
    status: 'complete',
    totalCredits: 60,
    models,
    hasTrustedFigures: true,
    doubts: [],
    unreadableUserIds: [],
    readAt: run.at,
  });
});

test('a day without models has none', () => {
  expect(judged({}).models).toBeUndefined();
});

test('a day that the platform does not have yet counts 0 credits and is suspect from this run on', () => {
  const found = judged({ reported: 'nothing' });

  expect(found).toMatchObject({ status: 'suspect', totalCredits: 0, hasTrustedFigures: false, suspectSince: run.at });
  expect(found.models).toBeUndefined();
});

test('a suspect reading does not replace trusted figures', () => {
  const models = [{ model: 'large', credits: 40 }];

  const found = judged({ metrics: { repeatedRows: 1 }, previous: { totalCredits: 40, models } });

  expect(found).toMatchObject({ status: 'suspect', totalCredits: 40, models, hasTrustedFigures: true });
});

test('a suspect reading replaces figures that were not trusted either', () => {
  const found = judged({ metrics: { repeatedRows: 1 }, previous: { totalCredits: 40, hasTrustedFigures: false } });

  expect(found).toMatchObject({ status: 'suspect', totalCredits: 60, hasTrustedFigures: false });
});

test('users whose row is unreadable at either endpoint are named in order', () => {
  const found = judged({
    reported: { unreadable: [{ userId: 'bob', problem: 'credits' }] },
    metrics: { unreadableUserIds: new Set(['eve', 'ann']) },
  });

  expect(found.unreadableUserIds).toEqual(['ann', 'bob', 'eve']);
});

test('a day that stays suspect keeps the instant at which it was found so', () => {
  const found = judged({ metrics: { repeatedRows: 1 }, previous: { status: 'suspect', suspectSince: earlier } });

  expect(found.suspectSince).toBe(earlier);
});

test('a suspect day without an instant is suspect from this run on', () => {
  expect(judged({ metrics: { repeatedRows: 1 }, previous: { status: 'suspect' } }).suspectSince).toBe(run.at);
});

test('a day that becomes suspect again is so from this run on', () => {
  const found = judged({
    metrics: { repeatedRows: 1 },
    previous: { suspectSince: earlier, clearedByRunId: 'enforce-1' },
  });

  expect(found.suspectSince).toBe(run.at);
  expect(found).not.toHaveProperty('clearedByRunId');
});

test('a suspect day that is complete now names the run that cleared it', () => {
  const found = judged({ previous: { status: 'suspect', suspectSince: earlier } });

  expect(found).toMatchObject({ status: 'complete', suspectSince: earlier, clearedByRunId: run.runId });
});

test('a day that was cleared before keeps the run that cleared it', () => {
  const found = judged({ previous: { suspectSince: earlier, clearedByRunId: 'enforce-1' } });

  expect(found).toMatchObject({ suspectSince: earlier, clearedByRunId: 'enforce-1' });
});

test('a day that was never suspect names no run that cleared it', () => {
  const found = judged({ previous: {} });

  expect(found).not.toHaveProperty('suspectSince');
  expect(found).not.toHaveProperty('clearedByRunId');
});

test('only complete days tell what is usual on a weekday', () => {
  const usual = aLedgerDay({ day: '2026-02-28', totalCredits: 100_000 });
  const inDoubt = aLedgerDay({ day: '2026-03-07', totalCredits: 60, status: 'suspect' });

  expect(judged({ earlier: [usual, inDoubt] }).doubts).toMatchObject([{ kind: 'collapsed' }]);
});

/** Until a week ago 100,000 credits a day; the day before this one is said by the case. */
function afterALowDay(dayBefore: Partial<LedgerDay>): LedgerDay {
  const earlier = ['2026-02-27', '2026-02-28', '2026-03-06', '2026-03-07'].map((each) =>
    aLedgerDay({ day: each, totalCredits: 100_000 }),
  );
  return judged({ earlier: [...earlier, aLedgerDay({ day: '2026-03-13', totalCredits: 60, ...dayBefore })] });
}

test('a day as low as the complete day before it is no new collapse', () => {
  expect(afterALowDay({}).doubts).toEqual([]);
});

test('a day before that is in doubt explains no collapse', () => {
  expect(afterALowDay({ status: 'suspect' }).doubts).toMatchObject([{ kind: 'collapsed' }]);
});
