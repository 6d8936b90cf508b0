import { expect, test } from 'vitest';

import type { ConditionState, ObservedState } from '../../../../shared/notifications/conditions/condition-state.ts';
import { observedConditionId } from '../../../../shared/notifications/observation.ts';
import { memoryAlertStore } from '../../../../shared/notifications/store/memory-alert-store.ts';
import {
  alertDocument,
  filteredAlerts,
  readAlerts,
} from '../../../../shared/notifications/use-cases/alert-document.ts';
import { anObservation, anObservedState } from '../observed.ts';

const today = '2026-03-15';

function observed(key: string, said: Partial<ObservedState> = {}, severity: 'high' | 'low' = 'high'): ObservedState {
  const observation = anObservation({ topic: 'clock-off', key, severity, headline: `headline ${key}` });
  return anObservedState(observation, { asOf: '2026-03-14T02:30:00.000Z', ...said });
}

const acknowledged = { by: 'ada', at: '2026-03-14T09:00:00.000Z', reason: 'known' };

test('an alert is shown with what it says and since when', () => {
  expect(alertDocument(observed('a'), today)).toEqual({
    id: expect.stringMatching(/./u),
    alertId: 'matter/clock-off/a',
    kind: 'clock-off',
    group: 'limits',
    subject: 'a',
    severity: 'high',
    status: 'open',
    headline: 'headline a',
    provisional: false,
    since: '2026-03-14T02:30:00.000Z',
    owners: [],
    acknowledged: null,
  });
});

test('an alert that somebody acknowledged says who, why and until when; after that it is open again', () => {
  expect(alertDocument(observed('a', { acknowledged }), today)).toMatchObject({
    status: 'acknowledged',
    acknowledged: { ...acknowledged, until: null, mute: null },
  });
  expect(alertDocument(observed('a', { acknowledged: { ...acknowledged, until: '2026-03-20' } }), today)).toMatchObject(
    {
      status: 'snoozed',
      acknowledged: { until: '2026-03-20' },
    },
  );
  expect(alertDocument(observed('a', { acknowledged: { ...acknowledged, until: '2026-03-10' } }), today).status).toBe(
    'open',
  );
});

test('an alert about use is provisional while only the sessions show it', () => {
  const facts = {
    budget: { scope: { kind: 'org' }, window: 'month', amount: { kind: 'credits', credits: 100 } },
    scope: { kind: 'org' },
    window: { kind: 'month', from: '2026-03-01', through: '2026-03-31' },
    amountCredits: 100,
    usedCredits: 90,
    through: '2026-03-14',
    thresholds: [80],
  };
  const use = (seen?: object) =>
    ({
      conditionId: 'use/org/month/2026-03-01',
      asOf: '2026-03-14T02:30:00.000Z',
      kind: 'use',
      facts: { ...facts, ...(seen !== undefined && { seen }) },
      owners: [],
      lines: [
        {
          percent: 80,
          phase: 'in-alarm',
          notifiedAmountCredits: 100,
          isResolutionNotified: false,
          isForOwners: true,
          isForUser: false,
        },
      ],
      isClosed: false,
    }) as unknown as ConditionState;

  expect(alertDocument(use(), today)).toMatchObject({ kind: 'budget-use', provisional: false });
  expect(alertDocument(use({ day: '2026-03-15', credits: 5 }), today).provisional).toBe(true);
});

test('of all jobs the gravest comes first, then what harms people first, then the newest; what is resolved is left out', async () => {
  const alerts = memoryAlertStore();
  await alerts.put([
    observed('low', {}, 'low'),
    observed('b'),
    observed('a'),
    observed('new', { asOf: '2026-03-15T02:30:00.000Z' }),
    observed('over', { phase: 'resolved' }),
    {
      ...observed('fleet', { asOf: '2026-03-15T03:30:00.000Z' }),
      conditionId: observedConditionId({ topic: 'fleet-list', key: 'fleet' }),
      observation: { ...observed('fleet').observation, topic: 'fleet-list' },
    },
  ]);

  const shown = (await readAlerts(alerts, today)).map(({ alertId }) => alertId.split('/').at(-1));

  expect(shown).toEqual(['new', 'a', 'b', 'fleet', 'low']);
});

test('alerts are found by each word of a search in headline, severity or kind, and one by its id', () => {
  const alerts = [observed('ann web'), observed('ann data', {}, 'low')].map((state) => alertDocument(state, today));
  const [web, data] = alerts;
  expect(filteredAlerts(alerts, { search: 'ANN  low' })).toEqual([data]);
  expect(filteredAlerts(alerts, { search: 'clock headline' })).toEqual(alerts);
  expect(filteredAlerts(alerts, { search: 'ben' })).toEqual([]);
  expect(filteredAlerts(alerts, { alert: web?.id })).toEqual([web]);
  expect(filteredAlerts(alerts, { severity: 'low', kind: 'clock-off' })).toEqual([data]);
  expect(filteredAlerts(alerts, {})).toEqual(alerts);
});
