import type { Routes } from './route.ts';

export const sessionsRoutes = {
  listSessions: {
    method: 'GET',
    path: '/sessions',
    right: 'read',
    purpose: 'Lists sessions as the last run saw them, the dearest first',
    isList: true,
  },
  showSession: {
    method: 'GET',
    path: '/sessions/{session}',
    right: 'read',
    purpose: 'Shows all that is known of one session, and what was done to it',
  },
  listSessionCosts: {
    method: 'GET',
    path: '/session-costs',
    right: 'read',
    purpose: 'Shows what sessions have used, by session, model, tag or computer; no child is counted twice',
    isList: true,
  },
  requestRestore: {
    method: 'POST',
    path: '/sessions/{session}/restore',
    right: 'act-on-platform',
    purpose: 'Asks that what Curfew has changed of a session is put back; the next run of the watcher does it',
  },
} as const satisfies Routes;
