import type { Routes } from './route.ts';

export const ownRoutes = {
  showOwn: {
    method: 'GET',
    path: '/me/page',
    right: 'see-own',
    purpose: 'Shows the caller their own limit, use, warnings, requests and tokens of hooks, and nothing of others',
  },
  askForCredits: {
    method: 'POST',
    path: '/me/requests',
    right: 'ask',
    purpose: 'Asks for more credits for the caller; a rule may approve it at once',
  },
  withdrawRequest: {
    method: 'POST',
    path: '/me/requests/{id}/withdrawal',
    right: 'ask',
    purpose: 'Takes back a request of the caller that is not decided yet',
  },
  makeHookToken: {
    method: 'POST',
    path: '/me/hook-tokens',
    right: 'see-own',
    purpose: 'Makes a token for the caller’s own hook; its text is answered this once and kept nowhere',
  },
  revokeOwnHookToken: {
    method: 'DELETE',
    path: '/me/hook-tokens/{token}',
    right: 'see-own',
    purpose: 'Revokes a token of the caller’s own hook',
  },
} as const satisfies Routes;
