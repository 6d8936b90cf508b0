import { expect, test } from 'vitest';

import { describeAlertRows } from '../../../../cli/alerts/alert-tables.ts';
import { countAlerts } from '../../../../shared/notifications/alert-order.ts';
import { alertRowDocuments, type AlertDocument } from '../../../../shared/notifications/use-cases/alert-document.ts';
import { styleFor } from '../../../../shared/terminal/style.ts';

const style = styleFor({ isTerminal: false }, {});

function fourStopped(status: AlertDocument['status']) {
  const alerts = ['ann', 'bob', 'cid', 'dee'].map((who) => ({
    id: who,
    alertId: `matter/stopped/${who}`,
    kind: 'stopped' as const,
    group: 'stopped' as const,
    subject: who,
    severity: 'medium' as const,
    status,
    headline: `${who} is stopped`,
    provisional: false,
    since: '2026-03-10T02:30:00.000Z',
    owners: [],
    acknowledged: null,
  }));
  return describeAlertRows(alertRowDocuments(alerts), countAlerts(alerts), style);
}

test.each(['muted', 'acknowledged'] as const)(
  'a row of %s alerts has that status, and its command lists them',
  (status) => {
    const table = fourStopped(status);

    expect(table).toContain(`npx curfew alerts list --kind stopped --status ${status})`);
    expect(table).toMatch(new RegExp(`admins +${status}\n`, 'u'));
  },
);

test('a row of open alerts has the command of its kind alone', () => {
  const table = fourStopped('open');

  expect(table).toContain('npx curfew alerts list --kind stopped)');
  expect(table).toMatch(/admins +open\n/u);
  expect(table).toContain('4 alerts: 4 need action (4 medium).');
});
