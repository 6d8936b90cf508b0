import { afterEach, expect, test } from 'vitest';

import { creditsAlone, notationOn, writeCreditsAs } from '../../../../shared/kernel/texts/credits.ts';
import type { StopEvent, StopFacts } from '../../../../shared/notifications/conditions/condition-event.ts';
import {
  causeName,
  detailsOfStop,
  factsOfStop,
  headlineOfStop,
  remediesOfStop,
  usedText,
} from '../../../../shared/notifications/stops/describe-stop.ts';
import { creditsToGive } from '../../../../shared/notifications/stops/stop-amounts.ts';
import { ada, march } from '../observed.ts';

const own = { kind: 'user', email: ada.email } as const;
const web = { kind: 'team', name: 'web' } as const;
const org = { kind: 'org' } as const;
const byDefault = { kind: 'default' } as const;

function aStop({ scope, ...over }: Partial<StopFacts> = {}): StopFacts {
  const amounts = { amountCredits: 50_000, usedCredits: 43_000, ownUsedCredits: 9_000, limitCredits: 9_500 };
  return { user: ada, window: march, ...amounts, dataThrough: '2026-03-09', ...(scope && { scope }), ...over };
}

function anEvent(stop: StopFacts, over: Partial<StopEvent> = {}): StopEvent {
  return { kind: 'person-stopped', eventId: 'e', conditionId: 'c', stop, owners: [], ...over };
}

const reader = { role: 'user', askWhom: [] } as const;
const freed = { kind: 'person-freed' } as const;

afterEach(() => writeCreditsAs(creditsAlone));

test('a budget has its owner’s or its reader’s point of view, its span and its scope', () => {
  const namesOf = (stop: StopFacts) => [causeName(stop, 'your'), causeName(stop, 'their')];
  const platform = { ...march, kind: 'platform' } as const;

  expect(namesOf(aStop({ scope: own }))).toEqual(['your monthly budget', 'their monthly budget']);
  expect(causeName(aStop({ scope: own, window: platform }), 'your')).toBe('your billing-window budget');
  expect(causeName(aStop({ scope: byDefault }), 'your')).toMatch(/default monthly/u);
  expect(causeName(aStop({ scope: web }), 'your')).toMatch(/monthly .* team web$/u);
  expect(causeName(aStop({ scope: org }), 'your')).toMatch(/monthly .* organization$/u);
  expect(namesOf(aStop({ isLeftOver: true }))).toEqual([
    expect.stringMatching(/ you$/u),
    expect.stringMatching(/ them$/u),
  ]);
  expect(causeName(aStop(), 'your')).toContain('ceiling');
});

test.for<readonly [string, StopFacts, RegExp, RegExp]>([
  [
    'of an own budget only what is used',
    aStop({ scope: own }),
    /^43,000 of 50,000/u,
    /reserved|over|team|organization/u,
  ],
  [
    'of a pool by whom, and what is reserved for others',
    aStop({ scope: web }),
    /by team web .*9 Mar.*7,000 .*reserved/u,
    /over/u,
  ],
  [
    'by how much it is passed',
    aStop({ scope: org, usedCredits: 51_000 }),
    /by the organization .*, 1,000 over/u,
    /reserved/u,
  ],
  [
    'of a pool that is used up exactly, neither',
    aStop({ scope: web, usedCredits: 50_000 }),
    /team web/u,
    /reserved|over/u,
  ],
])('what is used says %s', ([, stop, is, isNot]) => {
  expect(usedText(stop)).toMatch(is);
  expect(usedText(stop)).not.toMatch(isNot);
});

test('a headline names who is stopped until when, or that they may go on with how much', () => {
  const event = anEvent(aStop({ scope: web }));

  expect(headlineOfStop(event, reader)).toMatch(/^You .*Wed 1 Apr.*nothing left/u);
  expect(headlineOfStop(event, { role: 'owner' })).toMatch(/^ada@example.com is /u);
  expect(headlineOfStop(anEvent(aStop({ scope: web, usedCredits: 50_000 })), reader)).toMatch(/used up$/u);
  expect(headlineOfStop(anEvent(aStop({ scope: own })), reader)).toMatch(/^You .* your .*used up$/u);
  expect(headlineOfStop(anEvent(aStop({ scope: own })), { role: 'owner' })).toMatch(/ their /u);
  expect(headlineOfStop(anEvent(aStop({ scope: own, amountCredits: 0 })), reader)).toMatch(/ is 0$/u);
  expect(headlineOfStop(anEvent(aStop(), { ...freed, leftCredits: 1_300 }), reader)).toMatch(/^You can .*1,300/u);
  expect(headlineOfStop(anEvent(aStop(), freed), { role: 'owner' })).toMatch(/^ada@example.com can .*no limit/u);
});

test('the facts of a stop are labelled, with its owners or else those who look after it', () => {
  const labelsOf = (event: StopEvent, askWhom: readonly string[]) =>
    factsOfStop(event, { ...reader, askWhom }).map(({ label, value }) => `${label}: ${value}`);
  const event = anEvent(aStop({ scope: own }));

  const all = labelsOf(event, []);
  expect(all.map((line) => line.split(':')[0])).toEqual(['Budget', 'Used', 'Your limit', 'Figures', 'Resets']);
  expect(all[0]).toMatch(/monthly budget: 50,000/u);
  expect(all[2]).toMatch(/9,500 .* 9,000/u);
  expect(labelsOf(event, ['x@example.com', 'y@example.com'])[1]).toContain('x@example.com, y@example.com');
  expect(labelsOf({ ...event, owners: ['o@example.com'] }, ['x@example.com'])[1]).toBe('Owned by: o@example.com');
  expect(labelsOf(anEvent(aStop({ scope: own, amountCredits: 0 })), []).join()).not.toContain('Resets');
});

test('whoever is stopped reads whom to ask, and of a pool that it is divided again; whoever is free is sent to nobody', () => {
  const remedies = (scope: StopFacts['scope'] & object, askWhom: readonly string[]) =>
    remediesOfStop(anEvent(aStop({ scope })), { ...reader, askWhom });

  expect(remedies(own, [])).toEqual([expect.stringContaining('an admin of Curfew')]);
  expect(remedies(own, ['x@example.com', 'y@example.com'])[0]).toContain('x@example.com or y@example.com');
  expect([remedies(web, []).length, remedies(org, []).length, remedies(byDefault, []).length]).toEqual([2, 2, 1]);
  expect(detailsOfStop(anEvent(aStop(), freed), reader).join()).not.toMatch(/Ask|npx curfew/u);
});

test('a command is for readers who decide, and never for the person who is stopped', () => {
  const way = { meaning: 'ada@example.com gets 500 now', command: 'npx curfew topup add ada@example.com 500' };
  const event = anEvent(aStop({ scope: own, ways: [way] }));

  expect(detailsOfStop(event, reader).join()).not.toContain('npx curfew');
  expect(detailsOfStop(event, { ...reader, role: 'owner' }).at(-1)).toBe(`${way.meaning}: ${way.command}`);
});

test('the person reads how much they need, and that is the amount to give', () => {
  const needed = { todayCredits: 1_200, windowCredits: 31_000, through: '2026-03-31' };
  const event = anEvent(aStop({ scope: own, needed }));

  expect(remediesOfStop(event, reader)[0]).toBe(
    'You need about 1,200 credits to work today, 31,000 to work as usual through 31 Mar.',
  );
  expect(remediesOfStop(event, { ...reader, role: 'owner' })[0]).toMatch(/^ada@example\.com needs about/u);
  expect(creditsToGive(event.stop)).toBe(31_000);
});

test('a pool past its amount has nothing left for a person, and is used up once overcommit allows no more', () => {
  const overcommitted = { scope: org, amountCredits: 50_000, allowedCredits: 60_000 };
  const [going, done] = [55_000, 60_000].map((usedCredits) => aStop({ ...overcommitted, usedCredits }));

  expect(headlineOfStop(anEvent(going ?? aStop()), reader)).toContain('has nothing left for you');
  expect(usedText(going ?? aStop())).toContain('5,000 over; the remaining 5,000 are reserved');
  expect(headlineOfStop(anEvent(done ?? aStop()), reader)).toContain('is used up');
});

test('a person whose limit the next run raises is stopped until then, has nothing to ask for, and no reset day', () => {
  const stop = aStop({ isLeftOver: true, nextLimitCredits: 12_000 });

  expect(headlineOfStop(anEvent(stop), reader)).toBe('You are stopped until the next run, which raises your limit');
  expect(factsOfStop(anEvent(stop), reader)).toContainEqual({ label: 'Your next limit', value: '12,000 credits' });
  expect(remediesOfStop(anEvent(stop), reader)).toEqual(['There is nothing to ask for: runs take place every hour.']);
  expect(detailsOfStop(anEvent(stop), reader).join()).not.toContain('Resets');
});

test('what a person used of their limit costs the price of its days, and nothing over a change of the price', () => {
  writeCreditsAs(notationOn({ show: 'both', prices: ['2026-01-01 1000 EUR', '2026-03-09 2000 EUR'] }, '2026-03-15'));
  const usedIn = (limitWindow?: StopFacts['limitWindow']) =>
    factsOfStop(anEvent(aStop(limitWindow && { limitWindow })), reader).find(({ label }) => label === 'Your limit')
      ?.value;

  expect(usedIn({ from: '2026-03-09', through: '2026-03-31' })).toContain('of which you used 9,000 (€18.00)');
  expect(usedIn()).toMatch(/of which you used 9,000$/u);
});
