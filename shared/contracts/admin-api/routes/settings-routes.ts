import type { Routes } from './route.ts';

export const settingsRoutes = {
  showSettings: {
    method: 'GET',
    path: '/settings',
    right: 'read',
    purpose: 'Lists every setting: what is in force, where it comes from, what it is for',
    isList: true,
  },
  setSetting: {
    method: 'PUT',
    path: '/settings/{name}',
    right: 'edit-settings',
    purpose:
      'Sets one setting in the file of an installation on one machine; null takes it out. On a deployment, deploy',
  },
  listSettingsVersions: {
    method: 'GET',
    path: '/settings/versions',
    right: 'read',
    purpose: 'Lists every version of the settings of an installation on one machine: who, when, before and after',
    isList: true,
  },
} as const satisfies Routes;
