import { describe, expect, test } from 'vitest';

import { describeNotification } from '../../../../shared/notifications/compose/describe-notification.ts';
import { decideAcknowledge, isOpen } from '../../../../shared/notifications/conditions/acknowledge.ts';
import type { ConditionState } from '../../../../shared/notifications/conditions/condition-state.ts';
import { decideConditions, type Observations } from '../../../../shared/notifications/conditions/decide-conditions.ts';
import { aForecast, anObservation, aUse, onEnforcementRun, play, routing, storedAfter } from '../observed.ts';

const by = { by: 'ada', at: '2026-03-11T09:00:00.000Z', reason: 'load test', until: '2026-03-13' };

/** What stands after some nights, all of it acknowledged through the 13th. */
function acknowledgedAfter(...nights: readonly Observations[]): readonly ConditionState[] {
  return play(nights).states.map((state) => {
    const decision = decideAcknowledge(state, by);
    return decision.kind === 'acknowledged' ? decision.state : state;
  });
}

function toldOn(night: Observations, states: readonly ConditionState[]) {
  return [...decideConditions(night, states, routing).notifications.values()].flat();
}

const cases = [
  { title: 'a matter', seen: { observed: [anObservation()] } },
  { title: 'a budget', seen: { uses: [aUse({ usedCredits: 900 })] } },
  { title: 'a forecast', seen: { forecasts: [aForecast(1_400)] } },
] as const;

describe.for(cases)('$title that is acknowledged until a day', ({ seen }) => {
  const states = acknowledgedAfter(onEnforcementRun('2026-03-10', seen), onEnforcementRun('2026-03-11', seen));

  test('asks for nobody’s attention through that day', () => {
    expect(states.map((state) => isOpen(state, '2026-03-13'))).toEqual([false]);
    expect(toldOn(onEnforcementRun('2026-03-13', seen), states)).toEqual([]);
  });

  test('comes back on the next one, once, and says so', () => {
    const night = onEnforcementRun('2026-03-14', seen);
    const told = toldOn(night, states);
    const after = storedAfter(states, decideConditions(night, states, routing));

    expect(new Set(told.map(({ event }) => event.acknowledgedBefore?.by))).toEqual(new Set(['ada']));
    expect(describeNotification(told[0] ?? fail()).details[0]).toMatch(
      /until 13 Mar 2026, .* ada on 11 Mar 2026: load test$/u,
    );
    expect(after.map((state) => isOpen(state, '2026-03-14'))).toEqual([true]);
    expect(toldOn(night, after)).toEqual([]);
    expect(toldOn(onEnforcementRun('2026-03-15', seen), after)).toEqual([]);
  });

  test('is reported under the same ids by a run that is made again', () => {
    const night = onEnforcementRun('2026-03-14', seen);

    const ids = [1, 2].map(() => toldOn(night, states).map(({ notificationId }) => notificationId));

    expect(ids[0]).toEqual(ids[1]);
    expect(ids[0]).not.toEqual([]);
  });

  test('stays silent while no run sees it', () => {
    expect(toldOn(onEnforcementRun('2026-03-14', { lookedFor: {} }), states)).toEqual([]);
  });
});

test('what was acknowledged and has changed since says so', () => {
  const states = acknowledgedAfter(onEnforcementRun('2026-03-10', { observed: [anObservation()] }));
  const other = anObservation({ fingerprint: 'email-shared' });

  const [told] = toldOn(onEnforcementRun('2026-03-12', { observed: [other] }), states);

  expect(told?.event.kind).toBe('condition-changed');
  expect(describeNotification(told ?? fail()).details[0]).toMatch(/has changed since.*ada.*11 Mar 2026: load test$/u);
});

test('the notification that an acknowledged condition is resolved does not say that it comes back', () => {
  const states = acknowledgedAfter(onEnforcementRun('2026-03-10', { observed: [anObservation()] }));

  const [told] = toldOn(onEnforcementRun('2026-03-12'), states);

  expect(told?.event).toMatchObject({ kind: 'condition-resolved' });
  expect(told?.event.acknowledgedBefore).toBeUndefined();
});

test('an acknowledgement cannot count until a day that has passed', () => {
  const [state] = play([onEnforcementRun('2026-03-10', { observed: [anObservation()] })]).states;

  const decision = decideAcknowledge(state ?? fail(), { ...by, until: '2026-03-10' });

  expect(decision).toEqual({ kind: 'refused', reason: 'until-has-passed' });
});

function fail(): never {
  throw new Error('something is expected here');
}
