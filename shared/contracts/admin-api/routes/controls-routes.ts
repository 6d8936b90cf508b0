import type { Routes } from './route.ts';

export const controlsRoutes = {
  listRevisions: {
    method: 'GET',
    path: '/controls/revisions',
    right: 'read',
    purpose: 'Lists the newest stored revisions of a period, ascending, each with what it changed',
  },
  listTimeline: {
    method: 'GET',
    path: '/controls/timeline',
    right: 'read',
    purpose: 'Lists revisions, the newest first, with those of their changes that are asked for, page by page',
  },
  showRevision: {
    method: 'GET',
    path: '/controls/revisions/{revision}',
    right: 'read',
    purpose: 'Shows one revision: who made it, what it changed, and the settings after it, their secrets replaced',
  },
  compareControls: {
    method: 'POST',
    path: '/controls/comparison',
    right: 'read',
    purpose: 'Shows what leads from one state of the controls to another, stored or given',
  },
  acknowledgeControls: {
    method: 'POST',
    path: '/controls/acknowledgements',
    right: 'decide-controls',
    purpose: 'Acknowledges revisions, or an alarm of the history, with a reason',
  },
  showBaseline: {
    method: 'GET',
    path: '/controls/baseline',
    right: 'read',
    purpose: 'Shows the approved baseline, and where the newest controls deviate from it',
  },
  approveBaseline: {
    method: 'POST',
    path: '/controls/baseline',
    right: 'decide-controls',
    purpose: 'Approves a stored revision, or given settings, as the baseline',
  },
  verifyEvidence: {
    method: 'POST',
    path: '/controls/verification',
    right: 'read',
    purpose: 'Proves the evidence: every link, the stored revisions, and the signed heads',
  },
  exportEvidence: {
    method: 'POST',
    path: '/controls/export',
    right: 'read',
    purpose: 'Gives the evidence of a period as files that stand alone',
  },
  listExceptions: {
    method: 'GET',
    path: '/controls/exceptions',
    right: 'read',
    purpose: 'Lists what may deviate from the baseline, until when, and who answers for it',
    isList: true,
  },
  addException: {
    method: 'POST',
    path: '/controls/exceptions',
    right: 'decide-controls',
    purpose: 'Allows a control to deviate from the baseline for a time',
  },
  endException: {
    method: 'POST',
    path: '/controls/exceptions/{id}/end',
    right: 'decide-controls',
    purpose: 'Ends an exception before its time',
  },
  listAnnouncements: {
    method: 'GET',
    path: '/controls/announcements',
    right: 'read',
    purpose: 'Lists announced changes, each with the revisions that were made under it',
    isList: true,
  },
  announceChange: {
    method: 'POST',
    path: '/controls/announcements',
    right: 'decide-controls',
    purpose: 'Announces a change of the controls; what goes further is reported as ever',
  },
  endAnnouncement: {
    method: 'POST',
    path: '/controls/announcements/{id}/end',
    right: 'decide-controls',
    purpose: 'Takes an announcement back',
  },
} as const satisfies Routes;
