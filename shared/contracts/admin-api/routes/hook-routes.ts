import type { Routes } from './route.ts';

export const hookRoutes = {
  listHookTokens: {
    method: 'GET',
    path: '/hook-tokens',
    right: 'read',
    purpose: 'Lists the tokens of hooks, by their names alone: whose they are, when they were made and revoked',
    isList: true,
  },
  revokeHookToken: {
    method: 'DELETE',
    path: '/hook-tokens/{token}',
    right: 'edit-watchers',
    purpose: 'Revokes a token: within half a minute no event is taken under it',
  },
  inviteToHook: {
    method: 'POST',
    path: '/hook-invitations',
    right: 'edit-watchers',
    purpose: 'Mails people a link of their own to the page that connects the hook; who has a key that works gets none',
  },
} as const satisfies Routes;
