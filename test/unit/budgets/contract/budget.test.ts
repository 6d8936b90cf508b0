import { describe, expect, test } from 'vitest';

import type { BudgetTerms } from '../../../../shared/budgets/budget.ts';
import { readBudget } from '../../../../shared/budgets/contract/budget-rows.ts';
import { budgetRecord } from '../../../../shared/budgets/contract/budget.ts';

function termsOf(fields: Record<string, unknown>): BudgetTerms | undefined {
  const read = budgetRecord.parse(fields);
  return read.kind === 'terms' ? read.terms : undefined;
}

function problemsOf(fields: Record<string, unknown>): readonly string[] {
  const read = budgetRecord.parse({ scope: 'org', window: 'month', amount: 10, ...fields });
  return read.kind === 'terms' ? [] : read.problems;
}

describe('a budget row', () => {
  test('stands for its terms, with defaults for what it leaves out', () => {
    const terms = termsOf({ scope: 'user: Ada@X.example', window: 'day', amount: 0 });

    expect(terms).toEqual({
      scope: { kind: 'user', email: 'ada@x.example' },
      window: 'day',
      amount: { kind: 'credits', credits: 0 },
      mode: 'enforce',
      thresholds: [50, 80, 100],
      forecastAlert: true,
      owners: [],
    });
  });

  test('keeps unlimited apart from every number', () => {
    const terms = termsOf({ scope: 'default', window: 'month', amount: 'unlimited' });

    expect(terms?.amount).toEqual({ kind: 'unlimited' });
  });

  test('puts thresholds in ascending order', () => {
    const terms = termsOf({ scope: 'org', window: 'month', amount: 1, thresholds: [120, 50, 100] });

    expect(terms?.thresholds).toEqual([50, 100, 120]);
  });

  test('reads back the terms that it was made from', () => {
    const terms: BudgetTerms = {
      scope: { kind: 'team', name: 'Core' },
      window: 'quarter',
      amount: { kind: 'credits', credits: 7 },
      mode: 'alert',
      thresholds: [90],
      forecastAlert: false,
      guarantee: { kind: 'overcommit', factor: 1.2 },
      owners: ['o@x.example'],
      from: '2026-02-28',
      to: '2026-02-28',
      note: '',
    };

    const read = termsOf(budgetRecord.format(terms));

    expect(read).toEqual(terms);
  });

  test.each<[string, Record<string, unknown>, string]>([
    [
      'a missing amount',
      { amount: undefined },
      'field "amount": is missing; give a whole number of credits, 0 or more, such as 1,000,000 or 250k, or "unlimited"',
    ],
    [
      'a negative amount',
      { amount: -5 },
      'field "amount": "-5" is negative; give a whole number of credits, 0 or more, such as 1,000,000 or 250k, or "unlimited"',
    ],
    ['a fraction', { amount: 0.5 }, 'field "amount": "0.5" is not a whole number; give a whole'],
    ['NaN', { amount: Number.NaN }, 'field "amount": "NaN" is not a number; give a whole'],
    ['an endless amount', { amount: Infinity }, 'field "amount": "Infinity" is '],
    [
      'an amount that is not exact',
      { amount: 2 ** 60 },
      'field "amount": "1152921504606847000" is too large; give a whole',
    ],
    ['a number as text', { amount: '500' }, 'field "amount": "500" is not a number; give a whole'],
    ['another word than unlimited', { amount: 'Unlimited' }, 'field "amount": "Unlimited" is not a number'],
    [
      'an unknown window',
      { window: 'Month' },
      'field "window": "Month" is unknown; give one of day, week, month, quarter, platform; the nearest is month',
    ],
    [
      'an unknown scope',
      { scope: 'group:x' },
      'field "scope": "group:x" is unknown; give org, default, team:NAME, members:TEAM, user:EMAIL or model:ID',
    ],
    ['a team name that is too long', { scope: `team:${'x'.repeat(257)}` }, 'is unknown; give org'],
    ['an unknown mode', { mode: 'off' }, 'field "mode": "off" is unknown; give one of observe, alert, enforce'],
    ['a misspelled field', { amout: 1 }, 'field "amout": is unknown; did you mean "amount"?'],
    ['an unknown field', { colour: 1 }, 'field "colour": is unknown; remove it'],
    ['a threshold of 0', { thresholds: [0] }, 'field "thresholds": "0" is under 1; give up to 20 whole percentages'],
    ['a threshold above 1000', { thresholds: [1001] }, 'field "thresholds": "1001" is above 1000'],
    ['a threshold that is a fraction', { thresholds: [50.5] }, 'field "thresholds": "50.5" is not a whole number'],
    ['a threshold that stands twice', { thresholds: [50, 50] }, 'field "thresholds": "50, 50" names one twice'],
    ['too many thresholds', { thresholds: Array.from({ length: 21 }, (_, i) => i + 1) }, 'holds too many'],
    [
      'a forecast alert in words',
      { forecastAlert: 'yes' },
      'field "forecastAlert": "yes" is not a yes or no; give true or false',
    ],
    ['a factor below 1', { guarantee: 0.9 }, 'field "guarantee": "0.9" is not a guarantee; give "strict" or a factor'],
    [
      'a guarantee for one user',
      { scope: 'user:a@x.example', guarantee: 'strict' },
      'field "guarantee": is for pools only; remove it',
    ],
    [
      'a guarantee for each member of a team',
      { scope: 'members:web', guarantee: 1.2 },
      'field "guarantee": is for pools only; remove it',
    ],
    [
      'a reservation for each member of a team',
      { scope: 'members:web', reserved: 5 },
      'field "reserved": "5" is for one user; remove it, or make the scope "user:EMAIL"',
    ],
    [
      'a limit for a model',
      { scope: 'model:opus', mode: 'enforce' },
      'field "mode": "enforce" sets limits of people, and the platform has none for a model; give "alert" or "observe"',
    ],
    ['a guarantee for a model', { scope: 'model:opus', guarantee: 'strict' }, 'is for pools only; remove it'],
    ['an owner who is not an email', { owners: ['ada'] }, 'field "owners": "ada" is not an email; give emails'],
    [
      'a first day that is not in the calendar',
      { from: '2026-02-29' },
      'field "from": "2026-02-29" is not a day of the calendar; give a day as YYYY-MM-DD',
    ],
    [
      'a last day before the first',
      { from: '2026-03-02', to: '2026-03-01' },
      'field "to": "2026-03-01" is before "from" ("2026-03-02"); give the same day',
    ],
    ['a note that is too long', { note: 'x'.repeat(501) }, 'is too long; give at most 500 characters'],
  ])('refuses %s and says what to write instead', (_, fields, problem) => {
    const problems = problemsOf(fields);

    expect(problems).toEqual([expect.stringContaining(problem)]);
  });

  test.for([
    ['model:opus', 'alert'],
    ['members:web', 'enforce'],
    ['org', 'enforce'],
  ])('of %s has mode %s unless another is given', ([scope, mode]) => {
    expect(budgetRecord.parse({ scope, window: 'month', amount: 5 })).toMatchObject({ terms: { mode } });
    expect(readBudget({ scope, window: 'month', amount: 5 })).toMatchObject({ budget: { mode } });
  });

  test('names every fault at once', () => {
    const problems = problemsOf({ amount: -1, window: 'year', note: 5 });

    expect(problems).toHaveLength(3);
  });

  test('shows a value cut to 60 characters and without characters that could change what is seen', () => {
    const problems = problemsOf({ window: `\u202Egro\u0000\r\nup\u2066${'x'.repeat(500)}` });

    expect(problems[0]).toMatch(/^field "window": "group[x]{54}…" is unknown; /);
  });
});

describe('a reservation', () => {
  const own = { scope: 'user:ada@x.example', amount: 1_000, reserved: 400 };

  test('is a part of the pools of one user, with a priority or without', () => {
    expect(problemsOf({ ...own, priority: 'high' })).toEqual([]);
    expect(problemsOf({ ...own, amount: 'unlimited' })).toEqual([]);
    expect(termsOf({ window: 'month', ...own })).toMatchObject({ reserved: 400 });
  });

  test.for([
    ['of nobody in particular', { scope: 'org' }, '"400" is for one user; remove it, or make the scope "user:EMAIL"'],
    ['of the default', { scope: 'default' }, '"400" is for one user'],
    ['beyond the amount', { amount: 399 }, '"400" is more than the amount (399)'],
    ['of a budget that sets no caps', { mode: 'alert' }, '"400" reserves nothing in mode "alert"'],
    ['of nothing', { reserved: 0 }, '"0" is under 1'],
    ['of a fraction', { reserved: 1.5 }, 'is not a whole number'],
  ] as const)('%s is refused with its remedy', ([, said, problem]) => {
    expect(problemsOf({ ...own, ...said })).toEqual([expect.stringContaining(problem)]);
  });

  test('a priority of no reservation is refused, and one that is unknown', () => {
    const { reserved: _none, ...without } = own;

    expect(problemsOf({ ...without, priority: 'high' })).toEqual([
      expect.stringMatching(/^field "priority": .*"reserved"/u),
    ]);
    expect(problemsOf({ ...own, priority: 'top' })).toEqual([expect.stringContaining('normal, high')]);
  });
});
