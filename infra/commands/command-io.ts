import type { Config } from '../config.ts';

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
