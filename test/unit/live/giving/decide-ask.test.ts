import { describe, expect, test } from 'vitest';

import { coverageOf } from '../../../../shared/live/giving/coverage.ts';
import { decideAsk, usedCreditsOf, type SeenUser } from '../../../../shared/live/giving/decide-ask.ts';
import { defaultGivingRule, nightShareAt, probeOf, trancheOf } from '../../../../shared/live/giving/giving-rule.ts';
import { eveningLimit } from '../../../../shared/live/giving/return-credits.ts';

const rule = defaultGivingRule;
const terms = { rule, trancheCredits: 50, coverage: 1, hoursUntilNight: 10 };

/** At work, with 1,000 known and 100 seen since. */
function seen(given: Partial<SeenUser> = {}): SeenUser {
  return { limitCredits: 1_120, knownCredits: 1_000, hintedCredits: 100, hourCredits: 30, idleHours: 0, ...given };
}

describe('an ask', () => {
  test('is for some hours at least, and for the hours until the night where more is free', () => {
    expect(decideAsk(seen(), terms)).toEqual({ askCredits: 1_100 + 6 * 30, wishCredits: 1_100 + 450, isUrgent: true });
  });

  test('is for a tranche at least', () => {
    expect(decideAsk(seen({ hourCredits: 1 }), terms)).toMatchObject({ askCredits: 1_150, wishCredits: 1_150 });
  });

  test('is urgent when what is left may not last for an hour', () => {
    expect(decideAsk(seen({ limitCredits: 1_133 }), terms)?.isUrgent).toBe(false);
    expect(decideAsk(seen({ limitCredits: 1_132 }), terms)?.isUrgent).toBe(true);
  });

  test('comes from nobody who has enough left, or is not seen at work', () => {
    expect(decideAsk(seen({ limitCredits: 1_100 + 12 * 30 }), terms)).toBeUndefined();
    expect(decideAsk(seen({ idleHours: 1 }), terms)).toBeUndefined();
    expect(decideAsk(seen({ hintedCredits: 0, idleHours: Infinity }), terms)).toBeUndefined();
  });

  test('comes from whoever the hook says is at work, though nothing was seen, and is urgent when a tranche would not last', () => {
    const reported = seen({ hintedCredits: 0, hourCredits: 0, isReported: true });

    expect(decideAsk({ ...reported, limitCredits: 1_000 }, terms)).toEqual({
      askCredits: 1_050,
      wishCredits: 1_050,
      isUrgent: true,
    });
    expect(decideAsk({ ...reported, limitCredits: 1_010 }, terms)?.isUrgent).toBe(false);
    expect(decideAsk({ ...reported, limitCredits: 1_025 }, terms)).toBeUndefined();
  });

  test('comes from whoever is only likely to work when half a tranche is not left, for one tranche of what others leave', () => {
    const likely = seen({ hintedCredits: 0, hourCredits: 0, idleHours: Infinity, isLikely: true });

    expect(decideAsk({ ...likely, limitCredits: 1_009 }, terms)).toEqual({
      askCredits: 1_050,
      wishCredits: 1_050,
      isUrgent: true,
      isLikely: true,
    });
    expect(decideAsk({ ...likely, limitCredits: 1_010 }, terms)?.isUrgent).toBe(false);
    expect(decideAsk({ ...likely, limitCredits: 1_025 }, terms)).toBeUndefined();
    // Of whom something is seen, that says more.
    expect(decideAsk({ ...likely, limitCredits: 1_100, hintedCredits: 100 }, terms)).toBeUndefined();
  });

  test('counts on more use than is seen, and on work that goes on, where only some sessions are seen', () => {
    const asked = decideAsk(seen({ limitCredits: 2_000, idleHours: 2 }), { ...terms, coverage: 0.25 });

    expect(asked).toEqual({ askCredits: 1_460 + 360, wishCredits: 1_460 + 450, isUrgent: false });
    expect(decideAsk(seen({ limitCredits: 2_000, idleHours: 13 }), { ...terms, coverage: 0.25 })).toBeUndefined();
  });

  test('takes nobody to have used more than the limit allows, whatever the hints say', () => {
    const wrong = seen({ hintedCredits: 9_000_000 });

    expect(decideAsk(wrong, terms)).toMatchObject({ askCredits: 1_120 + 180 });
    expect(usedCreditsOf(wrong, 1)).toBe(1_120);
  });
});

test('tranche and probe are shares of what is left, a member', () => {
  expect(trancheOf(rule, 10_000, 10)).toBe(400);
  expect(trancheOf(rule, -5, 0)).toBe(1);
  expect(probeOf(rule, 10_000, 10)).toBe(100);
});

test('the less is seen, the more is given at night', () => {
  expect([1, 0.25, 0].map((coverage) => nightShareAt(rule, coverage))).toEqual([0.5, 0.75, 1]);
});

describe('the share of the use that is seen', () => {
  test('is 1 while nothing is known, and between a tenth and 1', () => {
    const day = (hintedCredits: number) => [{ hintedCredits, billedCredits: 1_000 }];

    expect(coverageOf([])).toBe(1);
    expect([0, 300, 2_000].map((hinted) => coverageOf(day(hinted)))).toEqual([0.1, 0.3, 1]);
  });

  test('follows the last days, each with half the weight of the tenth after it', () => {
    const days = Array.from({ length: 11 }, (_, day) => ({
      hintedCredits: 0,
      billedCredits: day % 10 === 0 ? 100 : 0,
    }));
    const last = { hintedCredits: 100, billedCredits: 100 };

    expect(coverageOf([...days.slice(0, 10), last])).toBeCloseTo(2 / 3);
  });
});

describe('in the evening', () => {
  const evening = { rule, probeCredits: 10, coverage: 1, hoursUntilNight: 3, eveningShare: 0.6 };

  test('a user at work keeps what lasts until the night, and one who is not what everybody keeps', () => {
    expect(eveningLimit({ ...seen({ limitCredits: 5_000 }), isSeen: true }, evening)).toBe(1_100 + 1.5 * 3 * 30);
    expect(eveningLimit({ ...seen({ limitCredits: 5_000, idleHours: 2 }), isSeen: true }, evening)).toBe(1_110);
  });

  test('a user of whom nothing is seen keeps most of what the night gave', () => {
    const unseen = { ...seen({ limitCredits: 2_000, hintedCredits: 0, idleHours: Infinity }), isSeen: false };

    expect(eveningLimit(unseen, evening)).toBe(1_600);
  });

  test('no row is sent for little', () => {
    const unseen = (limitCredits: number) => ({ ...seen({ limitCredits, hintedCredits: 0 }), isSeen: false });

    expect([1_037, 1_040].map((limitCredits) => eveningLimit(unseen(limitCredits), evening))).toEqual([1_037, 1_024]);
  });

  test('no limit rises', () => {
    expect(eveningLimit({ ...seen(), isSeen: true }, evening)).toBe(1_120);
    expect(eveningLimit({ ...seen({ limitCredits: 900 }), isSeen: false }, evening)).toBe(900);
  });
});
