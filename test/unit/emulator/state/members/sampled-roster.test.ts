import { expect, test } from 'vitest';

import { sampledRoster } from '../../../../../emulator/state/members/roster.ts';
import { partOf } from '../../../../support/part-of.ts';

const dayMs = 86_400_000;

/** A roster that counts how often it was drawn, and says for which moment. */
function countedRoster() {
  const drawnAtMs: number[] = [];
  const usersAt = (atMs: number) => {
    drawnAtMs.push(atMs);
    return [{ id: String(atMs), email: 'a@x.example', createdAt: '', metadata: {} }];
  };
  return { drawnAtMs, organization: { usersAt } };
}

test('a roster is drawn once a period, at its start', () => {
  const { drawnAtMs, organization } = countedRoster();
  const usersAt = sampledRoster(partOf(organization), 7);
  const thursday = Date.UTC(2026, 2, 5);

  const ids = [0, 1, 6, 7].map((days) => usersAt(thursday + days * dayMs)[0]?.id);

  expect(drawnAtMs).toEqual([thursday, thursday + 7 * dayMs]);
  expect(ids).toEqual([0, 0, 0, 7].map((days) => String(thursday + days * dayMs)));
});

test('no roster is drawn for a moment before the history starts', () => {
  const { drawnAtMs, organization } = countedRoster();

  sampledRoster(partOf(organization), 7)(Date.UTC(2025, 11, 1));

  expect(drawnAtMs).toEqual([Date.UTC(2026, 0, 14)]);
});
