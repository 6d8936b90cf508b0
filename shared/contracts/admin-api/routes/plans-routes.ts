import type { Routes } from './route.ts';

export const plansRoutes = {
  showPlan: {
    method: 'GET',
    path: '/plan',
    right: 'read',
    purpose: 'Shows which limits a run would change as of a moment, and why, from the tables alone',
  },
  listPlans: {
    method: 'GET',
    path: '/plans',
    right: 'read',
    purpose: 'Lists the plans that were held in the last month, the last one first',
    isList: true,
  },
  showHeldPlan: {
    method: 'GET',
    path: '/plans/{plan}',
    right: 'read',
    purpose: 'Shows what a held plan would do, why it waits, and what moved since',
  },
  applyPlan: {
    method: 'POST',
    path: '/plan/application',
    right: 'start-runs',
    startsRun: true,
    purpose: 'Starts a run that applies exactly a plan that no guard holds; that of now where none is named',
  },
  approvePlan: {
    method: 'POST',
    path: '/plans/{plan}/approval',
    right: 'decide-plans',
    startsRun: true,
    purpose: 'Approves a held plan, or some of its rows, and starts the run that applies it',
  },
  rejectPlan: {
    method: 'POST',
    path: '/plans/{plan}/rejection',
    right: 'decide-plans',
    purpose: 'Rejects a held plan for good',
  },
} as const satisfies Routes;
