import fc from 'fast-check';
import { expect, test } from 'vitest';

import { type DayToSettle, settleDay, wantedAfter } from '../../../../../emulator/state/usage/settle-day.ts';

const WHOLE_DAY = [{ from: 0, until: 1_440 }];

const aDay = fc.record({
  demandCredits: fc.integer({ min: 0, max: 3_000_000 }),
  present: fc
    .tuple(fc.integer({ min: 0, max: 1_440 }), fc.integer({ min: 0, max: 1_440 }))
    .map(([one, other]) => [{ from: Math.min(one, other), until: Math.max(one, other) }]),
  grantedBeforeCredits: fc.integer({ min: 0, max: 1_000_000 }),
  limits: fc
    .array(
      fc.record({
        minute: fc.integer({ min: 1, max: 1_439 }),
        limitCredits: fc.oneof(fc.constant(Infinity), fc.integer({ min: 0, max: 4_000_000 })),
      }),
      { maxLength: 5 },
    )
    .map((steps) => [{ minute: 0, limitCredits: 2_000_000 }, ...steps.toSorted((a, b) => a.minute - b.minute)]),
});

/** The rule as the product document words it, minute by minute. */
function settledMinuteByMinute(day: DayToSettle): { grantedCredits: number; refusedCredits: number } {
  let grantedCredits = 0;
  let refusedCredits = 0;
  for (let minute = 0; minute < 1_440; minute += 1) {
    const isPresent = day.present.some(({ from, until }) => from <= minute && minute < until);
    const wanted = isPresent ? wantedAfter(day.demandCredits, minute + 1) - wantedAfter(day.demandCredits, minute) : 0;
    const limit = day.limits.findLast((step) => step.minute <= minute)?.limitCredits ?? Infinity;
    const granted = Math.min(wanted, Math.max(0, limit - day.grantedBeforeCredits - grantedCredits));
    grantedCredits += granted;
    refusedCredits += wanted - granted;
  }
  return { grantedCredits, refusedCredits };
}

test('settling a day in stretches gives what settling it minute by minute gives', () => {
  fc.assert(
    fc.property(aDay, (day) => {
      expect(settleDay(day)).toEqual(settledMinuteByMinute(day));
    }),
  );
});

test('no more is granted than the largest limit of the day leaves of the window', () => {
  fc.assert(
    fc.property(aDay, (day) => {
      const largest = Math.max(...day.limits.map(({ limitCredits }) => limitCredits));

      expect(settleDay(day).grantedCredits).toBeLessThanOrEqual(Math.max(0, largest - day.grantedBeforeCredits));
    }),
  );
});

test('granted and refused add up to what was wanted', () => {
  fc.assert(
    fc.property(aDay, (day) => {
      const { grantedCredits, refusedCredits } = settleDay({ ...day, present: WHOLE_DAY });

      expect(grantedCredits + refusedCredits).toBe(day.demandCredits);
    }),
  );
});

test('a limit raised at noon grants the second half of the day, and what was refused before stays gone', () => {
  const limits = [
    { minute: 0, limitCredits: 0 },
    { minute: 720, limitCredits: 10_000 },
  ];

  const use = settleDay({ demandCredits: 1_440, present: WHOLE_DAY, grantedBeforeCredits: 0, limits });

  expect(use).toEqual({ grantedCredits: 720, refusedCredits: 720 });
});

test('a limit below what the window has used already grants nothing', () => {
  const limits = [{ minute: 0, limitCredits: 100 }];

  const use = settleDay({ demandCredits: 50, present: WHOLE_DAY, grantedBeforeCredits: 500, limits });

  expect(use).toEqual({ grantedCredits: 0, refusedCredits: 50 });
});
