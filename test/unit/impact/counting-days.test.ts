import fc from 'fast-check';
import { expect, test } from 'vitest';

import { isInForce, type Budget } from '../../../shared/budgets/budget.ts';
import type { Grant } from '../../../shared/grants/exemption.ts';
import { countingDays } from '../../../shared/impact/counting-days.ts';
import { noEdits } from '../../../shared/impact/proposed-edits.ts';
import { addDays, daysOf } from '../../../shared/kernel/time/day.ts';
import { aBudget } from '../../support/domain-samples.ts';

const today = '2026-03-15';
const budget = (said: Partial<Budget> = {}) => aBudget({ scope: { kind: 'default' }, ...said });
const add = (said: Partial<Budget>) => ({ kind: 'add', after: budget(said) }) as const;
const change = (before: Partial<Budget>, after: Partial<Budget>) =>
  ({ kind: 'change', before: budget(before), after: budget(after) }) as const;
const credits = (amount: number) => ({ amount: { kind: 'credits', credits: amount } }) as const;
const of = (...budgets: Parameters<typeof countingDays>[0]['budgets']) => countingDays({ ...noEdits, budgets }, today);

test.for([
  ['a budget without a first day counts today', [add({})], [today]],
  ['a budget that begins later counts from its first day', [add({ from: '2026-03-16' })], ['2026-03-16']],
  [
    'an amount that changes while the budget is not in force counts once it is',
    [change({ from: '2026-03-20' }, { from: '2026-03-20', ...credits(5) })],
    ['2026-03-20'],
  ],
  ['a last day counts on the day after it', [change({}, { to: '2026-03-20' })], ['2026-03-21']],
  ['a later first day counts at once', [change({}, { from: '2026-03-20' })], [today]],
  [
    'another amount from a later day lifts what is in force, and then counts',
    [change({}, { from: '2026-03-20', ...credits(5) })],
    [today, '2026-03-20'],
  ],
  [
    'a budget that follows another counts from its first day',
    [change({ to: '2026-03-31' }, { to: '2026-03-15' }), add({ from: '2026-03-16', scope: { kind: 'org' } })],
    ['2026-03-16'],
  ],
  ['what is over counts never, and is looked at as of today', [add({ to: '2026-03-14' })], [today]],
  ['a note counts never', [change({}, { note: 'n' })], [today]],
  [
    'rows that begin on several days count on each',
    [add({ from: '2026-03-20' }), add({ scope: { kind: 'org' } })],
    [today, '2026-03-20'],
  ],
] as const)('%s', ([, budgets, expected]) => {
  expect(of(...budgets)).toEqual(expected);
});

test('a top-up counts from its first day, an exemption and the end of either at once', () => {
  const record = { id: '1', reason: 'r', createdBy: 'a', createdAt: '2026-03-15T00:00:00.000Z', version: 1 };
  const topUp: Grant = {
    ...record,
    kind: 'top-up',
    scope: { kind: 'user', email: 'ann@acme.example' },
    credits: 5,
    from: '2026-03-17',
    to: '2026-03-31',
  };
  const exemption: Grant = { ...record, kind: 'exemption', email: 'ann@acme.example', until: '2026-03-31' };
  const daysOfGrant = (grant: Grant) => countingDays({ ...noEdits, grants: [grant] }, today);

  expect(daysOfGrant(topUp)).toEqual(['2026-03-17']);
  expect(daysOfGrant({ ...topUp, from: '2026-03-01', endedAt: '2026-03-15T10:00:00.000Z' })).toEqual([today]);
  expect(daysOfGrant({ ...topUp, from: '2026-03-01', to: '2026-03-02' })).toEqual([today]);
  expect(daysOfGrant(exemption)).toEqual([today]);
  expect(daysOfGrant({ ...exemption, endedAt: '2026-03-15T10:00:00.000Z' })).toEqual([today]);
  const later = { kind: 'add', after: budget({ from: '2026-03-18' }) } as const;
  const over: Grant = { ...exemption, until: '2026-03-01' };
  const past: Grant = { ...topUp, from: '2026-03-01', to: '2026-03-02' };
  expect(countingDays({ ...noEdits, budgets: [later], grants: [over, past] }, today)).toEqual(['2026-03-18']);
  expect(countingDays({ ...noEdits, budgets: [later], grants: [exemption, topUp] }, today)).toEqual([
    today,
    '2026-03-17',
    '2026-03-18',
  ]);
});

test('an edit of a team counts at once, and of very many days the first five are looked at', () => {
  const team = { kind: 'add', after: { name: 'web', members: [], position: 1 } } as const;
  const many = Array.from({ length: 9 }, (_, index) =>
    add({ from: addDays(today, 9 - index), scope: { kind: 'team', name: `t${index}` } }),
  );

  expect(countingDays({ ...noEdits, teams: [team] }, today)).toEqual([today]);
  expect(of(...many)).toEqual([1, 2, 3, 4, 5].map((days) => addDays(today, days)));
});

test('before the first of the days nothing that is in force differs, and on it something does', () => {
  const day = fc.option(
    fc.integer({ min: -5, max: 10 }).map((days) => addDays(today, days)),
    { nil: undefined },
  );
  const terms = fc
    .record({ from: day, to: day, amount: fc.constantFrom(1, 2) })
    .map(({ from, to, amount }) => budget({ ...credits(amount), ...(from && { from }), ...(to && { to }) }));
  fc.assert(
    fc.property(terms, terms, (before, after) => {
      const inForce = (one: Budget, on: string) => (isInForce(one, on) ? one.amount : undefined);
      const first = daysOf({ from: today, through: addDays(today, 20) }).find(
        (each) => JSON.stringify(inForce(before, each)) !== JSON.stringify(inForce(after, each)),
      );
      expect(of({ kind: 'change', before, after })[0]).toBe(first ?? today);
    }),
    { numRuns: 200 },
  );
});
