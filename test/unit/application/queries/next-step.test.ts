import { expect, test } from 'vitest';
import { nextStep } from '../../../../shared/application/queries/next-step.ts';
import type { AlertDocument } from '../../../../shared/application/queries/documents/alert-document.ts';
import type { runRecordDocument } from '../../../../shared/application/queries/documents/run-documents.ts';

const complete = { job: 'enforce', run: 'enforce-1', status: 'complete', problems: [] } as unknown as ReturnType<
  typeof runRecordDocument
>;
const quiet = { lastRuns: [complete], held: [], late: [], alerts: [], undelivered: [], pools: [] };

function anAlert(alertId: string): AlertDocument {
  const since = '2026-03-15T02:30:00Z';
  return {
    id: 'a1',
    alertId,
    kind: 'matter',
    severity: 'high',
    status: 'open',
    headline: alertId,
    provisional: false,
    since,
    acknowledged: null,
  };
}

test('people who are stopped by their budgets ask for nobody', () => {
  expect(nextStep({ ...quiet, alerts: [anAlert('matter/stopped/team:web/month')] })).toBeUndefined();
});

test('another grave alert does, and how many more there are', () => {
  const alerts = ['matter/guard-held/blast-radius', 'matter/stopped/org/month', 'matter/clock/x'].map(anAlert);

  expect(nextStep({ ...quiet, alerts })).toEqual({
    what: 'matter/guard-held/blast-radius (and 1 more alert)',
    command: 'curfew alerts list',
    about: { kind: 'alerts', id: null },
  });
});
