import { describe, expect, test } from 'vitest';

import { addDays } from '../../../../shared/kernel/time/day.ts';
import type { LedgerDay } from '../../../../shared/ledger/ledger-day.ts';
import { decideLiveStatus, type LiveTerms } from '../../../../shared/live/live-status.ts';
import { compareTotals, judgeTotals } from '../../../../shared/live/totals/judge-totals.ts';
import {
  countedSince,
  measuredDays,
  noTotals,
  readingsSince,
  totalsAfter,
  type TotalsState,
} from '../../../../shared/live/totals/totals-state.ts';

const first = '2026-03-01';
const terms = { errorPercent: 25, slackCredits: 0, shadowDays: 3 };

interface Look {
  readonly at: string;
  /** When it ended; at once when absent. */
  readonly until?: string;
  readonly risen: number;
  readonly doubts?: readonly string[];
}

function look(before: TotalsState, { at, until = at, risen, doubts = [] }: Look): TotalsState {
  const span = { beganAtMs: Date.parse(at), endedAtMs: Date.parse(until) };
  return totalsAfter(before, { ...span, risenCredits: risen, doubts, sessionCount: 1 });
}

/** Days from `first` on, each with so many credits in the sessions, read at 23:50 of each and of the day before. */
function daysOfUse(...credits: readonly number[]): TotalsState {
  return credits.reduce(
    (state, risen, index) => look(state, { at: `${addDays(first, index)}T23:50:00Z`, risen }),
    look(noTotals, { at: `${addDays(first, -1)}T23:50:00Z`, risen: 1_000 }),
  );
}

function billed(...credits: readonly number[]): readonly LedgerDay[] {
  return credits.map((totalCredits, index) => ({
    day: addDays(first, index),
    status: 'complete',
    totalCredits,
    hasTrustedFigures: true,
    doubts: [],
    unreadableUserIds: [],
    readAt: first,
  }));
}

describe('the totals', () => {
  test('since a day are counted from the last whole reading before it', () => {
    let state = look(noTotals, { at: '2026-03-01T22:50:00Z', risen: 100 });
    state = look(state, { at: '2026-03-01T23:50:00Z', risen: 10 });
    state = look(state, { at: '2026-03-02T00:50:00Z', risen: 5 });

    expect(countedSince(state, '2026-03-02')).toBe(5);
    expect(countedSince(state, '2026-03-01')).toBeUndefined();
  });

  test('since a day do not begin at a reading that went on after midnight: it may hold some of that day', () => {
    let state = look(noTotals, { at: '2026-03-01T22:50:00Z', risen: 100 });
    state = look(state, { at: '2026-03-01T23:50:00Z', until: '2026-03-02T00:10:00Z', risen: 10 });
    state = look(state, { at: '2026-03-02T00:50:00Z', risen: 5 });

    expect(countedSince(state, '2026-03-02')).toBe(15);
  });

  test('of a list that was not whole prove nothing, and what it showed is not lost', () => {
    let state = look(noTotals, { at: '2026-03-01T23:50:00Z', risen: 100 });
    state = look(state, { at: '2026-03-02T00:50:00Z', risen: 5, doubts: ['1 session was left out'] });

    expect(countedSince(state, '2026-03-02')).toBeUndefined();
    expect(readingsSince(state, '2026-03-02')).toEqual([]);
    state = look(state, { at: '2026-03-02T01:50:00Z', risen: 2 });
    expect(countedSince(state, '2026-03-02')).toBe(7);
  });

  test('of a list that was not whole mark no day', () => {
    const state = look(look(noTotals, { at: '2026-03-01T22:50:00Z', risen: 100 }), {
      at: '2026-03-01T23:50:00Z',
      risen: 10,
      doubts: ['a doubt'],
    });

    expect(state.marks.map(({ credits }) => credits)).toEqual([100]);
  });

  test('measure a day where both its ends were read shortly before, and otherwise together with the next one', () => {
    let state = daysOfUse(10, 20);
    state = look(state, { at: '2026-03-03T12:00:00Z', risen: 30 });
    state = look(state, { at: '2026-03-04T23:50:00Z', risen: 40 });

    expect(measuredDays(state)).toEqual([
      { from: '2026-03-01', through: '2026-03-01', credits: 10 },
      { from: '2026-03-02', through: '2026-03-02', credits: 20 },
      { from: '2026-03-03', through: '2026-03-04', credits: 70 },
    ]);
  });

  test('measure no more than three days together', () => {
    const threeLater = look(daysOfUse(10), { at: '2026-03-04T23:50:00Z', risen: 30 });
    const fourLater = look(daysOfUse(10), { at: '2026-03-05T23:50:00Z', risen: 30 });

    expect(measuredDays(threeLater).at(-1)).toEqual({ from: '2026-03-02', through: '2026-03-04', credits: 30 });
    expect(measuredDays(fourLater)).toHaveLength(1);
  });
});

describe('the verdict on the totals', () => {
  test('is verified once they agreed with the bill for as many days as are asked for', () => {
    expect(judgeTotals(daysOfUse(10, 20), billed(10, 20), terms)).toEqual({ kind: 'verifying', daysDone: 2 });
    expect(judgeTotals(daysOfUse(10, 20, 30), billed(10, 20, 30), terms)).toMatchObject({ kind: 'verified', scale: 1 });
  });

  test('takes the largest ratio of these days for the unit of the sessions', () => {
    expect(judgeTotals(daysOfUse(10, 10, 10), billed(200, 220, 210), terms)).toMatchObject({ scale: 22 });
  });

  test('begins again after a day with more on the bill than the allowance', () => {
    const verdict = judgeTotals(daysOfUse(10, 10, 10, 10, 10), billed(10, 10, 10, 14, 10), terms);

    expect(verdict).toEqual({
      kind: 'verifying',
      daysDone: 1,
      ended: { from: '2026-03-04', through: '2026-03-04', billedCredits: 14, allowedCredits: 13 },
    });
  });

  test('lets a day pass that is exactly within the allowance', () => {
    expect(judgeTotals(daysOfUse(20, 20, 20, 20), billed(20, 20, 20, 25), terms)).toMatchObject({ kind: 'verified' });
    expect(judgeTotals(daysOfUse(20, 20, 20, 20), billed(20, 20, 20, 26), terms)).toMatchObject({ kind: 'verifying' });
  });

  test('fails a day on the bill that no session shows, while it is verified and before', () => {
    expect(compareTotals(daysOfUse(0), billed(5), terms).failures).toMatchObject([{ from: first }]);
    expect(judgeTotals(daysOfUse(9, 9, 9, 0), billed(9, 9, 9, 5), terms)).toMatchObject({
      ended: { billedCredits: 5 },
    });
  });

  test('names what ended that they were verified, until they are again, and nothing where they never were', () => {
    const never = judgeTotals(daysOfUse(9, 0, 9), billed(9, 5, 9), terms);
    const before = judgeTotals(daysOfUse(9, 9, 9, 0, 0), billed(9, 9, 9, 5, 6), terms);
    const again = judgeTotals(daysOfUse(9, 9, 9, 0, 9, 9, 9), billed(9, 9, 9, 5, 9, 9, 9), terms);

    expect(never).toEqual({ kind: 'verifying', daysDone: 1 });
    expect(before).toMatchObject({ kind: 'verifying', daysDone: 0, ended: { billedCredits: 5 } });
    expect(again).toMatchObject({ kind: 'verified' });
  });

  test('holds for two days together where the look between them failed', () => {
    const totals = daysOfUse(10, 20, 30, 40, 50);
    const missed = { ...totals, marks: totals.marks.filter(({ day }) => day !== '2026-03-05') };
    const judged = (...bills: readonly number[]) => judgeTotals(missed, billed(10, 20, 30, ...bills), terms);

    expect(judged(40)).toMatchObject({ kind: 'verified', through: '2026-03-03' });
    expect(judged(40, 50)).toMatchObject({ kind: 'verified', through: '2026-03-05' });
    expect(judged(90, 50)).toMatchObject({
      ended: { from: '2026-03-04', through: '2026-03-05', billedCredits: 140, allowedCredits: 113 },
    });
  });

  test('is not verified by days on which nobody worked', () => {
    expect(judgeTotals(daysOfUse(0, 0, 0), billed(0, 0, 0), terms)).toMatchObject({ kind: 'verifying' });
  });

  test('is verified once somebody works where nobody did on the first days', () => {
    const days = judgeTotals(daysOfUse(0, 0, 0, 0, 10, 20), billed(0, 0, 0, 0, 20, 30), terms);

    expect(days).toMatchObject({ kind: 'verified', scale: 2 });
  });

  test('leaves days out whose bill is in doubt', () => {
    const [one, two, three] = billed(10, 10, 10);
    const ledger = [one, two, three].flatMap((day) =>
      day === undefined ? [] : [{ ...day, status: day.day === first ? 'suspect' : 'complete' } as const],
    );

    expect(judgeTotals(daysOfUse(10, 10, 10), ledger, terms)).toEqual({ kind: 'verifying', daysDone: 2 });
  });
});

describe('what may rest on the totals', () => {
  const on: LiveTerms = { ...terms, mode: 'on', capPercent: 0, totalsLagMinutes: 0, eveningReturn: 'seen' };
  const facts = (totals: TotalsState, at: string) => ({
    totals,
    ledger: billed(10, 20, 30),
    nowMs: Date.parse(at),
    since: '2026-03-04',
  });
  const read = look(daysOfUse(10, 20, 30), { at: '2026-03-04T08:50:00Z', risen: 5 });

  test('is everything while they are on, verified, whole and of now', () => {
    expect(decideLiveStatus(facts(read, '2026-03-04T09:00:00Z'), on)).toEqual({ kind: 'on', scale: 1 });
  });

  test('is in doubt once they disagree after they were verified, and before that still to be verified', () => {
    const standing = (used: readonly number[], bills: readonly number[]) =>
      decideLiveStatus({ ...facts(daysOfUse(...used), '2026-03-05T09:00:00Z'), ledger: billed(...bills) }, on);

    expect(standing([10, 20, 30, 40], [10, 20, 30, 90]).kind).toBe('doubted');
    expect(standing([10, 0, 30], [10, 20, 30])).toMatchObject({ kind: 'shadow', daysDone: 1, isVerified: false });
  });

  test('is nothing in shadow, however well they agree', () => {
    expect(decideLiveStatus(facts(read, '2026-03-04T09:00:00Z'), { ...on, mode: 'shadow' })).toEqual({
      kind: 'shadow',
      daysDone: 3,
      daysNeeded: 3,
      isVerified: true,
    });
    expect(decideLiveStatus(facts(read, '2026-03-04T09:00:00Z'), { ...on, mode: 'off' })).toEqual({ kind: 'off' });
  });

  test.each([
    ['the last reading is old', read, '2026-03-04T13:00:00Z'],
    [
      'the last list was not whole',
      look(read, { at: '2026-03-04T08:55:00Z', risen: 0, doubts: ['a doubt'] }),
      '2026-03-04T09:00:00Z',
    ],
    [
      'nothing was read on the day before',
      { ...read, marks: read.marks.filter(({ day }) => day !== '2026-03-04') },
      '2026-03-04T09:00:00Z',
    ],
  ])('is nothing when %s', (_what, totals, at) => {
    const verified = { ...facts(totals, at), ledger: billed(10, 20, 30) };

    expect(decideLiveStatus(verified, { ...on, shadowDays: 2 }).kind).toBe('doubted');
  });

  test('is nothing while the last known day was not compared with its bill', () => {
    // The look before midnight failed: the last before it is too old.
    const late = read.marks.map((mark) => (mark.day === '2026-03-04' ? { ...mark, readAtMs: 0 } : mark));
    const unmeasured = { ...read, marks: late };

    expect(decideLiveStatus(facts(unmeasured, '2026-03-04T09:00:00Z'), { ...on, shadowDays: 1 })).toEqual({
      kind: 'doubted',
      reason: expect.stringMatching(/2026-03-03 .*compared/u),
    });
  });

  test('is nothing after a day that contradicts them, which is named', () => {
    const totals = look(daysOfUse(10, 20, 30), { at: `${addDays(first, 3)}T08:50:00Z`, risen: 5 });
    const doubted = decideLiveStatus(
      { ...facts(totals, '2026-03-04T09:00:00Z'), ledger: billed(10, 20, 300) },
      { ...on, shadowDays: 2 },
    );

    expect(doubted).toMatchObject({
      kind: 'doubted',
      reason: expect.stringContaining('3 Mar 300 credits'),
    });
  });
});

test('whole readings are kept for eight days of hours, one of each moment', () => {
  const startMs = Date.parse('2026-03-01T00:00:00Z');
  const at = (minute: number) => new Date(startMs + minute * 60_000).toISOString();
  const many = Array.from({ length: 400 }, (_, minute) => minute);
  const state = many.reduce((before, minute) => look(before, { at: at(minute), risen: 1 }), noTotals);
  const again = look(state, { at: at(399), risen: 5 });

  expect([state, again].map(({ readings }) => readings.length)).toEqual([192, 192]);
  expect(again.readings.at(-1)).toEqual({ beganAtMs: startMs + 399 * 60_000, credits: state.countedCredits + 5 });
});
