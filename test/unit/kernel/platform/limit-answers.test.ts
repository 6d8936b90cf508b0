import { describe, expect, test } from 'vitest';

import { sortLimitAnswers } from '../../../../shared/limits/platform.ts';

const sent = [
  { email: 'Ada@example.com', limit: 10 },
  { email: 'grace@example.com', limit: 20 },
];

describe('sortLimitAnswers', () => {
  test('gives emails as they were sent, whatever case they come back in', () => {
    const sorted = sortLimitAnswers(sent, {
      updated: [{ email: 'ada@EXAMPLE.com', limit: 10 }],
      errors: [{ email: 'GRACE@example.com', error: 'locked' }],
    });

    expect(sorted).toEqual({
      updated: [{ email: 'Ada@example.com', limit: 10 }],
      errors: [{ email: 'grace@example.com', error: 'locked' }],
      missing: [],
      contradictory: [],
      unexpected: [],
    });
  });

  test('names those that stand in neither list', () => {
    const sorted = sortLimitAnswers(sent, { updated: [{ email: 'ada@example.com', limit: 10 }], errors: [] });

    expect(sorted.missing).toEqual(['grace@example.com']);
  });

  test('names those that were never sent', () => {
    const updated = [...sent, { email: 'eve@example.com', limit: 1 }];

    const sorted = sortLimitAnswers(sent, { updated, errors: [{ email: 'mallory@example.com', error: 'x' }] });

    expect(sorted.unexpected).toEqual(['eve@example.com', 'mallory@example.com']);
    expect(sorted.updated).toHaveLength(2);
  });

  test('trusts neither an email in both lists nor a limit that was not sent', () => {
    const sorted = sortLimitAnswers(sent, {
      updated: [
        { email: 'ada@example.com', limit: 10 },
        { email: 'grace@example.com', limit: 99 },
      ],
      errors: [{ email: 'ada@example.com', error: 'locked' }],
    });

    expect(sorted.contradictory).toEqual(['Ada@example.com', 'grace@example.com']);
    expect(sorted.updated).toEqual([]);
    expect(sorted.errors).toEqual([]);
  });
});
