import type { Config, Organization } from './config.ts';
import { sendingIdentityOf } from './mail-identity.ts';

/** The roles with at least one entry; empty when no one has a role. */
export function rolesGiven({ roles }: Organization['settings']) {
  const { teamOwners, ...others } = roles;
  return Object.entries({ ...others, teamOwners: Object.values(teamOwners).flat() })
    .filter(([, entries]) => entries.length > 0)
    .map(([role, entries]) => ({ role, entries }));
}

const reserved = /(^|[@./])example(\.(com|net|org))?$|\.example\b/;

const exampleAccount = '111122223333';

/** Fields that still have example values; empty for a deployable configuration. */
export function exampleValuesIn({ account, organizations }: Config): readonly string[] {
  return [
    ...(account === exampleAccount ? ['curfew.account'] : []),
    ...organizations.flatMap(({ baseUrl, mailIdentity, settings }, index) => {
      const identity = mailIdentity === undefined ? undefined : sendingIdentityOf({ mailIdentity, settings }).name;
      const values = {
        baseUrl: new URL(baseUrl).hostname,
        mailIdentity: identity,
        'settings.mailFrom': settings.mailFrom,
        ...Object.fromEntries(settings.admins.map((admin, at) => [`settings.admins.${at}`, admin])),
        ...Object.fromEntries(
          rolesGiven(settings).map(({ role, entries }) => [
            `settings.roles.${role}`,
            entries.find((entry) => reserved.test(entry)),
          ]),
        ),
      };
      return Object.entries(values)
        .filter(([, value]) => value !== undefined && reserved.test(value))
        .map(([key]) => `curfew.organizations.${index}.${key}`);
    }),
  ];
}
