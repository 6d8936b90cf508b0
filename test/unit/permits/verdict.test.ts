import { describe, expect, test } from 'vitest';

import type { Day } from '../../../shared/kernel/time/day.ts';
import type { DoubtfulUse } from '../../../shared/ledger/doubtful-use.ts';
import { verdictNaming, verdictOn, type PlainVerdict } from '../../../shared/permits/verdict.ts';
import type { Facts, PoolTerms } from '../../../shared/promise/facts.ts';
import { surveyOf } from '../../../shared/promise/potential.ts';
import { at, person, pool, sent, someFacts } from '../promise/some-facts.ts';

const limitOf = (credits: number) => [sent(credits, at('2026-03-02'))];
const used = (credits: number) => [...Array.from({ length: 8 }, () => 0), credits];
const limits = new Map([
  ['ann@a', limitOf(60)],
  ['ben@a', limitOf(40)],
]);
const people = [person('ann', { used: used(10) }), person('ben')];

/** Of the window of now, with people by their user id. */
function verdictOf(facts: Partial<Facts>, doubtful?: readonly DoubtfulUse[]): PlainVerdict {
  const survey = surveyOf(someFacts({ accounts: people, sent: limits, ...facts }));
  const [potential] = survey.potentials;
  if (potential === undefined) {
    throw new Error('no window');
  }
  const verdict = verdictOn(potential, survey, doubtful);
  return verdictNaming(verdict, ({ userId }) => userId);
}

test('a window is kept where limits allow no more than its amount', () => {
  expect(verdictOf({})).toEqual({ kind: 'kept' });
});

test('it is broken once more is used than its amount, and by how much', () => {
  expect(verdictOf({ pools: [pool({ credits: 10 })] })).not.toMatchObject({ kind: 'broken' });
  expect(verdictOf({ pools: [pool({ credits: 9 })] })).toEqual({ kind: 'broken', overCredits: 1 });
});

describe('once a top-up of its window is over, what was used of it', () => {
  // Ten are used on 9 March, the last day of the figures.
  const withTopUps = (credits: number, ...topUps: PoolTerms['topUps']) =>
    verdictOf({ pools: [pool({ credits, topUps })] });
  const topUp = (to: Day, credits: number) => ({ from: '2026-03-01' as const, to, credits });

  test('leaves the pool over its amount, and breaks no promise', () => {
    const over = { kind: 'too-much-allowed', because: [] };
    const ended = { endedTopUps: { credits: 5, day: '2026-03-09' } };

    expect(withTopUps(5, topUp('2026-03-09', 5))).toEqual({ ...over, overCredits: 5, ...ended });
    expect(withTopUps(4, topUp('2026-03-09', 6), topUp('2026-03-05', 2))).toEqual({
      ...over,
      overCredits: 6,
      endedTopUps: { credits: 8, day: '2026-03-09' },
    });
  });

  test('does not excuse use after its end, more than it gave, or a top-up of another window', () => {
    expect(withTopUps(5, topUp('2026-03-08', 5))).toEqual({ kind: 'broken', overCredits: 5 });
    expect(withTopUps(5, topUp('2026-03-09', 4))).toEqual({ kind: 'broken', overCredits: 5 });
    expect(withTopUps(5, { from: '2026-02-01', to: '2026-02-28', credits: 5 })).toEqual({
      kind: 'broken',
      overCredits: 5,
    });
    const both = [...people.slice(1), person('ann', { used: [4, 0, 0, 0, 0, 0, 0, 0, 6] })];
    const pools = [pool({ credits: 5, topUps: [topUp('2026-03-08', 5)] })];
    expect(verdictOf({ accounts: both, pools })).toEqual({ kind: 'broken', overCredits: 5 });
    const billed = { use: { ...someFacts().use, beyondRows: [11] } };
    expect(verdictOf({ ...billed, pools: [pool({ credits: 5, topUps: [topUp('2026-03-09', 15)] })] })).toMatchObject({
      kind: 'broken',
    });
  });

  test('is that of its team alone', () => {
    const teams = [{ from: '2026-03-01' as const, team: 'web' }];
    const accounts = [person('ann', { used: used(10), teams }), person('ben', { used: [100] })];
    const pools = [pool({ credits: 5, team: 'web', topUps: [topUp('2026-03-09', 5)] })];

    expect(verdictOf({ accounts, pools })).toMatchObject({ kind: 'too-much-allowed', overCredits: 5 });
  });
});

test('it is not bounded because of those who go on without a limit', () => {
  const accounts = [...people, person('new'), person('two')];

  expect(verdictOf({ accounts })).toEqual({ kind: 'not-bounded', because: ['new', 'two'], exempt: [] });
});

test('of those without a limit it names apart who is exempt, and not who was', () => {
  const accounts = [
    person('ann', { unheldUntilMs: Infinity }),
    person('ben', { unheldUntilMs: at('2026-03-05') }),
    person('new'),
  ];

  expect(verdictOf({ accounts })).toEqual({
    kind: 'not-bounded',
    because: ['ann', 'ben', 'new'],
    exempt: ['ann'],
  });
});

describe('it is not bounded while nothing tells who of some used what', () => {
  const ofBoth = (through: Day) => [{ holderIds: ['ann', 'ben'], through }];
  const doubt = { kind: 'not-bounded', because: [], exempt: [], doubtful: ['ann', 'ben'] };

  test('through the window in which that was', () => {
    expect(verdictOf({}, ofBoth('2026-03-01'))).toEqual(doubt);
    expect(verdictOf({}, ofBoth('2026-02-28'))).toEqual({ kind: 'kept' });
  });

  test('and as long as it counts against a limit in the platform’s window', () => {
    const pools = [pool({ window: 'week' })];

    expect(verdictOf({ pools }, ofBoth('2026-03-01'))).toEqual(doubt);
    expect(verdictOf({ pools, restsOn: { ...someFacts().restsOn, anchorDay: 5 } }, ofBoth('2026-03-04'))).toEqual({
      kind: 'kept',
    });
  });

  test('where it may count in the pool of a team', () => {
    const inTeam = (team: string) => person('ann', { used: used(10), teams: [{ from: '2026-03-01', team }] });
    const pools = [pool({ team: 'web' })];

    expect(verdictOf({ pools, accounts: [inTeam('web'), person('ben')] }, ofBoth('2026-03-05'))).toEqual(doubt);
    const ofOthers = ofBoth('2026-03-05').map((use) => ({ ...use, isOfOthers: true as const }));
    expect(verdictOf({ pools, accounts: [inTeam('ops'), person('ben')] }, ofOthers)).toEqual(doubt);
    expect(verdictOf({ pools, accounts: [inTeam('ops'), person('ben')] }, ofBoth('2026-03-05'))).toEqual({
      kind: 'kept',
    });
  });

  test('beside those without a limit, and once more is used than the amount it is broken', () => {
    const accounts = [...people, person('new')];

    expect(verdictOf({ accounts }, ofBoth('2026-03-05'))).toEqual({ ...doubt, because: ['new'] });
    expect(verdictOf({ pools: [pool({ credits: 9 })] }, ofBoth('2026-03-05'))).toMatchObject({ kind: 'broken' });
  });
});

test('too much is allowed where limits that go on come to more, because of those to whom none may be sent', () => {
  const { sendTo: _none, ...fixed } = person('ann', { used: used(10) });
  const { sendTo: _nobody, ...idle } = person('idle');
  const sentToAll = new Map([...limits, ['idle@a', limitOf(0)]]);
  const pools = [pool({ credits: 99 })];

  expect(verdictOf({ pools })).toEqual({ kind: 'too-much-allowed', overCredits: 1, because: [] });
  expect(verdictOf({ pools, accounts: [fixed, person('ben'), idle], sent: sentToAll })).toEqual({
    kind: 'too-much-allowed',
    overCredits: 1,
    because: ['ann'],
  });
});

test('it is kept from the day on which the figures reach the end of the last limit that allows too much', () => {
  const lowered = new Map([...limits, ['ann@a', [...limitOf(90), sent(60, at('2026-03-10', 8))]]]);

  expect(verdictOf({ sent: lowered })).toEqual({ kind: 'kept-from', day: '2026-03-11' });
  expect(verdictOf({ sent: lowered, use: { from: '2026-03-01', through: '2026-03-07', beyondRows: [] } })).toEqual({
    kind: 'kept-from',
    day: '2026-03-13',
  });
});

test('somebody whose first limit was sent today keeps it from being kept until tomorrow', () => {
  const first = new Map([...limits, ['ben@a', [sent(40, at('2026-03-10', 8))]]]);

  expect(verdictOf({ sent: first })).toEqual({ kind: 'kept-from', day: '2026-03-11' });
});
