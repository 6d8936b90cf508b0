import { configFileName } from '../../../infra/config-file.ts';
import type { Config } from '../../../infra/config.ts';
import { exampleValuesIn } from '../../../infra/example-values.ts';
import { UsageError } from './options.ts';
import type { ConfiguredOrganization } from './target.ts';

/** Finds an organization in the configuration. Raises UsageError when it is not there, or not filled in. */
export function configuredOrganization(config: Config | undefined, name: string): ConfiguredOrganization {
  if (config === undefined) {
    throw new UsageError(`--organization: there is no ${configFileName}; copy curfew.config.example.ts to it`);
  }
  const organization = config.organizations.find((each) => each.name === name);
  if (organization === undefined) {
    const names = config.organizations.map((each) => each.name).join(', ');
    throw new UsageError(`--organization: ${configFileName} has no such organization, but ${names}`);
  }
  const places = exampleValuesIn({ ...config, organizations: [organization] });
  if (places.length > 0) {
    throw new UsageError(`${configFileName} still holds values of the example:\n  ${places.join('\n  ')}`);
  }
  const { region, account } = config;
  return { organization, region, account };
}
