import fc from 'fast-check';
import { expect, test } from 'vitest';

import { formatScope } from '../../../shared/budgets/scope.ts';
import { replayStops } from '../../../shared/impact/replayed-stops.ts';
import { invariant } from '../../../shared/kernel/invariant.ts';
import { readableAbove, readableBelow } from '../../../shared/kernel/texts/amounts.ts';
import { addDays, daysOf, type Day } from '../../../shared/kernel/time/day.ts';
import type { DailyUse } from '../../../shared/ledger/daily-use.ts';
import {
  canSuggest,
  suggestBudgets,
  suggestedTerms,
  type SuggestionOrder,
} from '../../../shared/suggestion/suggest-budgets.ts';
import type { SuggestionGoal } from '../../../shared/suggestion/suggestion-goal.ts';
import { replaySuggestion } from '../../../shared/suggestion/suggestion-stops.ts';

const usualMonth: SuggestionGoal = { kind: 'usual-month' };

interface PastUse {
  readonly from: Day;
  /** By name, day after day; of equal length. */
  readonly credits: Readonly<Record<string, readonly number[]>>;
  readonly teams?: Readonly<Record<string, string>>;
}

/** Past use, with a suggestion wanted of it. */
function orderOf({ from, credits, teams = {} }: PastUse, goal = usualMonth, isByTeam = false): SuggestionOrder {
  const names = Object.keys(credits);
  const range = { from, through: addDays(from, (credits[names[0] ?? '']?.length ?? 0) - 1) };
  const users = new Map(names.map((name) => [name, Float64Array.from(credits[name] ?? [])]));
  const use: DailyUse = { range, days: daysOf(range), knownFrom: from, organization: new Float64Array(), users };
  return {
    goal,
    isByTeam,
    use,
    people: names.map((name) => ({ userId: name, email: `${name}@acme.example` })),
    teamOf: new Map(Object.entries(teams)),
    platformWindow: { anchorDay: 1 },
  };
}

function suggested(order: SuggestionOrder) {
  const suggestion = suggestBudgets(order);
  invariant(suggestion.kind === 'suggested', 'there is enough use');
  return suggestion;
}

/** `scope amount mode`. */
function rowsOf(order: SuggestionOrder): readonly string[] {
  return suggested(order).budgets.map(({ terms: { scope, amount, mode } }) =>
    [formatScope(scope), amount.kind === 'credits' ? amount.credits : '', mode].join(' '),
  );
}

function amountsOf(order: SuggestionOrder): ReadonlyMap<string, number> {
  return new Map(
    suggested(order).budgets.map(({ terms: { scope, amount } }) => [
      formatScope(scope),
      amount.kind === 'credits' ? amount.credits : Infinity,
    ]),
  );
}

/** The same every day from 1 September to 15 November. */
function evenly(creditsADay: number): readonly number[] {
  return Array.from({ length: 76 }, () => creditsADay);
}

const somePeople: PastUse = {
  from: '2026-09-01',
  credits: { ann: evenly(100), bob: evenly(120), cleo: evenly(90), dan: evenly(1_000) },
  teams: { ann: 'web', bob: 'web', dan: 'lab' },
};

test('a usual month has a default for most people, a budget of their own for the others, and an alert for all', () => {
  expect(rowsOf(orderOf(somePeople))).toEqual(['org 41000 alert', 'default 31000 enforce']);
  expect(rowsOf(orderOf({ ...somePeople, credits: manyAnd(1_000) }))).toEqual([
    'org 62000 alert',
    'default 3100 enforce',
    'user:dan@acme.example 31000 enforce',
  ]);
});

/** Ten people of 100 a day, and Dan. */
function manyAnd(dan: number): PastUse['credits'] {
  return { ...Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`p${at}`, evenly(100)])), dan: evenly(dan) };
}

test('by team each has a default for its members, and the organization the sum of its teams and of the people without one', () => {
  expect(rowsOf(orderOf(somePeople, usualMonth, true))).toEqual([
    'org 40700 alert',
    'team:lab 31000 alert',
    'team:web 6900 alert',
    'members:lab 31000 enforce',
    'members:web 3800 enforce',
    'default 2800 enforce',
  ]);
});

test('a percentile by team is a limit for the members of each, and one for people without a team', () => {
  expect(rowsOf(orderOf(somePeople, { kind: 'percentile', percentile: 50 }, true))).toEqual([
    'org 38900 alert',
    'team:lab 30000 alert',
    'team:web 6200 alert',
    'members:lab 30000 enforce',
    'members:web 3100 enforce',
    'default 2700 enforce',
  ]);
});

test('a total is strict, and teams share it by what they used', () => {
  expect(rowsOf(orderOf(somePeople, { kind: 'total', credits: 1_000_000 }, true))).toEqual([
    'org 1000000 enforce',
    'team:lab 772000 enforce',
    'team:web 160000 enforce',
  ]);
  expect(suggested(orderOf(somePeople, { kind: 'total', credits: 5 })).budgets[0]?.terms.guarantee).toEqual({
    kind: 'strict',
  });
});

test('a month under a total says who would have been stopped, and from which day', () => {
  const order = orderOf(
    { from: '2026-10-01', credits: { ann: Array.from({ length: 31 }, () => 100) } },
    {
      kind: 'total',
      credits: 1_050,
    },
  );

  const { method, months } = replaySuggestion(suggested(order), order);

  expect(method).toBe('division');
  expect(months).toEqual([
    {
      from: '2026-10-01',
      through: '2026-10-31',
      isWhole: true,
      usedCredits: 3_100,
      stopped: [{ email: 'ann@acme.example', day: '2026-10-11', days: 21, scope: 'org' }],
    },
  ]);
});

test('days before the first whole month are replayed and not shown', () => {
  const order = orderOf({ from: '2026-09-20', credits: { ann: Array.from({ length: 45 }, () => 100) } });

  expect(replaySuggestion(suggested(order), order).months.map(({ from }) => from)).toEqual([
    '2026-10-01',
    '2026-11-01',
  ]);
});

test.for<readonly [days: number, kind: string]>([
  [0, 'too-few-days'],
  [13, 'too-few-days'],
  [14, 'suggested'],
])('of %s known days the suggestion is: %s', ([days, kind]) => {
  const credits = { ann: Array.from({ length: days }, () => 10) };

  expect(suggestBudgets(orderOf({ from: '2026-10-05', credits })).kind).toBe(kind);
});

test('without any use nothing is suggested', () => {
  expect(suggestBudgets(orderOf({ from: '2026-09-01', credits: { ann: evenly(0) } }))).toEqual({
    kind: 'no-use',
    range: { from: '2026-09-01', through: '2026-11-15' },
  });
});

test('where no month is known whole, the known days stand for 31', () => {
  const credits = { ann: Array.from({ length: 20 }, () => 100) };

  expect(rowsOf(orderOf({ from: '2026-10-05', credits }))).toContain('default 3100 enforce');
});

test('a team without use gets no budget: an amount of 0 would block it', () => {
  const idle: PastUse = { ...somePeople, credits: { ...somePeople.credits, dan: evenly(0) } };

  expect(amountsOf(orderOf(idle, { kind: 'total', credits: 90_000 }, true)).has('team:lab')).toBe(false);
});

test('where the platform counts from another day, budgets go by its month', () => {
  const order = { ...orderOf(somePeople), platformWindow: { anchorDay: 11 } };

  const { budgets, months } = suggested(order);

  expect(new Set(budgets.map(({ terms }) => terms.window))).toEqual(new Set(['platform']));
  expect(months.map(({ from }) => from)).toEqual(['2026-09-01', '2026-09-11', '2026-10-11', '2026-11-11']);
});

const dayCredits = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 5_000 }));

const pastUses: fc.Arbitrary<PastUse> = fc
  .record({ people: fc.integer({ min: 1, max: 5 }), days: fc.integer({ min: 14, max: 75 }), start: fc.nat(40) })
  .chain(({ people, days, start }) =>
    fc.record({
      from: fc.constant(addDays('2026-08-20', start)),
      // The first day has use, so that there is something to suggest from.
      credits: fc
        .array(fc.array(dayCredits, { minLength: days, maxLength: days }), { minLength: people, maxLength: people })
        .map((all) => Object.fromEntries(all.map((credits, at) => [`p${at}`, [at + 1, ...credits.slice(1)]]))),
      teams: fc
        .array(fc.constantFrom('web', 'lab', undefined), { minLength: people, maxLength: people })
        .map((names) =>
          Object.fromEntries(names.flatMap((name, at) => (name === undefined ? [] : [[`p${at}`, name] as const]))),
        ),
    }),
  );
const totals = fc.integer({ min: 1, max: 10_000_000 });

/** On all known days. */
function stopsOf(order: SuggestionOrder) {
  const { budgets, range } = suggested(order);
  const terms = budgets.map((budget) => suggestedTerms(budget.terms));
  return replayStops({ ...order, ...range, budgets: terms }).stops;
}

test('budgets for a usual month stop nobody in the months that they were made from', () => {
  fc.assert(
    fc.property(pastUses, fc.boolean(), fc.constantFrom(1, 17, 31), (past, isByTeam, anchorDay) => {
      const order = { ...orderOf(past, usualMonth, isByTeam), platformWindow: { anchorDay } };

      expect(stopsOf(order)).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test('the amounts of teams never add up to more than a total, and to all of it where everybody is in a team', () => {
  fc.assert(
    fc.property(pastUses, totals, (past, credits) => {
      const amounts = amountsOf(orderOf(past, { kind: 'total', credits }, true));
      const ofTeams = [...amounts].flatMap(([scope, amount]) => (scope.startsWith('team:') ? [amount] : []));
      const sum = ofTeams.reduce((all, amount) => all + amount, 0);

      expect(amounts.get('org')).toBe(credits);
      expect(sum).toBeLessThanOrEqual(credits);
      const isEachInATeam = Object.keys(past.teams ?? {}).length === Object.keys(past.credits).length;
      expect(isEachInATeam ? sum : credits).toBe(credits);
    }),
  );
});

test('a higher percentile lowers no amount, and no order of people changes any', () => {
  const percentiles = fc.tuple(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 100 }));
  fc.assert(
    fc.property(pastUses, percentiles, fc.boolean(), (past, [one, other], isByTeam) => {
      const at = (percentile: number) => amountsOf(orderOf(past, { kind: 'percentile', percentile }, isByTeam));
      const [low, high] = [at(Math.min(one, other)), at(Math.max(one, other))];
      const turned = { ...past, credits: Object.fromEntries(Object.entries(past.credits).toReversed()) };

      low.forEach((amount, scope) => expect(high.get(scope)).toBeGreaterThanOrEqual(amount));
      expect(amountsOf(orderOf(turned, { kind: 'percentile', percentile: one }, isByTeam))).toEqual(at(one));
    }),
  );
});

test('an amount is rounded to two digits, never to the wrong side', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (credits) => {
      expect(readableAbove(credits)).toBeGreaterThanOrEqual(credits);
      expect(readableBelow(credits)).toBeLessThanOrEqual(credits);
      expect(String(readableBelow(credits))).toMatch(/^\d{1,2}0*$/u);
    }),
  );
  expect([7, 99, 100, 101, 1_234_567].map(readableAbove)).toEqual([7, 99, 100, 110, 1_300_000]);
});

test('budgets can be suggested exactly where something would be', () => {
  const days = (length: number, credits: number) => Array.from({ length }, () => credits);
  const cases = [[], days(13, 5), days(14, 0), days(14, 0.4), days(40, 5)];

  for (const each of cases) {
    const order = orderOf({ from: '2026-03-01', credits: { ann: each } });
    expect(canSuggest(order)).toBe(suggestBudgets(order).kind === 'suggested');
  }
  expect(canSuggest(orderOf({ from: '2026-03-01', credits: { ann: days(14, 0.4) } }))).toBe(true);
});
