import type { Organization } from './config.ts';

/** The roles with at least one entry; empty when no one has a role. */
export function rolesGiven({ roles }: Organization['settings']) {
  const { teamOwners, ...others } = roles;
  return Object.entries({ ...others, teamOwners: Object.values(teamOwners).flat() })
    .filter(([, entries]) => entries.length > 0)
    .map(([role, entries]) => ({ role, entries }));
}
