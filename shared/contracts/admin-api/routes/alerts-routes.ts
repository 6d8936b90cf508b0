import type { Routes } from './route.ts';

export const alertsRoutes = {
  listAlerts: {
    method: 'GET',
    path: '/alerts',
    right: 'read',
    purpose: 'Lists the alerts that are not resolved, the most severe and newest first',
    isList: true,
  },
  acknowledgeAlert: {
    method: 'POST',
    path: '/alerts/{alert}/acknowledgement',
    right: 'acknowledge-alerts',
    purpose: 'Acknowledges an alert: nobody is notified of it until it changes or a day has passed',
  },
  listUnreachable: {
    method: 'GET',
    path: '/unreachable',
    right: 'read',
    purpose: 'Lists the addresses whose mail came back, and those that the settings name',
    isList: true,
  },
  clearUnreachable: {
    method: 'DELETE',
    path: '/unreachable/{email}',
    right: 'acknowledge-alerts',
    purpose: 'Says that mail reaches an address again',
  },
} as const satisfies Routes;
