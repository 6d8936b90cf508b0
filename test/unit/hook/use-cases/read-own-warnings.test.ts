import { expect, test } from 'vitest';

import { readOwnWarnings } from '../../../../shared/hook/use-cases/read-own-warnings.ts';
import type { ConditionState } from '../../../../shared/notifications/conditions/condition-state.ts';
import { partOf } from '../../../support/part-of.ts';

const ann = { userId: 'ann', email: 'ann@acme.example' };
const window = { kind: 'month', from: '2026-03-01', through: '2026-03-31' } as const;
const scope = { kind: 'default' } as const;

function stop(conditionId: string, said: object = {}, user = ann): ConditionState {
  const facts = { user, scope, window, amountCredits: 100, usedCredits: 100, ownUsedCredits: 100, limitCredits: 100 };
  return {
    conditionId,
    asOf: '2026-03-15T02:30:00.000Z',
    kind: 'stop',
    phase: 'in-alarm',
    stop: facts,
    owners: [],
    ...said,
  } as unknown as ConditionState;
}

function use(conditionId: string, line: object = {}, said: object = {}): ConditionState {
  const threshold = { percent: 80, phase: 'in-alarm', notifiedAmountCredits: 100, isResolutionNotified: false };
  return {
    conditionId,
    asOf: '2026-03-14T02:30:00.000Z',
    kind: 'use',
    facts: { basis: 'budget', scope, user: ann, window, usedCredits: 85, amountCredits: 100, setsCaps: true },
    owners: [],
    lines: [{ ...threshold, isForOwners: false, isForUser: true, ...line }],
    isClosed: false,
    ...said,
  } as unknown as ConditionState;
}

async function warnings(...states: readonly ConditionState[]) {
  const asked: unknown[] = [];
  const read = async (...args: unknown[]) => {
    asked.push(args);
    return states;
  };
  const found = await readOwnWarnings(partOf({ read }), 'ann');
  expect(asked).toEqual([['limits', []]]);
  return found;
}

test('a person sees what stops them and what they were warned of, the gravest first and then the newest', async () => {
  const later = use('later', {}, { asOf: '2026-03-15T02:30:00.000Z' });

  const found = await warnings(use('earlier'), later, stop('stopped'));

  expect(found.map(({ id }) => id)).toEqual(['stopped', 'later', 'earlier']);
  expect(found[0]).toEqual({
    id: 'stopped',
    severity: expect.any(String),
    headline: expect.stringMatching(/./u),
    details: expect.any(Array),
    since: '2026-03-15T02:30:00.000Z',
  });
});

test('a person sees a use of which they were warned beside the owners', async () => {
  const threshold = { phase: 'in-alarm', notifiedAmountCredits: 100, isResolutionNotified: false };
  const lines = [
    { ...threshold, percent: 50, isForOwners: true, isForUser: false },
    { ...threshold, percent: 80, isForOwners: false, isForUser: true },
  ];

  expect(await warnings(use('both', {}, { lines }))).toHaveLength(1);
});

test('a person sees nothing that is over, of somebody else, or for the owners of a budget alone', async () => {
  const bob = { userId: 'bob', email: 'bob@acme.example' };
  const { facts } = use('x') as { readonly facts: object } & ConditionState;

  expect(
    await warnings(
      stop('over', { phase: 'resolved' }),
      stop('of-bob', {}, bob),
      use('use-over', { phase: 'resolved' }),
      use('for-owners', { isForUser: false, isForOwners: true }),
      use('use-of-bob', {}, { facts: { ...facts, user: bob } }),
      use('of-all', {}, { facts: { ...facts, user: undefined } }),
      use(
        'both',
        { isForUser: false },
        {
          lines: [
            { percent: 50, phase: 'in-alarm', notifiedAmountCredits: 100, isForOwners: true, isForUser: false },
            { percent: 80, phase: 'resolved', notifiedAmountCredits: 100, isForOwners: false, isForUser: true },
          ],
        },
      ),
      { kind: 'observed', conditionId: 'o' } as never,
      { kind: 'forecast', conditionId: 'f' } as never,
    ),
  ).toEqual([]);
});
