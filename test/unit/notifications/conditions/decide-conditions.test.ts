import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { windowAt } from '../../../../shared/budgets/window.ts';
import { addDays } from '../../../../shared/kernel/time/day.ts';
import { decideConditions, type Observations } from '../../../../shared/notifications/conditions/decide-conditions.ts';
import type { ConditionNotification } from '../../../../shared/notifications/notification.ts';
import { aForecast, anObservation, anOrgUse, aUse, onEnforcementRun, play, routing, storedAfter } from '../observed.ts';

const uses = fc.record({
  usedCredits: fc.integer({ min: 0, max: 1_500 }),
  topUpCredits: fc.constantFrom(0, 0, 0, 300),
  thresholds: fc.constantFrom([50, 80, 100], [50, 80, 100], [80], [100, 120]),
});

/** A night with whatever may be seen; figures go up and down as restatements would have it. */
const anyNight = fc.record({
  org: fc.option(uses, { nil: undefined }),
  ada: fc.option(uses, { nil: undefined }),
  forecast: fc.option(fc.integer({ min: 500, max: 1_500 }), { nil: undefined }),
  observation: fc.option(fc.constantFrom('no-email', 'email-shared'), { nil: undefined }),
  skippedNights: fc.integer({ min: 0, max: 2 }),
});

const anyNights = fc.array(anyNight, { minLength: 1, maxLength: 25 }).map((nights) => {
  let day = '2026-03-01';
  return nights.map(({ org, ada, forecast, observation, skippedNights }): Observations => {
    day = addDays(day, 1 + skippedNights);
    // The window that holds the last known day, as a use case would look at it.
    const window = windowAt('month', addDays(day, -1), { anchorDay: 1 });
    return onEnforcementRun(day, {
      uses: [...(org ? [anOrgUse({ ...org, window })] : []), ...(ada ? [aUse({ ...ada, window })] : [])],
      forecasts: forecast === undefined ? [] : [aForecast(forecast)],
      observed: observation === undefined ? [] : [anObservation({ fingerprint: observation })],
      lookedFor: { uncappable: 'all', anomaly: 'all' },
    });
  });
});

/** What one recipient is told of crossed thresholds: window, whose, percent and the amount it was told for. */
function crossings(notifications: readonly ConditionNotification[]): readonly string[] {
  return notifications.flatMap(({ event, recipient }) =>
    event.kind === 'use-crossed'
      ? [...new Set([...event.ownerLines, ...event.userLines])].map(
          (percent) => `${recipient} ${event.conditionId} ${percent} ${event.facts.amountCredits}`,
        )
      : [],
  );
}

describe('deciding on conditions', () => {
  test('twice on the same night gives nothing new', () => {
    fc.assert(
      fc.property(anyNights, (nights) => {
        const { states } = play(nights);
        const last = nights.at(-1) ?? onEnforcementRun('2026-03-01');

        const again = decideConditions(last, states, routing);

        expect(again.states).toEqual([]);
        expect(again.notifications.size).toBe(0);
      }),
    );
  });

  test('does not depend on the order of observations and states', () => {
    fc.assert(
      fc.property(anyNights, anyNights, (before, [night = onEnforcementRun('2026-03-01')]) => {
        const { states } = play(before);
        const later = { ...night, at: '2026-07-01T02:30:00.000Z' };
        const turned = { ...later, uses: later.uses?.toReversed() ?? [], observed: later.observed.toReversed() };

        expect(decideConditions(turned, states.toReversed(), routing)).toEqual(
          decideConditions(later, states, routing),
        );
      }),
    );
  });

  test('reports each threshold at most once a window for an amount, whatever is restated', () => {
    fc.assert(
      fc.property(anyNights, (nights) => {
        const told = crossings(play(nights).told.flat());

        expect(told.length).toBe(new Set(told).size);
      }),
    );
  });

  test('reports each threshold at most once a window while the amount stands', () => {
    fc.assert(
      fc.property(anyNights, (nights) => {
        const standing = nights.map((night) => ({
          ...night,
          uses: (night.uses ?? []).map((use) => ({ ...use, topUpCredits: 0 })),
        }));

        const told = crossings(play(standing).told.flat());

        expect(told.length).toBe(new Set(told).size);
      }),
    );
  });

  test('gives every notification an id of its own, in all nights together', () => {
    fc.assert(
      fc.property(anyNights, (nights) => {
        const ids = play(nights)
          .told.flat()
          .map(({ notificationId }) => notificationId);

        expect(ids.length).toBe(new Set(ids).size);
      }),
    );
  });

  test('makes the same notifications again when a run was stopped before any of its states was stored', () => {
    fc.assert(
      fc.property(anyNights, (nights) => {
        const { states } = play(nights.slice(0, -1));
        const last = nights.at(-1) ?? onEnforcementRun('2026-03-01');
        const whole = decideConditions(last, states, routing);
        // Every second state made it to the store before the run was stopped.
        const partly = storedAfter(states, { ...whole, states: whole.states.filter((_, index) => index % 2 === 0) });

        const again = decideConditions(last, partly, routing);

        const idsOf = (told: typeof whole) =>
          [...told.notifications.values()].flat().map(({ notificationId }) => notificationId);
        expect(new Set([...idsOf(whole), ...idsOf(again)])).toEqual(new Set(idsOf(whole)));
        expect(storedAfter(partly, again).toSorted(byId)).toEqual(storedAfter(states, whole).toSorted(byId));
      }),
    );
  });

  test('loses no state, and none goes back in time', () => {
    fc.assert(
      fc.property(anyNights, (nights) => {
        nights.reduce<ReturnType<typeof play>['states']>((states, night) => {
          const next = storedAfter(states, decideConditions(night, states, routing));
          for (const state of states) {
            const after = next.find(({ conditionId }) => conditionId === state.conditionId);
            expect(after).toBeDefined();
            expect((after?.asOf ?? '') >= state.asOf).toBe(true);
          }
          return next;
        }, []);
      }),
    );
  });

  test('of an earlier moment leaves alone what a later run has changed', () => {
    fc.assert(
      fc.property(anyNights, (nights) => {
        const { states } = play(nights.map((night) => ({ ...night, at: '2026-07-01T02:30:00.000Z' })).slice(0, 1));
        const late = decideConditions(nights.at(-1) ?? onEnforcementRun('2026-03-01'), states, routing);

        const changed = new Set(late.states.map(({ conditionId }) => conditionId));
        expect(states.some(({ conditionId }) => changed.has(conditionId))).toBe(false);
      }),
    );
  });
});

function byId(a: { readonly conditionId: string }, b: { readonly conditionId: string }): number {
  return a.conditionId < b.conditionId ? -1 : 1;
}
