import { expect, test } from 'vitest';

import { isMovedByTurn } from '../../../shared/limits/window-turn.ts';

const from = '2026-03-01';
const terms = 'default month 1000';
const pools = 'org month 5000 strict';
const byStart = { limitCredits: 0, at: `${from}T00:05:00.000Z`, runId: `enforce-${from}T00:05:00.000Z-window-start` };
const byNight = { ...byStart, runId: `enforce-${from}T02:30:00.000Z-nightly` };
const binding = { scope: { kind: 'org' }, window: 'month', usedCredits: 0, headroomCredits: 100, pools } as const;

test.for([
  ['by a window start, on any day', { ...byStart, terms, pools }, '2026-03-15T02:30:00.000Z', true],
  ['by a window start of an earlier version', byStart, '2026-03-15T02:30:00.000Z', true],
  ['by another run, on the first day', { ...byNight, terms, pools }, `${from}T05:30:00.000Z`, true],
  ['by another run, on a later day', { ...byNight, terms, pools }, '2026-03-02T02:30:00.000Z', false],
  ['by another run of an earlier version', byNight, `${from}T05:30:00.000Z`, false],
  [
    'by a window start, on other budgets',
    { ...byStart, terms: 'default month 900', pools },
    `${from}T05:30:00.000Z`,
    false,
  ],
  [
    'by a window start, on other pools',
    { ...byStart, terms, pools: 'org month 4000 strict' },
    `${from}T05:30:00.000Z`,
    false,
  ],
  ['by a window start, on no pool', { ...byStart, terms }, `${from}T05:30:00.000Z`, false],
] as const)('whether the turn moves a limit that was set %s', ([, sent, at, isMoved]) => {
  expect(isMovedByTurn({ terms, binding }, sent, { at, from })).toBe(isMoved);
});

const monday = '2026-03-09';
const own = { scope: { kind: 'default' }, window: 'week', usedCredits: 0, headroomCredits: 100 } as const;
const onSunday = { ...byNight, at: '2026-03-08T02:30:00.000Z', terms };
const atNight = { at: `${monday}T02:30:00.000Z`, from };

test.for([
  ['moves a limit that was sent before', own, onSunday, true],
  ['moves no limit that was sent in it', own, { ...onSunday, at: `${monday}T00:01:00.000Z` }, false],
  ['moves no limit whose terms an admin has changed', own, { ...onSunday, terms: 'default week 900' }, false],
  ['leaves to the pool what it divides', { ...own, scope: { kind: 'org' } }, onSunday, false],
] as const)('a new week of a budget of the user’s own %s', ([, by, sent, isMoved]) => {
  expect(isMovedByTurn({ terms, binding: by }, sent, atNight)).toBe(isMoved);
});
