import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { bindingBudgets } from '../../../../shared/budgets/binding-budgets.ts';
import { reservationOf, reservedTopUps } from '../../../../shared/caps/shares/reservation-of.ts';
import { reservedByEmail } from '../../../../shared/grants/top-up.ts';
import { aBudget, credits } from '../../../support/domain-samples.ts';
import { aTopUp } from '../../../support/grants.ts';

const scope = { kind: 'user', email: 'ann@acme.example' } as const;
const core = { kind: 'team', name: 'core' } as const;
const at = { day: '2026-03-15', platformWindow: { anchorDay: 1 } } as const;
const ann = { email: 'Ann@acme.example', credits: { month: 300, week: 40, platform: 300 } };

function reserved(budgets: Parameters<typeof bindingBudgets>[0], upTo = 0) {
  const topUps = new Map(upTo === 0 ? [] : [['ann@acme.example', upTo]]);
  return reservationOf(ann, bindingBudgets(budgets, [], at.day), topUps);
}

describe('what is reserved for somebody beyond their use', () => {
  test('is what is left of a reservation in its own window', () => {
    expect(reserved([aBudget({ scope, reserved: 500 })])).toEqual({ credits: 200, highCredits: 0 });
    expect(reserved([aBudget({ scope, reserved: 500, priority: 'high' })])).toEqual({
      credits: 200,
      highCredits: 200,
    });
  });

  test('is the largest of several, which overlap', () => {
    const budgets = [
      aBudget({ scope, reserved: 400, priority: 'high' }),
      aBudget({ scope, window: 'week', reserved: 90 }),
    ];

    expect(reserved(budgets)).toEqual({ credits: 100, highCredits: 100 });
    expect(reserved(budgets, 450)).toEqual({ credits: 150, highCredits: 100 });
  });

  test('is not less for a budget that only alerts beside it', () => {
    const alert = aBudget({ scope, window: 'week', reserved: 900, mode: 'alert' });

    expect(reserved([aBudget({ scope, reserved: 500 }), alert])).toEqual({ credits: 200, highCredits: 0 });
  });

  test.for([
    ['is used up', { reserved: 300 }],
    ['only alerts', { reserved: 500, mode: 'alert' }],
    ['is over', { reserved: 500, to: '2026-03-14' }],
    ['names nothing to reserve', {}],
  ] as const)('is nothing when a budget %s', ([, said]) => {
    expect(reserved([aBudget({ scope, amount: credits(9_000), ...said })])).toBeUndefined();
  });
});

describe('up to where top-ups reserve', () => {
  const within = { withinPool: true, credits: 100, createdAt: '2026-03-10T09:00:00.000Z' } as const;

  test('is on top of what somebody could use when it was made', () => {
    const topUp = aTopUp({ ...within, usableBefore: { 'ann@acme.example': 700 } });

    expect([...reservedTopUps([topUp], at)]).toEqual([['ann@acme.example', 800]]);
  });

  test.for([
    ['2026-03-01T00:00:00.000Z', 800],
    ['2026-02-28T23:59:59.999Z', 100],
  ] as const)(
    'counts what somebody could use before from the first moment of the window on: %s',
    ([createdAt, upTo]) => {
      const topUp = aTopUp({ ...within, createdAt, usableBefore: { 'ann@acme.example': 700 } });

      expect([...reservedTopUps([topUp], at)]).toEqual([['ann@acme.example', upTo]]);
    },
  );

  test('is its own credits where nothing is known of what somebody could use', () => {
    expect([...reservedTopUps([aTopUp(within)], at)]).toEqual([['ann@acme.example', 100]]);
  });

  test('is its own credits in a platform window that began after it was made', () => {
    const topUp = aTopUp({
      ...within,
      createdAt: '2026-02-27T09:00:00.000Z',
      usableBefore: { 'ann@acme.example': 700 },
    });

    expect([...reservedTopUps([topUp], at)]).toEqual([['ann@acme.example', 100]]);
  });

  test('is nothing for top-ups that only add, are over, or were ended', () => {
    const topUps = [
      aTopUp({}),
      aTopUp({ ...within, to: '2026-03-14' }),
      aTopUp({ ...within, endedAt: '2026-03-11T09:00:00.000Z' }),
      aTopUp({ scope: core, credits: 100 }),
    ];

    expect([...reservedTopUps(topUps, at)]).toEqual([]);
  });
});

test('the credits of a team’s top-up are divided evenly among those whom it names, to the last credit', () => {
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), { minLength: 1 });
  fc.assert(
    fc.property(names, fc.integer({ min: 1, max: 1_000 }), (people, total) => {
      const emails = people.map((name) => `${name}@acme.example`);

      const parts = [...reservedByEmail(aTopUp({ scope: core, credits: total, for: emails })).values()];
      const turned = reservedByEmail(aTopUp({ scope: core, credits: total, for: emails.toReversed() }));

      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
      expect([...turned.values()]).toEqual(parts);
    }),
  );
});
