import type { Routes } from './route.ts';

export const fleetRoutes = {
  listComputers: {
    method: 'GET',
    path: '/computers',
    right: 'read',
    purpose: 'Lists the computers of the fleet list as they were last read',
    isList: true,
  },
  showComputer: {
    method: 'GET',
    path: '/computers/{name}',
    right: 'read',
    purpose: 'Shows one computer: its entry, its steps, and what was tried',
  },
  planFleet: {
    method: 'GET',
    path: '/fleet/plan',
    right: 'read',
    purpose: 'Shows what would be done for the fleet, and with whose approval',
  },
  approveFleet: {
    method: 'POST',
    path: '/fleet/approvals',
    right: 'act-on-platform',
    purpose: 'Approves what the plan proposes, each action for its cause alone; the next run does it',
  },
} as const satisfies Routes;
