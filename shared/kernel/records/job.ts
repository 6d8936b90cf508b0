import { declareJob } from '../runs/contract/job-declaration.ts';
import { editsJob } from '../runs/run-id.ts';

export const job = declareJob({
  name: editsJob,
  file: 'watch-edits',
  purpose: 'Adopts edits of budgets, teams, top-ups and exemptions, and starts the run that sets the limits',
  streams: {
    rows: 'changed',
    of: ['budgets', 'teams', 'grants'],
    whenBehind: 'edits of the tables take effect late',
  },
  limits: { memoryMb: 1024, timeSeconds: 900, stopEarlySeconds: 60 },
  ports: { budgets: 'budgets.adopt', teams: 'teams.adopt', grants: 'grants.adopt' },
  // The run that an edit asks for needs far more rights, so that another job does it.
  starts: ['enforce'],
  // It keeps no records of its runs: an edit has its version and its entry, and the run that follows has its record.
  journal: ['budget-changed', 'team-changed', 'top-up-changed', 'exemption-changed'],
  emits: [],
});
