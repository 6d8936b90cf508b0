import { expect, test } from 'vitest';

import { demandHistories } from '../../../shared/caps/demand-histories.ts';
import { daysOf } from '../../../shared/kernel/time/day.ts';
import type { DailyUse } from '../../../shared/ledger/daily-use.ts';
import { aConfirmedLimit } from '../../support/domain-samples.ts';

const range = { from: '2026-03-05', through: '2026-03-14' };
const terms = { dataThrough: '2026-03-14', platformWindow: { anchorDay: 1 } };

/** Ten days, of which the first two are idle for everybody. */
function someUse(said: Partial<DailyUse> = {}): DailyUse {
  const ann = Float64Array.of(0, 0, 5, 0, 5, 5, 5, 5, 5, 5);
  return {
    range,
    days: daysOf(range),
    knownFrom: range.from,
    organization: ann,
    users: new Map([['ann', ann]]),
    ...said,
  };
}

const ann = { userId: 'ann', record: undefined };

function creditsOf(joinedOn?: string, use = someUse()): readonly number[] {
  const [history] = demandHistories([{ ...ann, ...(joinedOn !== undefined && { joinedOn }) }], use, terms);
  return Array.from(history?.credits ?? []);
}

test('days before anybody consumed anything say nothing, later idle days do', () => {
  expect(creditsOf()).toEqual([5, 0, 5, 5, 5, 5, 5, 5]);
});

test('days before the known ones say nothing', () => {
  expect(creditsOf(undefined, someUse({ knownFrom: '2026-03-12' }))).toEqual([5, 5, 5]);
});

test.for([
  ['2026-02-01', 8],
  ['2026-03-07', 8],
  ['2026-03-08', 7],
  ['2026-03-14', 1],
] as const)('of a user who came on %s, %s days say something', ([joinedOn, count]) => {
  expect(creditsOf(joinedOn)).toHaveLength(count);
});

test('a user of whom nothing is known was idle', () => {
  const [history] = demandHistories([{ userId: 'bob', record: undefined }], someUse(), terms);

  expect(Array.from(history?.credits ?? [])).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  expect(history?.isStopped).toEqual([]);
});

test('the days on which a user met the limit are marked, in step with the credits', () => {
  const record = aConfirmedLimit('ann', 30);

  const [whole, late, free] = demandHistories(
    [
      { ...ann, record },
      { ...ann, record, joinedOn: '2026-03-12' },
      { ...ann, record: aConfirmedLimit('ann', 40) },
    ],
    someUse(),
    terms,
  );

  expect(whole?.isStopped).toEqual([false, false, false, false, false, false, true, true]);
  expect(late?.isStopped).toEqual([false, true, true]);
  expect(free?.isStopped).toEqual([]);
});

test.for([
  ['no day is complete', { ...terms, dataThrough: undefined }, someUse()],
  ['nobody has consumed anything', terms, someUse({ organization: new Float64Array(10) })],
] as const)('where %s, no day says anything', ([, order, use]) => {
  expect(demandHistories([ann], use, order)).toEqual([{ userId: 'ann', credits: [], isStopped: [] }]);
});

test('use on the very first day counts from there', () => {
  expect(creditsOf(undefined, someUse({ organization: Float64Array.of(1, 0, 0, 0, 0, 0, 0, 0, 0, 0) }))).toHaveLength(
    10,
  );
});
