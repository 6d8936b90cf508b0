import fc from 'fast-check';
import { expect, test } from 'vitest';

import { describeChange, describeDigest, type DigestFacts } from '../../../shared/digest/describe-digest.ts';
import { weekUseBuilder } from '../../../shared/digest/week-use.ts';
import { daysOf } from '../../../shared/kernel/time/day.ts';
import { renderHtml } from '../../../shared/mail/render/render-html.ts';
import { renderText } from '../../../shared/mail/render/render-text.ts';
import { aBudget, aLedgerDay, credits } from '../../support/domain-samples.ts';
import { anyText } from '../../support/mail-samples.ts';

const weeks = {
  dueOn: '2026-03-16',
  dueAt: '2026-03-16T07:00:00.000Z',
  week: { from: '2026-03-09', through: '2026-03-15' },
  before: { from: '2026-03-02', through: '2026-03-08' },
};
const run = { runId: 'digest-1' };

function useWith(team: string, model: string, days = daysOf({ from: '2026-03-02', through: '2026-03-15' })) {
  const builder = weekUseBuilder(weeks, { ownerOf: ({ userId }) => userId, teamOf: new Map([['ann', team]]) });
  for (const [index, day] of days.entries()) {
    builder.add(aLedgerDay({ day, totalCredits: 100 + index, models: [{ model, credits: 90 }] }), [
      { userId: 'ann', credits: 60, email: null },
      { userId: 'eve', credits: 40, email: null },
    ]);
  }
  return builder.gathered();
}

/** A digest with a text from outside in every place that takes one. */
function factsWith(text: (place: string) => string, said: Partial<DigestFacts> = {}): DigestFacts {
  const team = text('team');
  return {
    weeks,
    scope: { kind: 'org' },
    use: useWith(team, text('model')),
    attribution: { teamOf: new Map([['ann', team]]), nameOf: () => text('who') },
    budgets: [],
    stopped: [{ userId: 'ann', email: text('stopped'), days: ['2026-03-10'], daysBefore: 0 }],
    risers: [
      { userId: 'eve', credits: 9, before: 0, riseCredits: 9, share: 1, cause: { kind: 'new' } },
      { userId: 'ann', credits: 9, before: 1, riseCredits: 8, share: 0.5, cause: { kind: 'all-week' } },
    ],
    organization: {
      platform: {
        productivity: [
          {
            day: '2026-03-10',
            byLanguage: [{ language: text('language'), count: 2 }],
            filesCreated: 1,
            filesEdited: 1,
            gitCommits: 1,
            gitPrsCreated: 1,
          },
        ],
      },
      readiness: [],
      controls: { revisions: 1, changes: [{ severity: 'high', sentence: text('sentence'), by: text('actor') }] },
      live: {
        state: {
          report: {
            runId: 'r',
            at: '2026-03-15T22:50:00.000Z',
            standing: { kind: 'doubted', reason: text('doubt') },
            seenUsers: 1,
            pools: [
              {
                scope: text('pool'),
                window: 'month',
                amountCredits: 9,
                provenCredits: 5,
                worstCaseCredits: 9,
                freeCredits: 4,
                unboundedUsers: 0,
              },
            ],
            given: { users: 0, credits: 0 },
          },
        },
        compared: [],
        failures: [],
      },
      alerts: [{ severity: 'high', kind: 'stop', headline: text('headline') }],
    },
    dataThrough: '2026-03-15',
    ...said,
  };
}

test('the page says what was used, how it adds up, who was stopped and who rose', () => {
  const content = describeDigest(
    factsWith((place) => place),
    run,
  );
  const text = renderText(content);

  expect(content.subject).toBe('Curfew week 9 Mar to 15 Mar: 770 credits, 7 % more than the week before');
  expect(text).toMatch(/420 .* 280 .* 70 = 770 credits/u);
  expect(text).toContain('140 before 91');
  expect(text).toMatch(/stopped\s+Met the limit on: 2026-03-10\s+Now: may go on/u);
  expect(text).toMatch(/9 more \(100 % .*\): used nothing/u);
});

test('budgets with an amount are bars of it, with what is expected by the end of the window', () => {
  const now = {
    window: { kind: 'month', from: '2026-03-01', through: '2026-03-31' },
    topUpCredits: 100,
    usedCredits: 770,
  } as const;
  const forecast = {
    kind: 'forecast',
    window: now.window,
    dataThrough: '2026-03-15',
    usedCredits: 770,
    expectedCredits: 1_650,
    lowCredits: 1_500,
    highCredits: 1_800,
    restSpreadShare: 0.1,
  } as const;
  const budgets = [
    { budget: aBudget({ scope: { kind: 'org' }, window: 'month', amount: credits(1_000) }), now: { ...now, forecast } },
    { budget: aBudget({ scope: { kind: 'default' }, window: 'month', amount: credits(50) }), now },
  ];

  const { sections } = describeDigest(
    factsWith((place) => place, { budgets }),
    run,
  );

  expect(sections).toContainEqual({
    kind: 'bars',
    heading: 'Budgets: used, and expected by the end',
    bars: [
      { label: 'org month', value: '770 of 1.1k', share: 0.7, before: { word: 'expected', value: '1.65k', share: 1 } },
    ],
  });
});

test('a page of a team says nothing of the organization', () => {
  const scope = { kind: 'teams', names: ['web'] } as const;
  const { organization: _, ...facts } = factsWith(() => 'web', { scope });
  const { subject, sections } = describeDigest(facts, run);

  expect(subject).toContain('team web, 420 credits');
  expect(sections.map((section) => ('heading' in section ? section.heading : ''))).toEqual([
    '',
    'Credits by person',
    'Credits by day',
    'Stopped (1)',
    'Who used more',
  ]);
});

test('days whose figures are not complete are named, in words and beside their bar', () => {
  const use = useWith('web', 'm', daysOf({ from: '2026-03-02', through: '2026-03-14' }));
  const days = use.days.map((day) => (day.day === '2026-03-10' ? { ...day, status: 'suspect' as const } : day));
  const text = renderText(
    describeDigest(
      factsWith((place) => place, { use: { ...use, days } }),
      run,
    ),
  );

  expect(text).toMatch(/- 2026-03-10: .*in doubt/u);
  expect(text).toMatch(/- 2026-03-15: .* not there yet/u);
  expect(text).toContain('Tue 10 Mar: 108 (in doubt)');
  expect(text).toContain('Sun 15 Mar: not read yet');
});

test('no name from outside can change the markup, and both forms state it', () => {
  const tagsOf = (facts: DigestFacts) => renderHtml(describeDigest(facts, run)).match(/<[^>]*>/gu);
  const harmless = tagsOf(factsWith(() => 'x'));

  fc.assert(
    fc.property(anyText, (text) => {
      expect(tagsOf(factsWith(() => `a${text}`))).toEqual(harmless);
    }),
    { numRuns: 25 },
  );
});

test.for([
  [110, 100, '10 % more than the week before'],
  [90, 100, '10 % less than the week before'],
  [100, 100, 'as much as the week before'],
  [5, 0, 'nothing was used the week before'],
  [0, 0, 'nothing, as the week before'],
] as const)('%d credits after %d are %s', ([credits, before, words]) => {
  expect(describeChange({ credits, before })).toBe(words);
});
