import type { Routes } from './route.ts';

export const capsRoutes = {
  listCaps: {
    method: 'GET',
    path: '/caps',
    right: 'read-team',
    purpose: 'Lists every user’s limit, what is known to be used of it, and the most that can be',
    isList: true,
  },
  explainUser: {
    method: 'GET',
    path: '/users/{email}/explanation',
    right: 'read-team',
    purpose: 'Explains why a user’s limit is what it is',
  },
  showPersonUse: {
    method: 'GET',
    path: '/users/{email}/use',
    right: 'read-team',
    purpose: 'Shows what a user consumed day by day, where that is heading, and how their limit changed on the way',
  },
  showUsage: {
    method: 'GET',
    path: '/usage',
    right: 'read',
    purpose: 'Shows what was consumed in a window or a range of days: by user, team, model or day; of one user by day',
  },
  showTrace: {
    method: 'GET',
    path: '/usage/trace',
    right: 'read',
    purpose: 'Gives the use of each user on each day of a week, as a backtest replays it',
  },
} as const satisfies Routes;
