import type { Routes } from './route.ts';

/** The records that no limit depends on: the fleet list, policies of sessions, targets of readiness. */
export const recordsRoutes = {
  listRecords: {
    method: 'GET',
    path: '/records/{kind}',
    right: 'read',
    purpose:
      'Lists the records of a kind: the fleet list, policies of sessions, targets of readiness, rules of requests',
    isList: true,
  },
  showRecord: {
    method: 'GET',
    path: '/records/{kind}/one',
    right: 'read',
    purpose: 'Shows one record, with the version that an edit of it names',
  },
  setRecord: {
    method: 'PUT',
    path: '/records/{kind}/one',
    right: 'edit-watchers',
    purpose: 'Makes a record, or changes it: what is not said stays as it is, null takes a value away',
  },
  removeRecord: {
    method: 'DELETE',
    path: '/records/{kind}/one',
    right: 'edit-watchers',
    purpose: 'Removes a record',
  },
  planRecords: {
    method: 'POST',
    path: '/records/{kind}/plan',
    right: 'read',
    purpose: 'Shows what an import of a file would make of the records of a kind; changes nothing',
  },
  importStored: {
    method: 'POST',
    path: '/records/{kind}/import',
    right: 'edit-watchers',
    purpose: 'Makes the records of a kind what a file says',
  },
  listRecordVersions: {
    method: 'GET',
    path: '/records/{kind}/versions',
    right: 'read',
    purpose: 'Lists every version of the records of a kind: who, when, how, and what was in them',
    isList: true,
  },
} as const satisfies Routes;
