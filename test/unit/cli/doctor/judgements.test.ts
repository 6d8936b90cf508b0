import { describe, expect, test } from 'vitest';

import { describeDifferences } from '../../../../cli/doctor/check-tables.ts';
import { explainError } from '../../../../cli/doctor/explain-error.ts';
import { describeRate, judgeAnswers } from '../../../../cli/doctor/platform/platform-checks.ts';
import { missingFields, newTally, tally, watchPlatform } from '../../../../cli/doctor/platform/platform-watch.ts';
import { judgeLedger } from '../../../../cli/doctor/trial/night-checks.ts';
import { tableDefinitions } from '../../../../shared/kernel/contract/tables.ts';
import { PlatformError } from '../../../../shared/kernel/platform/platform-error.ts';
import type { LedgerDay } from '../../../../shared/ledger/ledger-day.ts';
import { partOf } from '../../../support/part-of.ts';
import { drawnSecret } from '../../../support/secret-traces.ts';

const today = '2026-03-15';

function aDay(day: string, doubt?: LedgerDay['doubts'][number]['kind']): LedgerDay {
  return {
    day,
    status: doubt === undefined ? 'complete' : 'suspect',
    totalCredits: 100,
    hasTrustedFigures: doubt === undefined,
    doubts: doubt === undefined ? [] : [{ kind: doubt, detail: `doubt: ${doubt}` }],
    unreadableUserIds: [],
    readAt: '2026-03-15T09:00:00.000Z',
  };
}

describe('days', () => {
  test('that are all complete reach through yesterday', () => {
    const result = judgeLedger([aDay('2026-03-13'), aDay('2026-03-14')], today);

    expect(result).toMatchObject({ kind: 'ok', figures: { lastComplete: '2026-03-14' } });
  });

  test('of which only yesterday is late are no failure', () => {
    const result = judgeLedger([aDay('2026-03-13'), aDay('2026-03-14', 'not-there-yet')], today);

    expect(result).toMatchObject({ kind: 'ok', figures: { lastComplete: '2026-03-13' } });
  });

  test.each([
    { name: 'an earlier day is not there', days: [aDay('2026-03-12', 'not-there-yet'), aDay('2026-03-13')] },
    { name: 'yesterday does not add up', days: [aDay('2026-03-14', 'sum-differs')] },
  ])('fail where $name', ({ days }) => {
    expect(judgeLedger(days, today)).toMatchObject({ kind: 'failed', problem: expect.stringContaining('doubt: ') });
  });
});

describe('fields', () => {
  const list = { path: ['data', 'by_user'], fields: ['user_id', 'user_email', 'note'], needed: ['user_id'] };

  test('are missing where no item of any answer has them; null is a value', () => {
    const counted = newTally(list);

    tally(counted, { data: [{ by_user: [{ user_email: null }] }, { by_user: [] }] });
    tally(counted, { data: [{ by_user: [{ note: 'x' }] }], other: 1 });

    expect(missingFields(counted)).toEqual([{ field: 'data[].by_user[].user_id', isNeeded: true }]);
  });

  test.each([{ data: [] }, { data: 'x' }, {}, [], null, 'text'])(
    'of an answer without items are not known: %j',
    (answer) => {
      const counted = newTally(list);

      tally(counted, answer);

      expect(missingFields(counted)).toEqual([]);
    },
  );
});

describe('answers', () => {
  const nothing = { missing: () => [], empty: () => [], unreadable: new Map(), unknownFields: new Set<string>() };

  test('with rows that cannot be read fail', () => {
    const unreadable = new Map([['GET /users', '2 rows, the first: users[0] id: wrong']]);

    expect(judgeAnswers(partOf({ ...nothing, unreadable }))).toMatchObject({
      kind: 'failed',
      problem: expect.stringMatching(/GET \/users.*users\[0\] id/),
    });
  });

  test('that were empty are named, for nothing is known of their fields', () => {
    expect(judgeAnswers(partOf({ ...nothing, empty: () => ['/users'] }))).toMatchObject({
      kind: 'ok',
      facts: [expect.stringContaining('/users')],
    });
  });

  test('that asked for fewer calls are counted', () => {
    const seen = { calls: new Map([['/a', 1_200]]), limitHeaders: new Map(), refusedForRate: 2, longestWaitMs: 1_500 };

    expect(describeRate(partOf(seen))[0]).toEqual(['1,200 calls', expect.stringMatching(/429.* 2 times.* 1\.5 s/)]);
  });
});

test.each([
  { header: 'ratelimit-policy', value: '100;w=60', isTold: true },
  { header: 'x-rate-limit-reset', value: '1773565200', isTold: true },
  { header: 'retry-after', value: 'Sun, 15 Mar 2026 09:00:30 GMT', isTold: true },
  { header: 'x-ratelimit-key', value: drawnSecret(2), isTold: false },
  { header: 'x-request-id', value: '1', isTold: false },
])('a header on limits is reported unless it could hold a key: $header', async ({ header, value, isTold }) => {
  const watch = watchPlatform();

  await watch.answered('/x', new Response('', { headers: { [header]: value } }));

  expect(watch.limitHeaders.has(header)).toBe(isTold);
});

describe('a table', () => {
  const keys = (...names: readonly string[]) =>
    names.map((AttributeName) => ({ AttributeName, KeyType: 'HASH' as const }));
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } as const;

  test('that is as it is defined has no differences', () => {
    const found = { KeySchema: keys('scope', 'window'), StreamSpecification };

    expect(describeDifferences(tableDefinitions.budgets, found, undefined)).toEqual([]);
  });

  test('that differs says in what', () => {
    const found = { KeySchema: keys('scope') };

    expect(describeDifferences(tableDefinitions.budgets, found, undefined)).toEqual([
      expect.stringMatching(/^keys: scope .*scope, window/),
      expect.stringMatching(/^stream: none .*NEW_AND_OLD_IMAGES/),
    ]);
    expect(describeDifferences(tableDefinitions.outbox, { KeySchema: keys('mailId') }, undefined)).toEqual([
      expect.stringMatching(/^index: none .*open, writtenAt/),
      expect.stringMatching(/index.*none .*notBefore, state/),
      expect.stringMatching(/^stream: none .*KEYS_ONLY/),
    ]);
    const showingAll = {
      IndexName: 'open',
      KeySchema: keys('open', 'at'),
      Projection: { ProjectionType: 'ALL' },
    } as const;
    expect(
      describeDifferences(
        tableDefinitions.alerts,
        { KeySchema: keys('entryId'), GlobalSecondaryIndexes: [showingAll] },
        undefined,
      ),
    ).toEqual([expect.stringMatching(/index.*ALL .*keys/)]);
    expect(
      describeDifferences(tableDefinitions.plans, { KeySchema: keys('planId') }, { TimeToLiveStatus: 'DISABLED' }),
    ).toEqual([expect.stringMatching(/^expiry: none .*goneAfter/)]);
  });
});

describe('an error', () => {
  const named = (name: string, message = 'told') => Object.assign(new Error(message), { name });

  test.each([
    { error: named('ExpiredTokenException'), says: 'expired' },
    { error: named('UnrecognizedClientException'), says: 'credentials' },
    {
      error: named(
        'AccessDeniedException',
        'User: arn:aws:iam::222233334444:user/eve is not authorized to perform: dynamodb:CreateTable on resource: x',
      ),
      says: 'dynamodb:CreateTable',
    },
    { error: Object.assign(new Error('x'), { code: 'ENOTFOUND' }), says: 'ENOTFOUND' },
    { error: named('SomethingNew'), says: 'SomethingNew: told' },
    { error: 'text', says: 'no error was thrown' },
  ])('is explained: $says', ({ error, says }) => {
    expect(explainError(error)).toMatchObject({ kind: 'failed', problem: expect.stringContaining(says) });
  });

  test('of the platform has the remedy of its kind', () => {
    const error = new PlatformError({ kind: 'redirect', endpoint: 'GET /x', attempts: 1, outcomeUnknown: false });

    expect(explainError(error)).toMatchObject({ remedy: expect.stringContaining('redirect') });
  });
});
