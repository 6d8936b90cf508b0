import { expect, test } from 'vitest';

import type { CapDecision } from '../../../shared/caps/cap.ts';
import { describeFloor } from '../../../shared/caps/floor.ts';
import { partOf } from '../../support/part-of.ts';

function aDecision(userId: string, floorCredits?: number): CapDecision {
  const keep = { kind: 'keep', userId, email: `${userId}@acme.example`, reason: 'unchanged' } as const;
  return floorCredits === undefined ? keep : { ...keep, floorCredits };
}

test('without a user at the floor there is nothing to report', () => {
  expect(describeFloor(partOf({ decisions: [aDecision('ann')] }))).toEqual([]);
});

test('users at the floor are named', () => {
  expect(
    describeFloor(partOf({ decisions: [aDecision('ann', 600), aDecision('bob'), aDecision('cem', 600)] })),
  ).toEqual([expect.stringMatching(/600 credits to ann@acme\.example, cem@acme\.example: .*floor/u)]);
});

test('of many, twenty are named and the others counted', () => {
  const decisions = Array.from({ length: 25 }, (_, index) => aDecision(`u${index}`, 600));

  const [sentence = ''] = describeFloor(partOf({ decisions }));

  expect(sentence.match(/@/g)).toHaveLength(20);
  expect(sentence).toContain('and 5 more');
});

test('twenty at the floor are all named, and no more are counted', () => {
  const [sentence = ''] = describeFloor(
    partOf({
      decisions: Array.from({ length: 20 }, (_, index) => aDecision(`u${index}`, 600)),
    }),
  );

  expect(sentence.match(/@/g)).toHaveLength(20);
  expect(sentence).not.toContain('more:');
});
