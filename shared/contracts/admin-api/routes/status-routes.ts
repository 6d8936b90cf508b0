import type { Routes } from './route.ts';

export const statusRoutes = {
  showStatus: {
    method: 'GET',
    path: '/status',
    right: 'read',
    purpose: 'Shows how everything stands: what asks for somebody, who is stopped, what the pools hold',
  },
  showHome: {
    method: 'GET',
    path: '/home',
    right: 'read',
    purpose: 'Shows how everything stands, lists cut and counted: the first page of the console',
  },
  listPools: {
    method: 'GET',
    path: '/pools',
    right: 'read',
    purpose: 'Lists the budgets that people share: used, left, forecast and worst case; of one scope with its members',
    isList: true,
  },
  listForecasts: {
    method: 'GET',
    path: '/forecasts',
    right: 'read',
    purpose: 'Shows what each budget will have used by the end of its window, and why',
    isList: true,
  },
} as const satisfies Routes;
