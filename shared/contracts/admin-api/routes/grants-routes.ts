import type { Routes } from './route.ts';

export const grantsRoutes = {
  listTopUps: {
    method: 'GET',
    path: '/top-ups',
    right: 'read-team',
    purpose: 'Lists top-ups in force or to come',
    isList: true,
  },
  previewTopUp: {
    method: 'POST',
    path: '/top-ups/preview',
    right: 'grant-in-team',
    purpose: 'Shows what a top-up would give, and the ways in which its pools would give more; changes nothing',
  },
  addTopUp: {
    method: 'POST',
    path: '/top-ups',
    right: 'grant-in-team',
    purpose: 'Adds credits for a user or a team; repeated under its idempotency key it is the same top-up',
  },
  endTopUp: {
    method: 'DELETE',
    path: '/top-ups/{id}',
    right: 'grant-in-team',
    purpose: 'Ends a top-up before its last day',
  },
  listExemptions: {
    method: 'GET',
    path: '/exemptions',
    right: 'read-team',
    purpose: 'Lists who is exempt, and until when',
    isList: true,
  },
  addExemption: {
    method: 'POST',
    path: '/exemptions',
    right: 'grant',
    purpose:
      'Leaves a user’s limit as it is through a day; repeated under its idempotency key it is the same exemption',
  },
  endExemptions: {
    method: 'DELETE',
    path: '/exemptions/{email}',
    right: 'grant',
    purpose: 'Ends every exemption of a user',
  },
  listTopUpVersions: {
    method: 'GET',
    path: '/top-up-versions',
    right: 'read',
    purpose: 'Lists every version of the top-ups: who, when, how, before and after',
    isList: true,
  },
  listExemptionVersions: {
    method: 'GET',
    path: '/exemption-versions',
    right: 'read',
    purpose: 'Lists every version of the exemptions: who, when, how, before and after',
    isList: true,
  },
} as const satisfies Routes;
