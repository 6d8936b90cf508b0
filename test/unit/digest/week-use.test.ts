import fc from 'fast-check';
import { expect, test } from 'vitest';

import { largestParts, modelParts, organizationParts, teamParts } from '../../../shared/digest/sections/parts.ts';
import { daysOfTeams, weekUseBuilder } from '../../../shared/digest/week-use.ts';
import { addDays, type Day } from '../../../shared/kernel/time/day.ts';
import { aLedgerDay } from '../../support/domain-samples.ts';

const weeks = {
  week: { from: '2026-03-09', through: '2026-03-15' },
  before: { from: '2026-03-02', through: '2026-03-08' },
};
const teamOf = new Map([
  ['ann', 'web'],
  ['bob', 'core'],
]);
const attribution = { teamOf, nameOf: (userId: string) => `${userId}@acme.example` };

interface Said {
  readonly rows?: Readonly<Record<string, number>>;
  readonly unattributed?: number;
  readonly models?: Readonly<Record<string, number>>;
}

/** The ledger of some days: what is billed is the sum of the rows and what no row has. */
function useOf(days: ReadonlyMap<Day, Said>) {
  const builder = weekUseBuilder(weeks, { ownerOf: ({ userId }) => userId.replace(/^old-/u, ''), teamOf });
  for (const [day, { rows = {}, unattributed = 0, models = {} }] of days) {
    const sum = Object.values(rows).reduce((total, credits) => total + credits, 0);
    const named = Object.entries(models).map(([model, credits]) => ({ model, credits }));
    builder.add(
      aLedgerDay({ day, totalCredits: sum + unattributed, models: named }),
      Object.entries(rows).map(([userId, credits]) => ({ userId, credits, email: null })),
    );
  }
  return builder.gathered();
}

test('what teams hold, what people in no team used and what is billed for nobody add up to what was billed', () => {
  const use = useOf(
    new Map<Day, Said>([
      ['2026-03-03', { rows: { ann: 5, eve: 1 } }],
      ['2026-03-09', { rows: { ann: 10, 'old-ann': 3, bob: 20, eve: 7 }, unattributed: 2 }],
      ['2026-03-15', { rows: { ann: 1 } }],
    ]),
  );

  expect(organizationParts(use)).toEqual({
    total: { credits: 43, before: 6 },
    parts: [
      { name: 'core', credits: 20, before: 0 },
      { name: 'web', credits: 14, before: 5 },
    ],
    rest: [
      { name: 'In no team', credits: 7, before: 1 },
      { name: 'Billed for no one', credits: 2, before: 0 },
    ],
  });
});

test('one team is taken apart by its people, several by team', () => {
  const use = useOf(new Map([['2026-03-09', { rows: { ann: 10, bob: 20, eve: 7 } }]]));

  expect(teamParts(use, ['web'], attribution).parts.map(({ name }) => name)).toEqual(['ann@acme.example']);
  expect(teamParts(use, ['web', 'core'], attribution)).toMatchObject({
    total: { credits: 30 },
    parts: [{ name: 'core' }, { name: 'web' }],
    rest: [],
  });
});

test('a day is as complete as the ledger has it, and stands beside the same weekday of the week before', () => {
  const builder = weekUseBuilder(weeks, { ownerOf: ({ userId }) => userId, teamOf });
  builder.add(aLedgerDay({ day: '2026-03-04', totalCredits: 3 }), []);
  builder.add(aLedgerDay({ day: '2026-03-11', totalCredits: 9, status: 'suspect' }), []);

  const { days, daysInDoubtBefore } = builder.gathered();

  expect(days[0]).toEqual({ day: '2026-03-09', status: 'missing', credits: 0, before: 0 });
  expect(days[2]).toEqual({ day: '2026-03-11', status: 'suspect', credits: 9, before: 3 });
  expect([days.length, daysInDoubtBefore]).toEqual([7, 6]);
});

test('whatever the ledger holds, every breakdown adds up to the total to the credit', () => {
  const credits = fc.nat(1_000_000);
  const said = fc.record({
    rows: fc.dictionary(fc.constantFrom('ann', 'old-ann', 'bob', 'eve', 'dan'), credits),
    unattributed: fc.integer({ min: -3, max: 100 }),
    models: fc.dictionary(fc.constantFrom('m1', 'm2', 'm3'), credits),
  });
  const sumOf = (parts: readonly { readonly credits: number; readonly before: number }[]) => ({
    credits: parts.reduce((sum, part) => sum + part.credits, 0),
    before: parts.reduce((sum, part) => sum + part.before, 0),
  });

  fc.assert(
    fc.property(fc.array(fc.option(said, { nil: undefined }), { minLength: 14, maxLength: 14 }), (days) => {
      const use = useOf(
        new Map(days.flatMap((day, index) => (day === undefined ? [] : [[addDays('2026-03-02', index), day]]))),
      );
      for (const parts of [organizationParts(use), modelParts(use)]) {
        expect(sumOf([...parts.parts, ...parts.rest])).toEqual(use.billed);
        expect(sumOf(largestParts(parts, 2))).toEqual(use.billed);
      }
      const teams = teamParts(use, ['web', 'core'], attribution);
      const { before: ofDays, ...total } = sumOf(daysOfTeams(use, ['web', 'core']));
      expect({ ...total, before: ofDays }).toEqual(teams.total);
      expect(sumOf(use.days)).toEqual(use.billed);
    }),
    { numRuns: 50 },
  );
});

test('what somebody used before a move stays with the team of those days', () => {
  const moved = new Map([
    [
      'ann',
      [
        { from: '2026-01-14', team: 'web' },
        { from: '2026-03-11', team: 'core' },
      ],
    ],
  ]);
  const builder = weekUseBuilder(weeks, {
    ownerOf: ({ userId }) => userId,
    teamOf: new Map([['ann', 'core']]),
    moved,
  });
  for (const [day, credits] of [
    ['2026-03-03', 1],
    ['2026-03-10', 20],
    ['2026-03-11', 300],
  ] as const) {
    builder.add(aLedgerDay({ day, totalCredits: credits }), [{ userId: 'ann', credits, email: null }]);
  }
  const use = builder.gathered();

  expect(organizationParts(use).parts).toEqual([
    { name: 'core', credits: 300, before: 0 },
    { name: 'web', credits: 20, before: 1 },
  ]);
  expect(teamParts(use, ['web'], attribution)).toMatchObject({ total: { credits: 20, before: 1 } });
  expect(use.users.get('ann')).toMatchObject({ credits: 320, before: 1 });
});
