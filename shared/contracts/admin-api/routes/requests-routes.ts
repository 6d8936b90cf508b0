import type { Routes } from './route.ts';

export const requestsRoutes = {
  listRequests: {
    method: 'GET',
    path: '/requests',
    right: 'read-team',
    purpose: 'Lists requests for credits of this month and the one before, the newest first',
    isList: true,
  },
  showRequest: {
    method: 'GET',
    path: '/requests/{id}',
    right: 'read-team',
    purpose: 'Shows one request, and what it would give in which way',
  },
  decideRequest: {
    method: 'POST',
    path: '/requests/{id}/decision',
    right: 'decide-requests',
    purpose: 'Approves a request, with all or less of what was asked for, or denies it; who asked does not decide',
  },
} as const satisfies Routes;
