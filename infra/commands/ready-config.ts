import { RegionInfo } from 'aws-cdk-lib/region-info';

import { configFileName } from '../config-file.ts';
import { type Config, ConfigError } from '../config.ts';
import { exampleValuesIn } from '../example-values.ts';
import type { CommandIo, ExitCode } from './command-io.ts';

type Readiness =
  | { readonly kind: 'ready'; readonly config: Config }
  | { readonly kind: 'refused'; readonly exitCode: ExitCode; readonly message: string };

/** A deployable configuration with credentials, or a message naming everything missing. */
export async function readyConfig(io: CommandIo): Promise<Readiness> {
  const config = await io.readConfig().catch((error: unknown) => {
    if (error instanceof ConfigError) {
      return error;
    }
    throw error;
  });
  if (config === undefined) {
    return refused(2, `There is no ${configFileName}: copy curfew.config.example.ts to it and replace every value.`);
  }
  if (config instanceof ConfigError) {
    return refused(2, config.message);
  }
  const places = exampleValuesIn(config);
  if (places.length > 0) {
    return refused(2, `${configFileName} still holds values of the example:\n  ${places.join('\n  ')}`);
  }
  if (!RegionInfo.regions.some(({ name }) => name === config.region)) {
    // A region may be newer than the pinned CDK, so this is only a warning.
    io.say(
      `curfew.region: the CDK does not know the region ${config.region}. If it is misspelt, correct ${configFileName}.`,
    );
  }
  if (!(await io.hasCredentials(config.region))) {
    return refused(1, 'The AWS SDK finds no credentials: sign in (aws sso login, aws configure) or set AWS_PROFILE.');
  }
  return { kind: 'ready', config };
}

function refused(exitCode: ExitCode, message: string): Readiness {
  return { kind: 'refused', exitCode, message };
}
