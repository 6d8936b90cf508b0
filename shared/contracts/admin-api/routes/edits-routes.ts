import type { Routes } from './route.ts';

export const editsRoutes = {
  showImpact: {
    method: 'POST',
    path: '/impact',
    right: 'read-team',
    purpose: 'Shows what an edit would do: whose limit changes, who is stopped, what pools have left; changes nothing',
  },
  importRecords: {
    method: 'POST',
    path: '/imports/{content}',
    right: 'edit-budgets',
    purpose: 'Makes budgets, or teams, what a file says, so many changes a call, exactly as they were agreed to',
  },
  exportRecords: {
    method: 'GET',
    path: '/exports/{kind}',
    right: 'read',
    purpose: 'Writes every record of a kind as the text of a file that an import reads',
  },
} as const satisfies Routes;
