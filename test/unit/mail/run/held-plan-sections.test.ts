import { afterEach, expect, test } from 'vitest';

import type { PlanSummary, TeamChange } from '../../../../shared/enforcement/plan-summary.ts';
import { creditsAlone, notationOn, writeCreditsAs } from '../../../../shared/kernel/texts/credits.ts';
import type { DayRange } from '../../../../shared/kernel/time/day.ts';
import type { MailSection } from '../../../../shared/mail/content.ts';
import { heldPlanFigures, heldPlanSections } from '../../../../shared/mail/run/held-plan-sections.ts';
import { partOf } from '../../../support/part-of.ts';

const total: TeamChange = {
  users: 40,
  beforeCredits: 90_000,
  afterCredits: 60_000,
  raised: 1,
  lowered: 30,
  stopped: 2,
  freed: 3,
};
const web: TeamChange = { ...total, team: 'web', users: 10 };
const untouched: TeamChange = { ...total, team: 'ops', raised: 0, lowered: 0, stopped: 0, freed: 0 };

const pool = {
  scope: 'team:web',
  window: 'month',
  amountCredits: 50_000,
  usedCredits: 43_000,
  leftCredits: 7_000,
} as const;

const awaited = { kind: 'kept-from', words: 'kept from 1 Dec', detail: 'The guarantee starts 1 Dec.' } as const;

const summary: PlanSummary = {
  total,
  teams: [web, untouched],
  teamsCount: 2,
  stoppedEmails: ['ann@acme.example', 'bob@acme.example'],
  largest: [{ email: 'ann@acme.example', toCredits: 500, reason: 'no-limit-yet' }],
  pools: [
    { ...pool, worstCaseCredits: 51_000, runwayDays: 1, promised: 'pending', verdict: awaited },
    { ...pool, scope: 'org', promised: 'kept', verdict: { kind: 'kept', words: 'kept', detail: 'Guaranteed.' } },
  ],
};

afterEach(() => writeCreditsAs(creditsAlone));

function rowsUnder(sections: readonly MailSection[], word: string): readonly (readonly string[])[] {
  const found = sections.find((section) => section.kind === 'table' && section.heading.includes(word));
  return found?.kind === 'table' ? found.table.rows : [];
}

test('a held plan names whom it would stop', () => {
  const [first] = heldPlanSections(partOf({ summary }));

  expect(first).toMatchObject({ kind: 'notes', heading: 'Newly stopped (2)' });
  expect(JSON.stringify(first)).toMatch(/ann@acme\.example.*bob@acme\.example/u);
});

test('a held plan has a row for each team that it moves, with its limits before and after', () => {
  expect(rowsUnder(heldPlanSections(partOf({ summary })), 'By team')).toEqual([
    ['web (10)', '2', '30', '1', '90,000 → 60,000'],
  ]);
});

test('a held plan shows the largest changes and how the pools stand', () => {
  const sections = heldPlanSections(partOf({ summary }));

  expect(rowsUnder(sections, 'largest')).toEqual([['ann@acme.example', 'none', '500']]);
  expect(rowsUnder(sections, 'Pools')).toEqual([
    ['team:web, month: 50,000', '43,000', '7,000', '51,000', 'about 1 day'],
    ['org, month: 50,000', '43,000', '7,000', 'no limit', 'until it resets'],
  ]);
});

test('a held plan says of each pool why its guarantee does not hold, or from when on it does', () => {
  expect(heldPlanSections(partOf({ summary })).at(-1)).toEqual({
    kind: 'notes',
    heading: 'Overspend guarantee, as limits are now',
    notes: ['team:web, month: The guarantee starts 1 Dec.'],
  });
});

test('a plan that stops and moves nobody, and has no pools, has no section', () => {
  const nothing = { ...summary, total: { ...total, stopped: 0 }, teams: [untouched], largest: [], pools: [] };

  expect(heldPlanSections(partOf({ summary: nothing }))).toEqual([]);
  expect(heldPlanSections(partOf({}))).toEqual([]);
});

test('the figures count everybody', () => {
  expect(heldPlanFigures(summary).map(({ value }) => value)).toEqual(['2 people', '3', '30', '1']);
});

test('what a pool used costs the price of its days, and nothing over a change of the price or without its days', () => {
  writeCreditsAs(notationOn({ show: 'both', prices: ['2026-01-01 1000 EUR', '2026-03-15 2000 EUR'] }, '2026-04-20'));
  const usedOver = (days: Partial<DayRange>) => {
    const pools = [{ ...pool, ...days, promised: 'kept' as const }];
    return rowsUnder(heldPlanSections(partOf({ summary: { ...summary, pools } })), 'Pools')[0]?.[1];
  };

  expect(usedOver({ from: '2026-02-01', through: '2026-02-28' })).toBe('43,000 (€43.00)');
  expect(usedOver({ from: '2026-03-01', through: '2026-03-31' })).toBe('43,000');
  expect(usedOver({})).toBe('43,000');
});
