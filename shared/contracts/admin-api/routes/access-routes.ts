import type { Routes } from './route.ts';

export const accessRoutes = {
  showCaller: {
    method: 'GET',
    path: '/me',
    right: 'see-own',
    purpose: 'Shows who is calling, which roles they have, and what these allow',
  },
} as const satisfies Routes;
