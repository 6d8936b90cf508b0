import { expect, test } from 'vitest';

import { unknownPeriods, windowsReached, type Moment } from '../../../shared/pools/moment.ts';
import { aNight, april, march, nightBeforeTurn, windowStart } from '../../support/pool-fixtures.ts';

const acrossTurn = { from: '2026-03-30', through: '2026-04-05' };

function stretches(window: { readonly from: string; readonly through: string }, moment: Moment) {
  return unknownPeriods(window, moment).map(({ fromMs, untilMs, isPast, continuesKnown }) => ({
    from: new Date(fromMs).toISOString().slice(0, 16),
    until: new Date(untilMs).toISOString().slice(0, 16),
    isPast,
    continuesKnown,
  }));
}

test('what is unknown of a window lasts from the end of the known data to the end of the window', () => {
  expect(stretches(march, aNight)).toEqual([
    { from: '2026-03-10T00:00', until: '2026-04-01T00:00', isPast: false, continuesKnown: true },
  ]);
});

test('what is unknown of a window that began since begins with it', () => {
  const today = { from: '2026-03-10', through: '2026-03-10' };
  const longKnown = { ...aNight, knownUntilMs: Date.parse('2026-03-08') };

  expect(stretches(today, longKnown)).toEqual([
    { from: '2026-03-10T00:00', until: '2026-03-11T00:00', isPast: false, continuesKnown: true },
  ]);
});

test('a window that the platform’s turns in is cut there, and what comes after counts until it is replaced', () => {
  expect(stretches(acrossTurn, nightBeforeTurn)).toEqual([
    { from: '2026-03-31T00:00', until: '2026-04-01T00:00', isPast: false, continuesKnown: true },
    { from: '2026-04-01T00:00', until: '2026-04-01T00:35', isPast: false, continuesKnown: false },
  ]);
});

test('once the platform’s window has turned, the stretch before is over and the one of now goes to its end', () => {
  expect(stretches(acrossTurn, windowStart)).toEqual([
    { from: '2026-03-31T00:00', until: '2026-04-01T00:00', isPast: true, continuesKnown: true },
    { from: '2026-04-01T00:00', until: '2026-04-06T00:00', isPast: false, continuesKnown: false },
  ]);
});

test('at the very instant of the turn, the stretch before is over and the next has begun', () => {
  const atTurn = { ...windowStart, nowMs: Date.parse('2026-04-01') };

  expect(stretches(acrossTurn, atTurn)).toEqual([
    { from: '2026-03-31T00:00', until: '2026-04-01T00:00', isPast: true, continuesKnown: true },
    { from: '2026-04-01T00:00', until: '2026-04-06T00:00', isPast: false, continuesKnown: false },
  ]);
});

test.for([
  ['is over before the data ends', { from: '2026-02-01', through: '2026-02-28' }, aNight],
  ['ended with the known data', { from: '2026-03-09', through: '2026-03-09' }, aNight],
  ['begins after the limits of now are replaced', april, aNight],
  ['begins when the limits of now are replaced', april, { ...nightBeforeTurn, heldUntilMs: Date.parse('2026-04-01') }],
] as const)('nothing is unknown of a window that %s', ([, window, moment]) => {
  expect(stretches(window, moment)).toEqual([]);
});

test('limits that are replaced when a window begins do not reach into it', () => {
  const replacedAtTurn = { ...nightBeforeTurn, heldUntilMs: Date.parse('2026-04-01') };

  expect(windowsReached('month', replacedAtTurn).map(({ from }) => from)).toEqual(['2026-03-01']);
});

test('a window that may not have ended on the platform counts as long as it may last', () => {
  const inDoubt = { ...windowStart, earliestMs: Date.parse('2026-03-31T23:05') };

  expect(windowsReached('month', inDoubt).map(({ from }) => from)).toEqual(['2026-03-01', '2026-04-01']);
  expect(stretches(march, inDoubt)).toEqual([
    { from: '2026-03-31T00:00', until: '2026-04-01T00:00', isPast: false, continuesKnown: true },
  ]);
});
