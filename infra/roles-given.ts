import type { Organization } from './config.ts';

/** The roles of an organization that name somebody, with the entries of each; none where nobody may do anything. */
export function rolesGiven({ roles }: Pick<Organization['settings'], 'roles'>) {
  const { teamOwners, ...others } = roles;
  return Object.entries({ ...others, teamOwners: Object.values(teamOwners).flat() })
    .filter(([, entries]) => entries.length > 0)
    .map(([role, entries]) => ({ role, entries }));
}
