import type { Config } from '../config.ts';

/** What the commands have to do with: everything outside that they read, start, ask or say. */
export interface CommandIo {
  /** Undefined when there is no file of configuration. Raises ConfigError. */
  readConfig(): Promise<Config | undefined>;
  /** Tells whether the AWS SDK finds credentials; whether they are good shows with the first call. */
  hasCredentials(region: string): Promise<boolean>;
  /** Runs the CDK's command line on this terminal; its exit code. */
  cdk(args: readonly string[]): Promise<number>;
  /** Asks on the terminal; undefined when nobody is there to answer. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  say(text: string): void;
}

/** How a command ended, for scripts: 0 done, 1 failed or not wanted, 2 wrong usage or configuration. */
export type ExitCode = 0 | 1 | 2;

export async function isConfirmed(ask: NonNullable<CommandIo['ask']>, question: string): Promise<boolean> {
  return /^y(es)?$/i.test((await ask(`${question} [y/N] `)).trim());
}
