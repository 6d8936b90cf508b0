import type { Routes } from './route.ts';

export const readinessRoutes = {
  listRepositories: {
    method: 'GET',
    path: '/readiness/repositories',
    right: 'read',
    purpose: 'Shows how ready each repository is for agents, on the branch that counts',
    isList: true,
  },
  showRepository: {
    method: 'GET',
    path: '/readiness/repositories/{repository}',
    right: 'read',
    purpose: 'Shows one repository, branch by branch and criterion by criterion',
  },
  listRegressions: {
    method: 'GET',
    path: '/readiness/regressions',
    right: 'read',
    purpose: 'Lists criteria that fell and have not recovered, the newest first',
    isList: true,
  },
  listTargets: {
    method: 'GET',
    path: '/readiness/targets',
    right: 'read',
    purpose: 'Lists the targets of readiness, and how repositories stand to each',
    isList: true,
  },
} as const satisfies Routes;
