import type { Routes } from './route.ts';

export const teamsRoutes = {
  listTeams: {
    method: 'GET',
    path: '/teams',
    right: 'read-team',
    purpose: 'Lists every team, and how many users each has',
    isList: true,
  },
  showTeam: {
    method: 'GET',
    path: '/teams/{name}',
    right: 'read-team',
    purpose: 'Shows one team, and who belongs to it',
  },
  setTeam: {
    method: 'PUT',
    path: '/teams/{name}',
    right: 'edit-budgets',
    purpose: 'Makes a team, or changes it: the members given are all that it has',
  },
  removeTeam: { method: 'DELETE', path: '/teams/{name}', right: 'edit-budgets', purpose: 'Removes a team' },
  listTeamVersions: {
    method: 'GET',
    path: '/team-versions',
    right: 'read',
    purpose: 'Lists every version of the teams: who, when, how, before and after',
    isList: true,
  },
} as const satisfies Routes;
