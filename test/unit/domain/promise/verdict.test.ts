import { expect, test } from 'vitest';

import { verdictNaming, verdictOn, type PlainVerdict } from '../../../../shared/domain/promise/verdict.ts';
import type { Facts } from '../../../../shared/promise/facts.ts';
import { surveyOf } from '../../../../shared/promise/potential.ts';
import { at, person, pool, sent, someFacts } from '../../promise/some-facts.ts';

const limitOf = (credits: number) => [sent(credits, at('2026-03-02'))];
const used = (credits: number) => [...Array.from({ length: 8 }, () => 0), credits];
const limits = new Map([
  ['ann@a', limitOf(60)],
  ['ben@a', limitOf(40)],
]);
const people = [person('ann', { used: used(10) }), person('ben')];

/** Of the window of now, with people by their user id. */
function verdictOf(facts: Partial<Facts>): PlainVerdict {
  const survey = surveyOf(someFacts({ accounts: people, sent: limits, ...facts }));
  const [potential] = survey.potentials;
  if (potential === undefined) {
    throw new Error('no window');
  }
  const verdict = verdictOn(potential, survey);
  return verdictNaming(verdict, ({ userId }) => userId);
}

test('a window is kept where limits allow no more than its amount', () => {
  expect(verdictOf({})).toEqual({ kind: 'kept' });
});

test('it is broken once more is used than its amount, and by how much', () => {
  expect(verdictOf({ pools: [pool({ credits: 10 })] })).not.toMatchObject({ kind: 'broken' });
  expect(verdictOf({ pools: [pool({ credits: 9 })] })).toEqual({ kind: 'broken', overCredits: 1 });
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
