import { expect, test } from 'vitest';

import type { runRecordDocument } from '../../../../shared/kernel/runs/use-cases/run-documents.ts';
import type { AlertGroup } from '../../../../shared/notifications/topics.ts';
import { nextStep } from '../../../../shared/status/use-cases/next-step.ts';

const complete = { job: 'enforce', run: 'enforce-1', status: 'complete', problems: [] } as unknown as ReturnType<
  typeof runRecordDocument
>;
const nothing = { held: [], late: [], alertRows: [], undelivered: [], pools: [] };
const quiet = { ...nothing, lastRuns: [complete], budgets: 1, isSuggestable: true };

function anAlert(headline: string, group: AlertGroup = 'limits') {
  return { severity: 'high', group, headline, count: 1 } as const;
}

test('people who are stopped by their budgets alone ask for nothing', () => {
  expect(nextStep({ ...quiet, alertRows: [anAlert('19 people are stopped', 'stopped')] })).toBeUndefined();
});

test('beside another grave alert the first in their order is named, with how many more alerts need action', () => {
  const low = { ...anAlert('low'), severity: 'low', count: 9 } as const;
  const alertRows = [
    anAlert('19 people are stopped', 'stopped'),
    { ...anAlert('held'), count: 4 },
    anAlert('clock'),
    low,
  ];

  expect(nextStep({ ...quiet, alertRows })).toEqual({
    what: '19 people are stopped (5 more alerts need action)',
    command: 'npx curfew alerts list',
    about: { kind: 'alerts', id: null },
  });
});

test('one grave alert is named alone', () => {
  expect(nextStep({ ...quiet, alertRows: [anAlert('matter/clock/x')] })?.what).toBe('matter/clock/x');
});

test('a run that failed comes before one that is partial, and each is shown by its record', () => {
  const failed = { ...complete, job: 'live', run: 'live-1', status: 'failed', problems: ['refused'] } as const;
  const partial = { ...complete, run: 'enforce-2', status: 'partial' } as const;

  expect(nextStep({ ...quiet, lastRuns: [partial, failed] })).toMatchObject({
    what: expect.stringContaining('refused'),
    about: { kind: 'run', id: 'live-1' },
  });
  expect(nextStep({ ...quiet, lastRuns: [complete, partial] })).toMatchObject({
    command: 'npx curfew runs show enforce-2',
    about: { kind: 'run', id: 'enforce-2' },
  });
});

test('limits that are held back without a plan are shown by their alert, and with one by the plan', () => {
  expect(nextStep({ ...quiet, held: [{ plan: null, reason: 'in doubt' }] })).toEqual({
    what: expect.stringContaining('in doubt'),
    command: 'npx curfew alerts list',
    about: { kind: 'alerts', id: null },
  });
  expect(nextStep({ ...quiet, held: [{ plan: 'p-1', reason: 'far' }] })).toMatchObject({
    command: 'npx curfew approve p-1',
    about: { kind: 'plan', id: 'p-1' },
  });
});

test('without any budget the next thing is to make the first from past use, once nothing grave is open', () => {
  const without = { ...quiet, budgets: 0 };

  expect(nextStep(without)).toMatchObject({ command: 'npx curfew suggest', about: { kind: 'budgets', id: null } });
  expect(nextStep({ ...without, alertRows: [anAlert('matter/clock/x')] })?.about.kind).toBe('alerts');
});

test('without any budget and without past use the next thing is a default, by a command that works', () => {
  expect(nextStep({ ...quiet, budgets: 0, isSuggestable: false })).toMatchObject({
    command: 'npx curfew budgets set default month 1M',
    about: { kind: 'budgets', id: 'default' },
  });
});

test('a pool that is passed asks for somebody, and one that is only pending does not', () => {
  const pool = { scope: 'team:web', window: 'month', promised: 'pending' };

  expect(nextStep({ ...quiet, pools: [pool] })).toBeUndefined();
  expect(nextStep({ ...quiet, pools: [pool, { ...pool, scope: 'org', promised: 'broken' }] })).toEqual({
    what: expect.stringContaining('org'),
    command: 'npx curfew pools org',
    about: { kind: 'pool', id: 'org' },
  });
});

test('mails that are not sent are counted, and an address that mail does not reach is named', () => {
  const unsent = { what: 'unsent', to: null };

  expect(nextStep({ ...quiet, undelivered: [unsent, unsent] })).toMatchObject({
    what: expect.stringMatching(/^2\b/u),
    about: { kind: 'mail', id: null },
  });
  expect(nextStep({ ...quiet, undelivered: [{ what: 'bounce', to: 'ann@acme.example' }] })).toMatchObject({
    what: expect.stringContaining('ann@acme.example'),
    about: { kind: 'mail', id: 'ann@acme.example' },
  });
});
