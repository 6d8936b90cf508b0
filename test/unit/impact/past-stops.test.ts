import { expect, test } from 'vitest';

import { newPastStops, type PastStops } from '../../../shared/impact/past-stops.ts';
import { noEdits, type ProposedEdits } from '../../../shared/impact/proposed-edits.ts';
import { daysBetween, type Day } from '../../../shared/kernel/time/day.ts';
import type { DailyUse } from '../../../shared/ledger/daily-use.ts';
import { someUsage } from '../../support/domain-samples.ts';
import { anExemption } from '../../support/grants.ts';
import { aPlanInput, useOf } from '../../support/plan-samples.ts';
import { aTeam } from '../../support/teams.ts';
import { ann, bob, budget, sideOf, type World } from './impact-sides.ts';

const byDefault = budget({ kind: 'default' }, 300);
const anEdit: ProposedEdits = { ...noEdits, budgets: [{ kind: 'add', after: byDefault }] };

/** What everybody used on which days, by user id. */
function useOn(days: Readonly<Record<string, Readonly<Record<Day, number>>>>, knownFrom?: Day): DailyUse {
  const empty = useOf(someUsage({}), '2026-03-14');
  const users = Object.entries(days).map(([userId, used]) => {
    const credits = new Float64Array(empty.days.length);
    Object.entries(used).forEach(([day, amount]) => (credits[daysBetween(empty.range.from, day)] = amount));
    return [userId, credits] as const;
  });
  return { ...empty, knownFrom: knownFrom ?? empty.knownFrom, users: new Map(users) };
}

function pastOf(use: DailyUse, world: World = {}, edits = anEdit): PastStops {
  const { pools } = aPlanInput({});
  const said = { ...world, pools: { ...pools, use } };
  return newPastStops(edits, {
    without: sideOf({ budgets: [] }, said),
    after: sideOf({ budgets: [byDefault] }, said),
  });
}

const overOn = (day: Day) => useOn({ ann: { [day]: 400 } });

test.for<readonly [day: Day, isShown: boolean]>([
  ['2026-02-14', false],
  ['2026-02-15', true],
  ['2026-03-14', true],
])('of the last four weeks it is shown who would have been stopped: on %s: %s', ([day, isShown]) => {
  const { stops, range } = pastOf(overOn(day));

  expect(stops.filter((stop) => stop.day === day)).toHaveLength(isShown ? 1 : 0);
  expect(range).toEqual({ from: '2026-02-15', through: '2026-03-14' });
});

test('a window is looked at whole: what was used before the days that are shown counts', () => {
  const { stops } = pastOf(useOn({ ann: { '2026-02-02': 290, '2026-02-20': 20 } }));

  expect(stops.map(({ day, email }) => `${day} ${email}`)).toContain('2026-02-20 ann@acme.example');
});

test('days of which nothing is known are not shown', () => {
  const use = useOn({ ann: { '2026-03-10': 400 } }, '2026-03-05');

  expect(pastOf(use).range).toEqual({ from: '2026-03-05', through: '2026-03-14' });
});

test('an exempt user is stopped by nothing', () => {
  const use = useOn({ ann: { '2026-03-10': 400 }, bob: { '2026-03-10': 400 } });
  const exemptions = [anExemption({ email: ann.email, until: '2026-04-01' })];

  const { stops } = pastOf(use, { exemptions });

  expect([...new Set(stops.map(({ email }) => email))]).toEqual([bob.email]);
});

test.for<readonly [title: string, use: DailyUse, world: World]>([
  ['no day is known', overOn('2026-03-10'), { dataThrough: undefined }],
  ['the known days are still to come', useOn({ ann: { '2026-03-10': 400 } }, '2026-03-15'), {}],
  ['nobody is there', overOn('2026-03-10'), { users: [] }],
])('where %s, nothing is replayed', ([, use, world]) => {
  expect(pastOf(use, world)).toEqual({ method: 'totals', stops: [] });
});

test('a single known day is replayed', () => {
  const { range, stops } = pastOf(useOn({ ann: { '2026-03-14': 400 } }, '2026-03-14'));

  expect(range).toEqual({ from: '2026-03-14', through: '2026-03-14' });
  expect(stops.map(({ email }) => email)).toEqual([ann.email]);
});

test('edits of teams are replayed as those of budgets are, and grants are not', () => {
  const use = overOn('2026-03-10');
  const web = aTeam('web', [ann.email]);
  const ofTeams = pastOf(use, {}, { ...noEdits, teams: [{ kind: 'add', after: web }] });

  expect(ofTeams.stops.length).toBeGreaterThan(0);
  expect(ofTeams).toEqual(pastOf(use));
  expect(pastOf(use, {}, noEdits).stops).toEqual([]);
});
