import { describe, expect, test } from 'vitest';

import type { Account, Sent } from '../../../shared/promise/facts.ts';
import { inForceFromNow, leastLimit, limitsInForce, openLimit } from '../../../shared/promise/limits.ts';
import { at, person, renamed, sent, someFacts } from './some-facts.ts';

const delayMs = 1_800_000;

function inForce(account: Account, all: Readonly<Record<string, readonly Sent[]>>) {
  return limitsInForce(account, someFacts({ accounts: [account], sent: new Map(Object.entries(all)) }));
}

function creditsOf(account: Account, all: Readonly<Record<string, readonly Sent[]>>): readonly number[] {
  return inForce(account, all).map(({ credits }) => credits);
}

describe('limits that may be in force', () => {
  test('an account to which nothing was sent has no limit', () => {
    expect(inForce(person('ann'), {})).toEqual([{ credits: Infinity, fromMs: -Infinity, untilMs: Infinity }]);
  });

  test('a confirmed limit ends what was before it once the delay after its answer is over', () => {
    const first = sent(50, at('2026-03-05'));
    const second = sent(20, at('2026-03-10', 8));

    const limits = inForce(person('ann'), { 'ann@a': [first, second] });

    expect(limits).toEqual([
      { credits: 50, fromMs: first.sentMs, untilMs: second.answeredMs + delayMs },
      { credits: 20, fromMs: second.sentMs, untilMs: Infinity },
    ]);
  });

  test('what ended before the known data ends is left out', () => {
    const all = { 'ann@a': [sent(50, at('2026-03-05')), sent(20, at('2026-03-07'))] };

    expect(creditsOf(person('ann'), all)).toEqual([20]);
  });

  test('what ends at the very end of the known data is left out', () => {
    const second = { ...sent(20, at('2026-03-09')), answeredMs: at('2026-03-10') - delayMs };

    expect(creditsOf(person('ann'), { 'ann@a': [sent(50, at('2026-03-05')), second] })).toEqual([20]);
  });

  test('a limit of unknown outcome is in force beside the one before it, which it does not end', () => {
    const all = { 'ann@a': [sent(20, at('2026-03-05')), sent(50, at('2026-03-07'), 'unknown')] };

    expect(creditsOf(person('ann'), all)).toEqual([20, 50]);
  });

  test('a refused limit was never in force', () => {
    const all = { 'ann@a': [sent(20, at('2026-03-05')), sent(50, at('2026-03-07'), 'refused')] };

    expect(creditsOf(person('ann'), all)).toEqual([20]);
  });

  test('an account is without a limit until the first one that is confirmed is felt', () => {
    const first = sent(20, at('2026-03-10', 8));

    const limits = inForce(person('ann'), { 'ann@a': [sent(90, at('2026-03-09'), 'unknown'), first] });

    expect(limits[0]).toEqual({ credits: Infinity, fromMs: -Infinity, untilMs: first.answeredMs + delayMs });
  });

  test('from some number of credits on a limit is none', () => {
    const all = { 'ann@a': [sent(1_000_000, at('2026-03-05'))] };

    expect(creditsOf(person('ann'), all)).toEqual([Infinity]);
    expect(inForceFromNow(1_000_000, someFacts()).credits).toBe(Infinity);
    expect(inForceFromNow(999_999, someFacts()).credits).toBe(999_999);
  });

  test('a limit that somebody else held may have been lifted until a later one is confirmed', () => {
    const untilMs = at('2026-03-08');
    const before = { 'ann@a': [sent(20, at('2026-03-05'))] };
    const after = { 'ann@a': [sent(20, at('2026-03-05')), sent(20, at('2026-03-10', 8))] };

    const limits = inForce(person('ann', { unheldUntilMs: untilMs }), after);

    expect(openLimit(inForce(person('ann', { unheldUntilMs: untilMs }), before))).toBe(Infinity);
    expect(openLimit(limits)).toBe(20);
    expect(limits[0]?.credits).toBe(Infinity);
  });
});

describe('addresses that change', () => {
  const times = { unseenMs: at('2026-03-08', 2), seenMs: at('2026-03-09', 2) };
  const ann = renamed('ann', 'new@a', times);

  test('a limit follows its account to another address', () => {
    expect(creditsOf(ann, { 'ann@a': [sent(20, at('2026-03-05'))] })).toEqual([20]);
  });

  test('a limit that was sent while nobody could tell whose the address was counts, and ends nothing', () => {
    const all = { 'ann@a': [sent(50, at('2026-03-05')), sent(20, at('2026-03-08', 12))] };

    expect(creditsOf(ann, all)).toEqual([50, 20]);
  });

  test('a limit whose answer came once nobody could tell whose the address was ends nothing', () => {
    const second = { ...sent(20, times.unseenMs - 1), answeredMs: times.unseenMs + 1 };

    expect(creditsOf(ann, { 'ann@a': [sent(50, at('2026-03-05')), second] })).toEqual([50, 20]);
    expect(
      creditsOf(ann, { 'ann@a': [sent(50, at('2026-03-05')), { ...second, answeredMs: times.unseenMs }] }),
    ).toEqual([20]);
  });

  test('what is sent to the former address later is no limit of the account', () => {
    expect(creditsOf(ann, { 'ann@a': [sent(20, at('2026-03-05')), sent(90, times.seenMs)] })).toEqual([20]);
  });

  test('a confirmed limit at the new address ends those of the former one', () => {
    const all = { 'ann@a': [sent(50, at('2026-03-05'))], 'new@a': [sent(20, times.seenMs)] };

    expect(openLimit(inForce(ann, all))).toBe(20);
  });

  test('a limit that waits at the new address counts, and proves nothing of whoever comes', () => {
    const all = { 'ann@a': [sent(50, at('2026-03-01'))], 'new@a': [sent(70, at('2026-03-05'))] };

    expect(inForce(ann, all)).toEqual([
      { credits: 50, fromMs: at('2026-03-01'), untilMs: Infinity },
      { credits: 70, fromMs: times.unseenMs, untilMs: Infinity },
    ]);
  });

  test('a limit of the new address that had ended before is no limit of whoever comes', () => {
    const all = {
      'ann@a': [sent(50, at('2026-03-01'))],
      'new@a': [sent(70, at('2026-03-05')), { ...sent(30, at('2026-03-07')), answeredMs: times.unseenMs - delayMs }],
    };

    expect(creditsOf(ann, all)).toEqual([50, 30]);
  });

  test('a limit of the new address is still there for whoever comes where what was sent after it is unknown', () => {
    const all = {
      'ann@a': [sent(50, at('2026-03-01'))],
      'new@a': [sent(70, at('2026-03-05')), sent(30, at('2026-03-06'), 'unknown')],
    };

    expect(creditsOf(ann, all)).toEqual([50, 70, 30]);
  });

  test('an account that is new at an address is bounded by no limit from before', () => {
    const heir = person('eve', {
      held: [
        { address: 'x@a', fromMs: times.unseenMs, sureFromMs: times.seenMs, sureUntilMs: Infinity, untilMs: Infinity },
      ],
    });

    expect(openLimit(inForce(heir, { 'x@a': [sent(20, at('2026-03-05'))] }))).toBe(Infinity);
    expect(openLimit(inForce(heir, { 'x@a': [sent(20, times.seenMs)] }))).toBe(20);
  });

  test('of an account that is gone, a limit confirmed at its address for whoever has that now ends what it had', () => {
    const held = [{ ...person('ann').held[0], address: 'ann@a', untilMs: at('2026-03-10', 2) }];
    const leaver = person('ann', { held: held as Account['held'] });
    const heirs = { 'ann@a': [sent(50, at('2026-03-05')), sent(90, at('2026-03-10', 3))] };

    expect(openLimit(inForce(leaver, { 'ann@a': [sent(50, at('2026-03-05'))] }))).toBe(50);
    expect(inForce(leaver, heirs)).toEqual([
      { credits: 50, fromMs: at('2026-03-05'), untilMs: at('2026-03-10', 3) + 60_000 + delayMs },
    ]);
  });
});

test('a limit that is sent now may be in force by the earlier of two clocks', () => {
  const facts = someFacts({ moment: { earlierMs: 5 } });

  expect(inForceFromNow(7, facts)).toEqual({ credits: 7, fromMs: facts.moment.nowMs - 5, untilMs: Infinity });
});

describe('limits that nothing has ended', () => {
  const limit = (credits: number, untilMs = Infinity) => ({ credits, fromMs: 0, untilMs });

  test('the highest is the open one, and 0 where there is none', () => {
    expect(openLimit([limit(3), limit(5), limit(9, 1)])).toBe(5);
    expect(openLimit([])).toBe(0);
  });

  test('more than the lowest may give', () => {
    expect(leastLimit([limit(5), limit(3), limit(1, 1)])).toBe(3);
    expect(leastLimit([limit(5, 1)])).toBe(Infinity);
  });
});
