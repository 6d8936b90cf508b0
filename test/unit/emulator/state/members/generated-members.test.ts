import { describe, expect, test } from 'vitest';

import { DAY_MS, dayOfDate } from '../../../../../emulator/state/clock.ts';
import { generatedMembers } from '../../../../../emulator/state/members/generated-members.ts';
import { isPresent } from '../../../../../emulator/state/members/member.ts';
import { generatedDemandCredits, isWorkday } from '../../../../../emulator/state/usage/generated-demand.ts';

const START_DAY = dayOfDate('2026-03-15') ?? 0;

describe.each([12, 250, 1_000])('an organization of %i', (users) => {
  const members = generatedMembers({ seed: 7, users, startDay: START_DAY, empty: false });
  const roster = members.filter((member) => member.listed && isPresent(member, START_DAY * DAY_MS));

  test('has exactly so many on the roster of the start day', () => {
    expect(roster).toHaveLength(users);
  });

  test('has ids and emails that are unique', () => {
    expect(new Set(members.map(({ id }) => id)).size).toBe(members.length);
    expect(new Set(members.map(({ email }) => email.toLowerCase())).size).toBe(members.length);
  });

  test('has more than 91 % and fewer than 100 % of its roster at work within two weeks', () => {
    const active = roster.filter((member) =>
      Array.from({ length: 14 }, (_, back) => START_DAY - 1 - back).some(
        (day) => generatedDemandCredits(7, member, day) > 0,
      ),
    );

    expect(active.length / users).toBeGreaterThan(0.91);
    expect(active.length).toBeLessThan(users);
  });

  test('has leavers, users with no email in analytics, and an id that is nowhere with an email', () => {
    const left = members.filter((member) => member.stays.every((stay) => stay.untilMs <= START_DAY * DAY_MS));

    expect(left.length).toBeGreaterThan(0);
    expect(roster.some(({ analyticsEmail }) => analyticsEmail === null)).toBe(true);
    expect(members.some(({ listed, analyticsEmail }) => !listed && analyticsEmail === null)).toBe(true);
  });
});

test('the same seed gives the same people, another seed others', () => {
  const emails = (seed: number): readonly string[] =>
    generatedMembers({ seed, users: 50, startDay: START_DAY, empty: false }).map(({ email }) => email);

  expect(emails(7)).toEqual(emails(7));
  expect(emails(7)).not.toEqual(emails(8));
});

test('an empty organization has its users and nobody else, and nobody works unasked', () => {
  const members = generatedMembers({ seed: 7, users: 50, startDay: START_DAY, empty: true });

  expect(members).toHaveLength(50);
  expect(members.some(({ worksUnasked }) => worksUnasked)).toBe(false);
});

test('demand is heavy-tailed: a tenth of the people want more than a third of the credits', () => {
  const members = generatedMembers({ seed: 7, users: 500, startDay: START_DAY, empty: false });
  const monthly = members
    .map((member) => Array.from({ length: 28 }, (_, back) => generatedDemandCredits(7, member, START_DAY - back)))
    .map((days) => days.reduce((sum, credits) => sum + credits, 0))
    .toSorted((one, other) => other - one);

  const all = monthly.reduce((sum, credits) => sum + credits, 0);
  const top = monthly.slice(0, monthly.length / 10).reduce((sum, credits) => sum + credits, 0);
  expect(top / all).toBeGreaterThan(1 / 3);
});

test.each([
  ['2026-03-13', true],
  ['2026-03-14', false],
  ['2026-03-15', false],
  ['2026-04-03', false],
  ['2026-12-25', false],
])('on %s people work: %s', (date, expected) => {
  expect(isWorkday(dayOfDate(date) ?? 0)).toBe(expected);
});
