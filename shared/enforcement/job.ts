import { declareJob } from '../kernel/runs/contract/job-declaration.ts';
import { snapshotStores } from '../kernel/runs/contract/store-grants.ts';
import { enforceJob } from '../kernel/runs/run-id.ts';
import { enforcementSettings } from '../settings/contract/settings-of-jobs.ts';

export const job = declareJob({
  name: enforceJob,
  file: 'enforce-budgets',
  purpose: 'Reads what every user consumed, compares it with the budgets and sets every user’s limit',
  schedules: [
    // Every day, since the first day of the platform window is a setting; on other days it does nothing.
    { name: 'window-start', minute: '5', hour: '0' },
    { name: 'nightly', minute: '30', hour: '2' },
    // Does nothing after a complete night; continues one that lacks yesterday's figures, and reports what waited.
    { name: 'hourly', minute: '30', hour: '3-23' },
  ],
  limits: {
    memoryMb: 2048,
    timeSeconds: 900,
    durable: { runSeconds: 10_800, executionSeconds: 12_600, stepSeconds: 300 },
  },
  ports: {
    ...snapshotStores,
    ledger: 'ledger',
    users: 'users',
    limits: 'limits',
    leases: 'leases',
    runs: 'runs.list',
    // How much of the pools a night leaves to be given in the day.
    live: 'live.state',
    plans: 'plans',
    rosterPages: 'rosterPages',
    metricsPages: 'metricsPages',
    journal: 'journal.list',
    outbox: 'outbox',
    alerts: 'alerts',
    recipients: 'recipients.list',
    // For the head of the evidence chain, which the summary names.
    evidence: 'evidence.head',
  },
  calls: [
    'GET /api/v1/analytics/tokens',
    'GET /api/v1/analytics/users',
    'GET /api/v0/organization/users',
    'PUT /api/v0/organization/usage/limits/users',
  ],
  secrets: ['reading-key', 'limits-key'],
  settings: enforcementSettings,
  byHand: {
    help: 'read what every user consumed, compare it with the budgets and set every user’s limit',
    dryRunHelp: 'stop after the plan: no limit and no mail is sent',
  },
  recordsRuns: true,
  journal: [
    'run-finished',
    'roster-changed',
    'day-suspect',
    'day-complete',
    'day-restated',
    'cap-changed',
    'cap-renewed',
    'cap-failed',
    'cap-unknown',
    'alert-told',
    'plan-held',
    'plan-approved',
    'plan-applied',
  ],
  emits: [
    'anomaly',
    'invalid-edit',
    'several-teams',
    'uncappable',
    'row-failing',
    'guard-held',
    'promise-broken',
    'unreachable',
    'stopped',
    'budget-ending',
    'last-day',
    'credits-moved',
    'address-moved',
    'rows-followed',
    'not-held',
    'clock-off',
  ],
});
