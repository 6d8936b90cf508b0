import type { Routes } from './route.ts';

export const digestsRoutes = {
  listDigests: {
    method: 'GET',
    path: '/digests',
    right: 'read-team',
    purpose: 'Lists the pages of the weekly digests that were written, the newest first',
    isList: true,
  },
  showDigest: {
    method: 'GET',
    path: '/digests/{day}/{scope}',
    right: 'read-team',
    purpose: 'Shows one page of a digest as its mails say it',
  },
} as const satisfies Routes;
