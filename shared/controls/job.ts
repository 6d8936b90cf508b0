import { declareJob } from '../kernel/runs/contract/job-declaration.ts';
import { controlsJob } from '../kernel/runs/run-id.ts';
import { watcherSettings } from '../settings/contract/settings-of-jobs.ts';

export const job = declareJob({
  name: controlsJob,
  file: 'watch-controls',
  purpose: 'Reads the history of the controls, keeps new revisions as evidence and reports who loosened what',
  schedules: [{ name: 'every-5-minutes', minute: '*/5', hour: '*' }],
  limits: { memoryMb: 1024, timeSeconds: 900, stopEarlySeconds: 300 },
  ports: {
    leases: 'leases.tampered',
    runs: 'runs',
    journal: 'journal',
    outbox: 'outbox',
    alerts: 'alerts',
    recipients: 'recipients.list',
    revisions: 'revisions',
    state: 'watchState',
    decisions: 'decisions.read',
    evidence: 'evidence',
  },
  calls: ['GET /api/v0/organization/enterprise-controls/history'],
  secrets: ['reading-key', 'fingerprint-key'],
  settings: [...watcherSettings, 'consoleUrl', 'controls'],
  anchors: true,
  byHand: {
    help: 'read the history of the controls, keep new revisions as evidence and report who loosened what',
    dryRunHelp: 'only say what would be reported: the next run reports it',
  },
  recordsRuns: true,
  journal: ['controls-told'],
  emits: [
    'controls-loosened',
    'history-gap',
    'history-shrank',
    'history-unreadable',
    'history-unwatched',
    'history-rewritten',
    'history-went-back',
    'history-restarted',
    'evidence-changed',
    'evidence-unanchored',
    'order-tampered',
  ],
  reports: ['controls'],
});
