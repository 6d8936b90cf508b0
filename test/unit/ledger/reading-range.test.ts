import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { WindowKind } from '../../../shared/budgets/window.ts';
import { addDays, daysOf } from '../../../shared/kernel/time/day.ts';
import { dataThrough, daysInUse, decideReadingRange, splitRange } from '../../../shared/ledger/reading-range.ts';
import { aBudget, aDay, aLedgerDay } from '../../support/domain-samples.ts';

const needs = {
  today: '2026-03-15',
  neededFrom: '2026-03-01',
  known: [],
  rereadDays: 3,
  settleDays: 0,
  rereadAll: false,
};
const aSuspect = (day: string) => aLedgerDay({ day, status: 'suspect' });
const knownThrough = (through: string) =>
  daysOf({ from: '2026-03-01', through }).map((day) => aLedgerDay({ day, readAt: `${addDays(day, 1)}T02:30:00.000Z` }));

test('of a reread that was broken off, what was read today is not read again', () => {
  const today = { readAt: '2026-03-15T02:30:00.000Z' };
  const known = knownThrough('2026-03-14').map((day) => (day.day < '2026-03-06' ? { ...day, ...today } : day));

  const range = decideReadingRange({ ...needs, known, rereadAll: true });

  expect(range).toEqual({ from: '2026-03-06', through: '2026-03-14' });
});

test('after a reread of today a run reads no more than on another day', () => {
  const known = knownThrough('2026-03-14').map((day) => ({ ...day, readAt: '2026-03-15T02:30:00.000Z' }));

  const range = decideReadingRange({ ...needs, known, rereadAll: true });

  expect(range).toEqual(decideReadingRange({ ...needs, known }));
});

test('everything that is needed and not known is read, through yesterday', () => {
  expect(decideReadingRange(needs)).toEqual({ from: '2026-03-01', through: '2026-03-14' });
});

test('once all is known, only the last days are read again', () => {
  expect(decideReadingRange({ ...needs, known: knownThrough('2026-03-14') })).toEqual({
    from: '2026-03-12',
    through: '2026-03-14',
  });
});

test('reading starts over at the first gap, without leaving one', () => {
  const known = knownThrough('2026-03-14').filter(({ day }) => day !== '2026-03-06');

  expect(decideReadingRange({ ...needs, known })?.from).toBe('2026-03-06');
});

test.for([
  ['suspect', { status: 'suspect' }],
  ['with an unreadable row', { unreadableUserIds: ['u-1'] }],
] as const)('a day that is %s is read again', ([, said]) => {
  const known = knownThrough('2026-03-14').map((day) => (day.day === '2026-03-08' ? { ...day, ...said } : day));

  expect(decideReadingRange({ ...needs, known })?.from).toBe('2026-03-08');
});

test('a day that was read while the platform might restate it is read once more after that, however long ago it was', () => {
  const known = knownThrough('2026-03-14').map((day) => ({ ...day, readAt: '2026-03-15T02:30:00.000Z' }));
  const early = known.map((day) => (day.day === '2026-03-06' ? { ...day, readAt: '2026-03-08T02:30:00.000Z' } : day));

  expect(decideReadingRange({ ...needs, settleDays: 1, known: early })?.from).toBe('2026-03-12');
  expect(decideReadingRange({ ...needs, settleDays: 2, known: early })?.from).toBe('2026-03-06');
});

test('once a week everything that is needed is read again', () => {
  const range = decideReadingRange({ ...needs, known: knownThrough('2026-03-14'), rereadAll: true });

  expect(range?.from).toBe('2026-03-01');
});

test('nothing before the start of the history is asked for', () => {
  const range = decideReadingRange({ ...needs, today: '2026-01-16', neededFrom: '2025-12-01' });

  expect(range).toEqual({ from: '2026-01-14', through: '2026-01-15' });
});

test('on the first day of the history there is nothing to read', () => {
  expect(decideReadingRange({ ...needs, today: '2026-01-14', neededFrom: '2026-01-01' })).toBeUndefined();
});

test('the first day of the history is read on the day after it', () => {
  const range = decideReadingRange({ ...needs, today: '2026-01-15', neededFrom: '2026-01-01' });

  expect(range).toEqual({ from: '2026-01-14', through: '2026-01-14' });
});

test('today is never asked for', () => {
  fc.assert(
    fc.property(aDay, aDay, fc.integer({ min: 1, max: 31 }), (today, neededFrom, rereadDays) => {
      const range = decideReadingRange({ ...needs, today, neededFrom, rereadDays });

      expect(range === undefined || (range.from <= range.through && range.through < today)).toBe(true);
    }),
  );
});

test('data go through the day before the first gap, and through no day when the first is missing', () => {
  const range = { from: '2026-03-01', through: '2026-03-14' };

  expect(dataThrough(range, knownThrough('2026-03-14'))).toBe('2026-03-14');
  expect(dataThrough(range, knownThrough('2026-03-09'))).toBe('2026-03-09');
  expect(dataThrough(range, knownThrough('2026-03-01'))).toBe('2026-03-01');
  expect(dataThrough(range, [])).toBeUndefined();
});

test('data do not go through a day whose figures are in doubt', () => {
  const days = knownThrough('2026-03-14').map((day) => (day.day === '2026-03-08' ? aSuspect(day.day) : day));

  expect(dataThrough({ from: '2026-03-01', through: '2026-03-14' }, days)).toBe('2026-03-07');
});

test('a range is cut into ranges that cover it once, none too long and none empty', () => {
  fc.assert(
    fc.property(aDay, fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 40 }), (from, length, daysMax) => {
      const range = { from, through: addDays(from, length) };
      const parts = splitRange(range, daysMax);

      expect(parts.flatMap((part) => daysOf(part))).toEqual(daysOf(range));
      expect(parts.every((part) => daysOf(part).length > 0 && daysOf(part).length <= daysMax)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test('a run looks at the days of its longest window, and at the four weeks before yesterday', () => {
  const inUse = (today: string, ...windows: readonly WindowKind[]) =>
    daysInUse(
      windows.map((window) => aBudget({ scope: { kind: 'default' }, window })),
      today,
      { platformWindowAnchorDay: 5 },
    );

  expect(inUse('2026-05-20', 'month', 'quarter')).toMatchObject({
    yesterday: '2026-05-19',
    windowsFrom: '2026-04-01',
    neededFrom: '2026-04-01',
  });
  expect(inUse('2026-05-20', 'month')).toMatchObject({ windowsFrom: '2026-05-01', neededFrom: '2026-04-21' });
  expect(inUse('2026-05-20')).toMatchObject({ windows: [{ kind: 'platform' }], windowsFrom: '2026-05-05' });
  expect(inUse('2026-02-03', 'quarter').windowsFrom).toBe('2026-01-14');
});
