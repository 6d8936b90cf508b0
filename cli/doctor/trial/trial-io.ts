import type { Config } from '../../../infra/config.ts';
import type { Environment } from '../../../shared/runtime/read-environment.ts';

/** What a trial has to do with beside AWS and the platform: all that it sees of this machine, or says. */
export interface TrialIo {
  readonly env: Environment;
  readonly stdoutIsTerminal: boolean;
  /** Undefined when there is no curfew.config.ts. Raises ConfigError. */
  readConfig(): Promise<Config | undefined>;
  /** The region of the AWS SDK's own settings; undefined when they name none. */
  sdkRegion(): Promise<string | undefined>;
  writeOut(text: string): void;
  writeError(text: string): void;
  /** Asks a yes-or-no question on the terminal; undefined when nobody is there to answer. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
  /** Unix milliseconds. */
  now(): number;
  /** Raised when somebody wants an end (Ctrl-C): what was made is removed still. */
  readonly signal: AbortSignal;
}
