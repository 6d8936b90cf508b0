import { describe, expect, test } from 'vitest';
import { decideAcknowledge } from '../../../../shared/domain/alerts/acknowledge.ts';
import type { AlertState } from '../../../../shared/domain/alerts/alert-state.ts';
import { decideAlerts } from '../../../../shared/domain/alerts/decide-alerts.ts';
import type { Matter } from '../../../../shared/domain/alerts/matter.ts';
import { aMatter, aUse, onEnforcementRun, play, routing, storedAfter } from './observed.ts';

function kindsFor(...nights: readonly (Matter | undefined)[]): readonly (readonly string[])[] {
  const seen = nights.map((matter, index) =>
    onEnforcementRun(`2026-03-${10 + index}`, { matters: matter === undefined ? [] : [matter] }),
  );
  return play(seen).told.map((notices) => notices.map(({ event }) => event.kind));
}

describe('a matter', () => {
  test('is told when it comes up, when it is gone, and when it comes back', () => {
    expect(kindsFor(aMatter(), aMatter(), undefined, undefined, aMatter())).toEqual([
      ['matter-raised'],
      [],
      ['matter-resolved'],
      [],
      ['matter-raised'],
    ]);
  });

  test('is told again when it changes, and not when it changes back', () => {
    const other = aMatter({ fingerprint: 'email-shared' });

    expect(kindsFor(aMatter(), other, aMatter(), other)).toEqual([['matter-raised'], ['matter-changed'], [], []]);
  });

  test('is gone only after as many nights as it says, without a word when that is no news', () => {
    const { goneHeadline: _, ...anomaly } = aMatter({ topic: 'anomaly', goneAfterNights: 3 });

    expect(kindsFor(anomaly, undefined, undefined, anomaly, undefined, undefined, undefined, anomaly)).toEqual([
      ['matter-raised'],
      [],
      [],
      [],
      [],
      [],
      [],
      ['matter-raised'],
    ]);
  });

  test('stays as it is when a run did not look for it', () => {
    const { told } = play([
      onEnforcementRun('2026-03-10', { matters: [aMatter()] }),
      onEnforcementRun('2026-03-11', { topics: new Set() }),
      onEnforcementRun('2026-03-12', { matters: [aMatter()] }),
    ]);

    expect(told.map((notices) => notices.length)).toEqual([1, 0, 0]);
  });

  test('goes to admins and owners, each once', () => {
    const matter = aMatter({ owners: ['Admin@example.com', 'lead@example.com'] });

    const { told } = play([onEnforcementRun('2026-03-10', { matters: [matter] })]);

    expect(told[0]?.map(({ recipient }) => recipient)).toEqual(['Admin@example.com', 'lead@example.com']);
  });
});

function onlyStateOf(states: readonly AlertState[]): AlertState {
  const [state] = states;
  if (state === undefined || states.length !== 1) {
    throw new Error('exactly one alert is expected');
  }
  return state;
}

const by = { by: 'admin@example.com', at: '2026-03-10T09:00:00.000Z', reason: 'a contractor, leaves on Friday' };

describe('an acknowledged alert', () => {
  test('comes back when the matter changes, also to a form that was told before', () => {
    const other = aMatter({ fingerprint: 'email-shared' });
    const { states } = play([
      onEnforcementRun('2026-03-09', { matters: [aMatter()] }),
      onEnforcementRun('2026-03-10', { matters: [other] }),
    ]);
    const decision = decideAcknowledge(onlyStateOf(states), by);
    const acknowledged = decision.kind === 'acknowledged' ? [decision.state] : [];

    const same = decideAlerts(onEnforcementRun('2026-03-11', { matters: [other] }), acknowledged, routing);
    const changed = decideAlerts(onEnforcementRun('2026-03-12', { matters: [aMatter()] }), acknowledged, routing);

    expect(same.notices.size).toBe(0);
    expect([...changed.notices.values()].flat().map(({ event }) => event.kind)).toEqual(['matter-changed']);
    expect(changed.states[0]?.acknowledged).toBeUndefined();
  });

  test('of a budget comes back with a further threshold, and not for more use under it', () => {
    const { states } = play([onEnforcementRun('2026-03-10', { uses: [aUse({ usedCredits: 500 })] })]);
    const decision = decideAcknowledge(onlyStateOf(states), by);
    const acknowledged = decision.kind === 'acknowledged' ? [decision.state] : [];

    const more = decideAlerts(
      onEnforcementRun('2026-03-11', { uses: [aUse({ usedCredits: 600 })] }),
      acknowledged,
      routing,
    );
    const further = decideAlerts(
      onEnforcementRun('2026-03-12', { uses: [aUse({ usedCredits: 800 })] }),
      acknowledged,
      routing,
    );

    expect(storedAfter(acknowledged, more)[0]?.acknowledged).toMatchObject({ by: by.by, reason: by.reason });
    expect(storedAfter(acknowledged, further)[0]?.acknowledged).toBeUndefined();
  });

  test('needs a reason, and something that is in alarm', () => {
    const { states } = play([onEnforcementRun('2026-03-10', { matters: [aMatter()] })]);
    const gone = play([
      onEnforcementRun('2026-03-10', { matters: [aMatter()] }),
      onEnforcementRun('2026-03-11'),
    ]).states;

    expect(decideAcknowledge(onlyStateOf(states), { ...by, reason: '  ' })).toMatchObject({ reason: 'no-reason' });
    expect(decideAcknowledge(onlyStateOf(gone), by)).toMatchObject({ reason: 'not-in-alarm' });
  });
});
