import { expect, test } from 'vitest';

import {
  alertRows,
  asksForSomething,
  compareAlerts,
  countAlerts,
  describeAlertCount,
} from '../../../shared/notifications/alert-order.ts';
import type { Severity } from '../../../shared/notifications/severity.ts';
import type { AlertKind } from '../../../shared/notifications/topics.ts';

function anAlert(kind: AlertKind, severity: Severity = 'high', headline = `${kind} ${severity}`) {
  return { kind, severity, headline };
}

function many(count: number, kind: AlertKind, severity: Severity) {
  return Array.from({ length: count }, (_, index) => anAlert(kind, severity, `${kind} ${index}`));
}

test('the most severe comes first, and of one severity stopped people before money, controls, sessions and computers', () => {
  const alerts = [
    anAlert('readiness-regression'),
    anAlert('computer-failed'),
    anAlert('session-unusual'),
    anAlert('controls-loosened'),
    anAlert('budget-use'),
    anAlert('stopped'),
    anAlert('stopped', 'medium'),
    anAlert('controls-loosened', 'critical'),
  ];

  expect(alerts.toSorted(compareAlerts).map(({ kind, severity }) => `${severity} ${kind}`)).toEqual([
    'critical controls-loosened',
    'high stopped',
    'high budget-use',
    'high controls-loosened',
    'high session-unusual',
    'high computer-failed',
    'high readiness-regression',
    'medium stopped',
  ]);
});

test('more than three alerts of one kind and severity are one row with all of them; fewer keep their rows', () => {
  const alerts = [anAlert('stopped'), ...many(4, 'budget-use', 'medium'), ...many(3, 'anomaly', 'medium')];

  const rows = alertRows(alerts);

  expect(rows.map(({ headline, alerts: own }) => [headline, own.length])).toEqual([
    ['stopped high', 1],
    ['Budgets past a threshold: 4', 4],
    ['anomaly 0', 1],
    ['anomaly 1', 1],
    ['anomaly 2', 1],
  ]);
});

test('the first evening of 5,000 people has 709 alerts and at most 25 rows that ask for something', () => {
  // As the enterprise demo raises them.
  const evening = [
    ...many(1, 'stopped', 'high'),
    ...many(1, 'look-alike-users', 'high'),
    ...many(2, 'session-unusual', 'high'),
    ...many(4, 'stopped', 'medium'),
    ...many(9, 'uncappable', 'medium'),
    ...many(71, 'budget-use', 'medium'),
    ...many(13, 'anomaly', 'medium'),
    ...many(1, 'session-error-loop', 'medium'),
    ...many(1, 'session-running-long', 'medium'),
    ...many(4, 'computer-failed', 'medium'),
    ...many(2, 'computer-hangs', 'medium'),
    ...many(1, 'computer-missing', 'medium'),
    ...many(65, 'readiness-regression', 'medium'),
    ...many(298, 'budget-use', 'low'),
    ...many(236, 'readiness-in-doubt', 'low'),
  ];

  const asking = alertRows(evening).filter(({ alerts: [first] }) => asksForSomething(first));

  expect(evening).toHaveLength(709);
  expect(asking.length).toBeLessThanOrEqual(25);
  expect(alertRows(evening).flatMap(({ alerts }) => alerts)).toHaveLength(evening.length);
});

test('the one count is of alerts, never of rows: how many need action, by severity, and how many are for information', () => {
  const alerts = [
    anAlert('stopped'),
    ...many(4, 'stopped', 'medium'),
    ...many(9, 'budget-use', 'low'),
    anAlert('anomaly', 'info'),
  ];

  expect(describeAlertCount(countAlerts(alerts))).toBe(
    '15 alerts: 5 need action (1 high, 4 medium), 10 for information',
  );
  expect(describeAlertCount({ low: 1 }, 'open alert')).toBe('1 open alert: none needs action, 1 for information');
  expect(describeAlertCount({ critical: 1 })).toBe('1 alert: 1 needs action (1 critical)');
  expect(describeAlertCount({})).toBe('0 alerts: none needs action');
});
