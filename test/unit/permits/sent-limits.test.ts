import { expect, test } from 'vitest';

import type { LimitRecord } from '../../../shared/limits/limit-record.ts';
import { sentByAddress } from '../../../shared/permits/sent-limits.ts';

const ms = (time: string) => Date.parse(`2026-03-${time}:00.000Z`);
const at = (time: string) => new Date(ms(time)).toISOString();
const sent = (limitCredits: number, time: string, answered?: string, to?: string) => ({
  limitCredits,
  at: at(time),
  runId: 'run',
  ...(answered !== undefined && { answeredAt: at(answered) }),
  ...(to !== undefined && { to }),
});
const replaced = (limitCredits: number, from: string, until: string, rest: { isUnknown?: true; to?: string } = {}) => ({
  limitCredits,
  from: at(from),
  until: at(until),
  ...rest,
});

function record(said: Partial<LimitRecord>): LimitRecord {
  return { userId: 'ann', email: 'ann@a', unsettled: [], ...said };
}

/** What was sent to an address: credits, when it was sent and answered, outcome. */
function sentTo(address: string, ...records: readonly LimitRecord[]) {
  return (sentByAddress(records).get(address) ?? []).map(({ credits, sentMs, answeredMs, outcome }) => [
    credits,
    new Date(sentMs).toISOString().slice(8, 16),
    new Date(answeredMs).toISOString().slice(8, 16),
    outcome,
  ]);
}

test('a limit is known by its address, whoever’s record it is in and however that spells it', () => {
  const ann = record({ email: ' Ann@A', confirmed: sent(50, '01T02:30') });
  const heir = record({ userId: 'eve', email: 'ann@a', confirmed: sent(70, '05T02:30') });
  const other = record({ userId: 'ben', email: 'ben@a', confirmed: sent(90, '05T02:30') });

  expect(sentTo('ann@a', ann, heir, other)).toEqual([
    [50, '01T02:30', '01T02:30', 'confirmed'],
    [70, '05T02:30', '05T02:30', 'confirmed'],
  ]);
  expect([...sentByAddress([ann, heir, other]).keys()]).toEqual(['ann@a', 'ben@a']);
});

test('one that was sent to a former address of the record counts there', () => {
  const moved = record({
    email: 'new@a',
    confirmed: sent(50, '05T02:30', undefined, 'Old@a'),
    unsettled: [sent(60, '06T02:30'), sent(70, '07T02:30', undefined, 'older@a')],
    replaced: [replaced(20, '01T02:30', '05T02:31', { to: 'older@a' })],
  });

  expect(sentTo('old@a', moved).map(([credits]) => credits)).toEqual([50]);
  expect(sentTo('older@a', moved).map(([credits]) => credits)).toEqual([20, 70]);
  expect(sentTo('new@a', moved).map(([credits]) => credits)).toEqual([60]);
});

test('a record of which nothing was sent has nothing', () => {
  expect(sentByAddress([record({})])).toEqual(new Map());
});

test('what has no answer is of unknown outcome, and so is what never had one before it was replaced', () => {
  const lost = record({
    confirmed: sent(50, '05T02:30'),
    unsettled: [sent(60, '06T02:30')],
    replaced: [replaced(20, '01T02:30', '05T02:30'), replaced(30, '02T02:30', '05T02:30', { isUnknown: true })],
  });

  expect(sentTo('ann@a', lost).map(([credits, , , outcome]) => [credits, outcome])).toEqual([
    [20, 'confirmed'],
    [30, 'unknown'],
    [50, 'confirmed'],
    [60, 'unknown'],
  ]);
});

test('a confirmed limit was answered when its record says, else when those before it ended, else at once', () => {
  const before = [
    replaced(10, '01T02:30', '02T02:31'),
    replaced(20, '02T02:30', '02T02:50'),
    replaced(30, '02T02:45', '03T02:45'),
  ];

  expect(sentTo('ann@a', record({ confirmed: sent(50, '03T02:30', '03T02:33'), replaced: before })).at(-1)).toEqual([
    50,
    '03T02:30',
    '03T02:33',
    'confirmed',
  ]);
  expect(sentTo('ann@a', record({ confirmed: sent(50, '03T02:30'), replaced: before })).at(-1)?.[2]).toBe('03T02:45');
  expect(sentTo('ann@a', record({ confirmed: sent(50, '03T02:30') })).at(-1)?.[2]).toBe('03T02:30');
});

test('what is unanswered is known as of when it was sent', () => {
  const lost = record({
    unsettled: [sent(60, '06T02:30', '07T02:30')],
    replaced: [replaced(20, '01T02:30', '05T02:30')],
  });

  expect(sentTo('ann@a', lost).at(-1)).toEqual([60, '06T02:30', '06T02:30', 'unknown']);
});

test('a limit that was replaced was answered when those before it ended, and the first at once', () => {
  const all = [
    replaced(10, '01T02:30', '02T02:31'),
    replaced(20, '02T02:30', '03T02:45'),
    // Two that one PUT ended: neither has ended the other.
    replaced(30, '03T02:40', '05T02:30'),
    replaced(40, '04T02:30', '05T02:30', { isUnknown: true }),
  ];

  expect(sentTo('ann@a', record({ replaced: all })).map(([credits, , answered]) => [credits, answered])).toEqual([
    [10, '01T02:30'],
    [20, '02T02:31'],
    [30, '03T02:45'],
    [40, '04T02:30'],
  ]);
});

test('each was sent after those before it in its record, also where no clock has moved, and answered no earlier', () => {
  const still = record({
    confirmed: sent(50, '01T02:30', '01T02:29'),
    unsettled: [sent(60, '01T02:29')],
    replaced: [replaced(20, '01T02:30', '01T02:30')],
  });

  expect(sentByAddress([still]).get('ann@a')).toEqual([
    { credits: 20, sentMs: ms('01T02:30'), answeredMs: ms('01T02:30'), outcome: 'confirmed' },
    { credits: 50, sentMs: ms('01T02:30') + 1, answeredMs: ms('01T02:30') + 1, outcome: 'confirmed' },
    { credits: 60, sentMs: ms('01T02:30') + 2, answeredMs: ms('01T02:30') + 2, outcome: 'unknown' },
  ]);
});

test('the clock of one record says nothing of another', () => {
  const late = record({ confirmed: sent(50, '05T02:30') });
  const early = record({ userId: 'eve', confirmed: sent(70, '01T02:30') });

  expect(sentTo('ann@a', late, early).map(([credits, moment]) => [credits, moment])).toEqual([
    [50, '05T02:30'],
    [70, '01T02:30'],
  ]);
});
