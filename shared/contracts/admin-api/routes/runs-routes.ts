import type { Routes } from './route.ts';

export const runsRoutes = {
  listRuns: {
    method: 'GET',
    path: '/runs',
    right: 'read',
    purpose:
      'Lists the newest runs of the jobs that keep records, of one job or of one status alone where that is said',
    isList: true,
  },
  showRun: {
    method: 'GET',
    path: '/runs/{run}',
    right: 'read',
    purpose: 'Shows the record of one run; one that has not ended has no status',
  },
  startRun: {
    method: 'POST',
    path: '/runs',
    right: 'start-runs',
    startsRun: true,
    purpose: 'Starts a run of a job, as of now or another moment; its record tells how it ends',
  },
  listJournal: {
    method: 'GET',
    path: '/journal',
    right: 'read',
    purpose: 'Lists what was done in a range of days, and by whom; the last week unless another range is given',
    isList: true,
  },
} as const satisfies Routes;
