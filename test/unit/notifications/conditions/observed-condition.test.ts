import { describe, expect, test } from 'vitest';

import { decideAcknowledge } from '../../../../shared/notifications/conditions/acknowledge.ts';
import type { ConditionState } from '../../../../shared/notifications/conditions/condition-state.ts';
import { decideConditions } from '../../../../shared/notifications/conditions/decide-conditions.ts';
import type { Observation } from '../../../../shared/notifications/observation.ts';
import { anObservation, aUse, onEnforcementRun, play, routing, storedAfter } from '../observed.ts';

function kindsFor(...nights: readonly (Observation | undefined)[]): readonly (readonly string[])[] {
  const seen = nights.map((observation, index) =>
    onEnforcementRun(`2026-03-${10 + index}`, { observed: observation === undefined ? [] : [observation] }),
  );
  return play(seen).told.map((notifications) => notifications.map(({ event }) => event.kind));
}

describe('a matter', () => {
  test('is reported when it comes up, when it is gone, and when it comes back', () => {
    expect(kindsFor(anObservation(), anObservation(), undefined, undefined, anObservation())).toEqual([
      ['condition-raised'],
      [],
      ['condition-resolved'],
      [],
      ['condition-raised'],
    ]);
  });

  test('is reported again when it changes, and not when it changes back', () => {
    const other = anObservation({ fingerprint: 'email-shared' });

    expect(kindsFor(anObservation(), other, anObservation(), other)).toEqual([
      ['condition-raised'],
      ['condition-changed'],
      [],
      [],
    ]);
  });

  test('is gone only after as many nights as it says, without a word when that is no news', () => {
    const { resolvedHeadline: _, ...anomaly } = anObservation({ topic: 'anomaly', resolvesAfterNights: 3 });

    expect(kindsFor(anomaly, undefined, undefined, anomaly, undefined, undefined, undefined, anomaly)).toEqual([
      ['condition-raised'],
      [],
      [],
      [],
      [],
      [],
      [],
      ['condition-raised'],
    ]);
  });

  test('stays as it is when a run did not look for it', () => {
    const { told } = play([
      onEnforcementRun('2026-03-10', { observed: [anObservation()] }),
      onEnforcementRun('2026-03-11', { lookedFor: {} }),
      onEnforcementRun('2026-03-12', { observed: [anObservation()] }),
    ]);

    expect(told.map((notifications) => notifications.length)).toEqual([1, 0, 0]);
  });

  test('goes to admins and owners, each once', () => {
    const observation = anObservation({ owners: ['Admin@example.com', 'lead@example.com'] });

    const { told } = play([onEnforcementRun('2026-03-10', { observed: [observation] })]);

    expect(told[0]?.map(({ recipient }) => recipient)).toEqual(['Admin@example.com', 'lead@example.com']);
  });
});

function onlyStateOf(states: readonly ConditionState[]): ConditionState {
  const [state] = states;
  if (state === undefined || states.length !== 1) {
    throw new Error('exactly one alert is expected');
  }
  return state;
}

const by = { by: 'admin@example.com', at: '2026-03-10T09:00:00.000Z', reason: 'a contractor, leaves on Friday' };

describe('an acknowledged alert', () => {
  test('comes back when what was observed changes, also to a form that was reported before', () => {
    const other = anObservation({ fingerprint: 'email-shared' });
    const { states } = play([
      onEnforcementRun('2026-03-09', { observed: [anObservation()] }),
      onEnforcementRun('2026-03-10', { observed: [other] }),
    ]);
    const decision = decideAcknowledge(onlyStateOf(states), by);
    const acknowledged = decision.kind === 'acknowledged' ? [decision.state] : [];

    const same = decideConditions(onEnforcementRun('2026-03-11', { observed: [other] }), acknowledged, routing);
    const changed = decideConditions(
      onEnforcementRun('2026-03-12', { observed: [anObservation()] }),
      acknowledged,
      routing,
    );

    expect(same.notifications.size).toBe(0);
    expect([...changed.notifications.values()].flat().map(({ event }) => event.kind)).toEqual(['condition-changed']);
    expect(changed.states[0]?.acknowledged).toBeUndefined();
  });

  test('of a budget comes back with a further threshold, and not for more use under it', () => {
    const { states } = play([onEnforcementRun('2026-03-10', { uses: [aUse({ usedCredits: 500 })] })]);
    const decision = decideAcknowledge(onlyStateOf(states), by);
    const acknowledged = decision.kind === 'acknowledged' ? [decision.state] : [];

    const more = decideConditions(
      onEnforcementRun('2026-03-11', { uses: [aUse({ usedCredits: 600 })] }),
      acknowledged,
      routing,
    );
    const further = decideConditions(
      onEnforcementRun('2026-03-12', { uses: [aUse({ usedCredits: 800 })] }),
      acknowledged,
      routing,
    );

    expect(storedAfter(acknowledged, more)[0]?.acknowledged).toMatchObject({ by: by.by, reason: by.reason });
    expect(storedAfter(acknowledged, further)[0]?.acknowledged).toBeUndefined();
  });

  test('needs a reason, and something that is in alarm', () => {
    const { states } = play([onEnforcementRun('2026-03-10', { observed: [anObservation()] })]);
    const gone = play([
      onEnforcementRun('2026-03-10', { observed: [anObservation()] }),
      onEnforcementRun('2026-03-11'),
    ]).states;

    expect(decideAcknowledge(onlyStateOf(states), { ...by, reason: '  ' })).toMatchObject({ reason: 'no-reason' });
    expect(decideAcknowledge(onlyStateOf(gone), by)).toMatchObject({ reason: 'not-in-alarm' });
  });
});
