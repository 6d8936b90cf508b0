import { expect, test } from 'vitest';

import { describeCondition } from '../../../../shared/notifications/compose/describe-notification.ts';
import type { ConditionState } from '../../../../shared/notifications/conditions/condition-state.ts';
import { observeMoves } from '../../../../shared/notifications/observe/observe-moves.ts';
import { aTopUp } from '../../../support/grants.ts';

const people = ['ann', 'bob', 'cem'].map((userId) => ({ userId, email: `${userId}@acme.example` }));
const move = aTopUp({ takenFrom: 'bob@acme.example', credits: 500, createdAt: '2026-03-15T09:00:00.000Z' });

test('both people of a move, and no other, hear of it on the day on which it is made', () => {
  const heardOn = (today: string) =>
    observeMoves({ topUps: [move, aTopUp({})], people, today }).map(({ user, headline }) => [user?.userId, headline]);

  expect(heardOn('2026-03-15')).toEqual([
    ['bob', '500 credits of your share are for ann@acme.example until 31 Mar'],
    ['ann', 'You get 500 more credits until 31 Mar'],
  ]);
  expect(heardOn('2026-03-16')).toEqual([]);
});

test('in a list of alerts it says whom it was told to, and asks for nothing', () => {
  const [, toAnn] = observeMoves({ topUps: [move], people, today: '2026-03-15' });
  const state = {
    kind: 'observed',
    conditionId: 'x',
    asOf: move.createdAt,
    phase: 'in-alarm',
    observation: toAnn,
  } as const;

  expect(describeCondition(state as unknown as ConditionState)).toEqual({
    headline: 'Told ann@acme.example: You get 500 more credits until 31 Mar',
    severity: 'info',
  });
});
