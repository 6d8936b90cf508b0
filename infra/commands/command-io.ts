import { RegionInfo } from 'aws-cdk-lib/region-info';

import { configFileName } from '../config-file.ts';
import { type Config, ConfigError } from '../config.ts';
import { exampleValuesIn } from '../example-values.ts';

export interface DeployedFunction {
  readonly role: string;
  readonly isDurable: boolean;
}

export interface CommandIo {
  /** Undefined without a configuration file. Throws ConfigError. */
  readConfig(): Promise<Config | undefined>;
  /** Whether the AWS SDK finds credentials; the first call shows their validity. */
  hasCredentials(region: string): Promise<boolean>;
  /** Throws AWS's error when functions cannot be listed. */
  listFunctions(region: string): Promise<readonly DeployedFunction[]>;
  /** `unknown` when AWS does not say. */
  hasDurableFunctions(region: string): Promise<'yes' | 'no' | 'unknown'>;
  /** Runs the CDK's command line on this terminal; its exit code. */
  cdk(args: readonly string[]): Promise<number>;
  /** Undefined without a terminal. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  say(text: string): void;
}

/** For scripts: 0 done, 1 failed or declined, 2 wrong usage or configuration. */
export type ExitCode = 0 | 1 | 2;

export async function isConfirmed(ask: NonNullable<CommandIo['ask']>, question: string): Promise<boolean> {
  return /^y(es)?$/i.test((await ask(`${question} [y/N] `)).trim());
}

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
