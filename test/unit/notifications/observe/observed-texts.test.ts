import { describe, expect, test } from 'vitest';

import { observedConditionId } from '../../../../shared/notifications/observation.ts';
import {
  anomalyObservation,
  failingRowObservations,
  guardHeldObservation,
  invalidEditObservation,
  promiseBrokenObservation,
  uncappableObservation,
} from '../../../../shared/notifications/observe/common-observations.ts';

const unlimitedCredits = 1_000_000_000_000;

interface Refused {
  readonly userId: string;
  readonly email: string;
  readonly nights: number;
  readonly problem: string;
  readonly limitCredits?: number;
}

function refusedRows(...rows: readonly Refused[]) {
  return failingRowObservations(
    rows.map(({ userId, email, ...failure }) => ({
      userId,
      email,
      unsettled: [],
      failure: { ...failure, lastNight: '2026-03-15' },
    })),
    unlimitedCredits,
  );
}

const failing = (row: Refused) => refusedRows(row)[0];

describe('a matter in words', () => {
  test('of a number for unlimited that the platform refuses is one for all people, with number, setting and names, at once', () => {
    const row = { nights: 1, problem: 'limit must be at most 1000000', limitCredits: unlimitedCredits };
    const seen = refusedRows(
      { ...row, userId: 'u-1', email: 'ada@example.com' },
      { ...row, userId: 'u-2', email: 'bob@example.com' },
      { ...row, userId: 'u-3', email: 'cem@example.com', limitCredits: 500 },
    );

    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      headline: expect.stringMatching(/1,000,000,000,000 .*unlimitedCredits.* 2 people/u),
      details: [
        expect.stringMatching(/ada@example\.com, bob@example\.com .*at most 1000000/u),
        expect.stringContaining('settings set unlimitedCredits'),
      ],
    });
  });

  test('of a refused row begins on the third night', () => {
    const row = { userId: 'u-1', email: 'ada@example.com', problem: 'no such user' };

    expect(failing({ ...row, nights: 2 })).toBeUndefined();
    expect(failing({ ...row, nights: 3 })).toMatchObject({ severity: 'high', notifiesAdmins: true });
  });

  test('of a refused row is the same matter on the fourth night', () => {
    const row = { userId: 'u-1', email: 'ada@example.com' };
    const third = failing({ ...row, nights: 3, problem: 'request 1 refused' });
    const fourth = failing({ ...row, nights: 4, problem: 'request 2 refused' });

    expect(fourth?.fingerprint).toBe(third?.fingerprint);
  });

  test('of an invalid edit says what counts instead', () => {
    const row = { scope: 'team:web', window: 'month', problem: 'amount is -1: give 0 or more' };
    const lastValid = { version: 4, updatedBy: 'ada', updatedAt: '2026-03-15T10:00:00.000Z', owners: ['o@x.example'] };

    expect(invalidEditObservation({ ...row, lastValid })).toMatchObject({
      headline: expect.stringMatching(/team:web \(month\) is ignored.*version 4/u),
      details: [
        row.problem,
        expect.stringMatching(/^Version 4 of 15 Mar 2026 by ada.*curfew budgets set team:web month AMOUNT/u),
      ],
      owners: ['o@x.example'],
    });
    expect(invalidEditObservation(row).headline).toContain('keep their limits');
  });

  test('of a guard names the plan to approve', () => {
    const held = guardHeldObservation({ guard: 'blast-radius', detail: '40 % of caps fall.', plan: 'plan-7' });

    expect(held.details.join(' ')).toContain('curfew approve plan-7');
  });

  test('of an uncappable user names the credits at stake', () => {
    const observation = uncappableObservation({
      userId: 'u-1',
      reason: 'no-email',
      creditsAtStake: { platform: 12_345 },
    });

    expect(observation.details[0]).toContain('12,345 credits');
  });

  test('of a broken promise is critical and says the most it can have cost', () => {
    const observation = promiseBrokenObservation({
      scope: 'org',
      day: '2026-03-08',
      beforeCredits: 1_000,
      afterCredits: 3_000,
      costCredits: 2_000,
      owners: [],
    });

    expect(observation).toMatchObject({ severity: 'critical' });
    expect(observation.headline).toContain('up to 2,000 credits');
  });

  test('of an anomaly is another one only when it has grown fourfold', () => {
    const of = (usedCredits: number) =>
      anomalyObservation(
        { key: 'u-1', who: 'ada@example.com', owners: [] },
        { day: '2026-03-09', usedCredits, usualCredits: 100, deviations: 5, comparedWith: 'own-days', sampleSize: 20 },
      ).fingerprint;

    expect(of(900)).toBe(of(1_000));
    expect(of(4_000)).not.toBe(of(1_000));
  });

  test('has an id of bounded length, which long names do not share', () => {
    const idOf = (end: string) => observedConditionId({ topic: 'invalid-edit', key: `${'x'.repeat(10_000)}${end}` });

    expect(idOf('a').length).toBeLessThan(250);
    expect(idOf('a')).not.toBe(idOf('b'));
  });
});
