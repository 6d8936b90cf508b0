import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AlertNotice } from '../../../../shared/domain/alerts/alert-notice.ts';
import { decideAlerts, type Observations } from '../../../../shared/domain/alerts/decide-alerts.ts';
import { matterTopics } from '../../../../shared/domain/alerts/matter.ts';
import { windowAt } from '../../../../shared/domain/budgets/window.ts';
import { addDays } from '../../../../shared/domain/time/day.ts';
import { aForecast, aMatter, anOrgUse, aUse, onEnforcementRun, play, routing, storedAfter } from './observed.ts';

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
  matter: fc.option(fc.constantFrom('no-email', 'email-shared'), { nil: undefined }),
  skippedNights: fc.integer({ min: 0, max: 2 }),
});

const anyNights = fc.array(anyNight, { minLength: 1, maxLength: 25 }).map((nights) => {
  let day = '2026-03-01';
  return nights.map(({ org, ada, forecast, matter, skippedNights }): Observations => {
    day = addDays(day, 1 + skippedNights);
    // The window that holds the last known day, as a use case would look at it.
    const window = windowAt('month', addDays(day, -1), { anchorDay: 1 });
    return onEnforcementRun(day, {
      uses: [...(org ? [anOrgUse({ ...org, window })] : []), ...(ada ? [aUse({ ...ada, window })] : [])],
      forecasts: forecast === undefined ? [] : [aForecast(forecast)],
      matters: matter === undefined ? [] : [aMatter({ fingerprint: matter })],
      topics: new Set(matterTopics),
    });
  });
});

/** What one recipient is told of crossed thresholds: window, whose, percent and the amount it was told for. */
function crossings(notices: readonly AlertNotice[]): readonly string[] {
  return notices.flatMap(({ event, recipient }) =>
    event.kind === 'use-crossed'
      ? [...new Set([...event.ownerLines, ...event.userLines])].map(
          (percent) => `${recipient} ${event.alertId} ${percent} ${event.facts.amountCredits}`,
        )
      : [],
  );
}

describe('deciding alerts', () => {
  test('twice on the same night gives nothing new', () => {
    fc.assert(
      fc.property(anyNights, (nights) => {
        const { states } = play(nights);
        const last = nights.at(-1) ?? onEnforcementRun('2026-03-01');

        const again = decideAlerts(last, states, routing);

        expect(again.states).toEqual([]);
        expect(again.notices.size).toBe(0);
      }),
    );
  });

  test('does not depend on the order of observations and states', () => {
    fc.assert(
      fc.property(anyNights, anyNights, (before, [night = onEnforcementRun('2026-03-01')]) => {
        const { states } = play(before);
        const later = { ...night, at: '2026-07-01T02:30:00.000Z' };
        const turned = { ...later, uses: later.uses.toReversed(), matters: later.matters.toReversed() };

        expect(decideAlerts(turned, states.toReversed(), routing)).toEqual(decideAlerts(later, states, routing));
      }),
    );
  });

  test('tells each threshold at most once a window for an amount, whatever is restated', () => {
    fc.assert(
      fc.property(anyNights, (nights) => {
        const told = crossings(play(nights).told.flat());

        expect(told.length).toBe(new Set(told).size);
      }),
    );
  });

  test('tells each threshold at most once a window while the amount stands', () => {
    fc.assert(
      fc.property(anyNights, (nights) => {
        const standing = nights.map((night) => ({
          ...night,
          uses: night.uses.map((use) => ({ ...use, topUpCredits: 0 })),
        }));

        const told = crossings(play(standing).told.flat());

        expect(told.length).toBe(new Set(told).size);
      }),
    );
  });

  test('gives every notice an id of its own, in all nights together', () => {
    fc.assert(
      fc.property(anyNights, (nights) => {
        const ids = play(nights)
          .told.flat()
          .map(({ noticeId }) => noticeId);

        expect(ids.length).toBe(new Set(ids).size);
      }),
    );
  });

  test('makes the same notices again when a run was stopped before any of its states was stored', () => {
    fc.assert(
      fc.property(anyNights, (nights) => {
        const { states } = play(nights.slice(0, -1));
        const last = nights.at(-1) ?? onEnforcementRun('2026-03-01');
        const whole = decideAlerts(last, states, routing);
        // Every second state made it to the store before the run was stopped.
        const partly = storedAfter(states, { ...whole, states: whole.states.filter((_, index) => index % 2 === 0) });

        const again = decideAlerts(last, partly, routing);

        const idsOf = (told: typeof whole) => [...told.notices.values()].flat().map(({ noticeId }) => noticeId);
        expect(new Set([...idsOf(whole), ...idsOf(again)])).toEqual(new Set(idsOf(whole)));
        expect(storedAfter(partly, again).toSorted(byId)).toEqual(storedAfter(states, whole).toSorted(byId));
      }),
    );
  });

  test('loses no state, and none goes back in time', () => {
    fc.assert(
      fc.property(anyNights, (nights) => {
        nights.reduce<ReturnType<typeof play>['states']>((states, night) => {
          const next = storedAfter(states, decideAlerts(night, states, routing));
          for (const state of states) {
            const after = next.find(({ alertId }) => alertId === state.alertId);
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
        const late = decideAlerts(nights.at(-1) ?? onEnforcementRun('2026-03-01'), states, routing);

        const changed = new Set(late.states.map(({ alertId }) => alertId));
        expect(states.some(({ alertId }) => changed.has(alertId))).toBe(false);
      }),
    );
  });
});

function byId(a: { readonly alertId: string }, b: { readonly alertId: string }): number {
  return a.alertId < b.alertId ? -1 : 1;
}
