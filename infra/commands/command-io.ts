import type { Config } from '../config.ts';

/** A function of the account, whatever made it. */
export interface DeployedFunction {
  /** The name of its role, which a deployment gives. */
  readonly role: string;
  readonly isDurable: boolean;
}

/** Everything outside of the commands that they read, start, ask or print. */
export interface CommandIo {
  /** Undefined when there is no configuration file. Raises ConfigError. */
  readConfig(): Promise<Config | undefined>;
  /** Whether the AWS SDK finds credentials; the first call shows whether they are valid. */
  hasCredentials(region: string): Promise<boolean>;
  /** The functions that are there. Raises what AWS answers where they cannot be listed. */
  listFunctions(region: string): Promise<readonly DeployedFunction[]>;
  /** Whether Lambda has durable functions in a region; `unknown` where AWS does not say. */
  hasDurableFunctions(region: string): Promise<'yes' | 'no' | 'unknown'>;
  /** Runs the CDK's command line on this terminal; its exit code. */
  cdk(args: readonly string[]): Promise<number>;
  /** Asks on the terminal; undefined without a terminal. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  say(text: string): void;
}

/** How a command ended, for scripts: 0 done, 1 failed or not wanted, 2 wrong usage or configuration. */
export type ExitCode = 0 | 1 | 2;

export async function isConfirmed(ask: NonNullable<CommandIo['ask']>, question: string): Promise<boolean> {
  return /^y(es)?$/i.test((await ask(`${question} [y/N] `)).trim());
}
