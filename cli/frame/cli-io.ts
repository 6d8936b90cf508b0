import type { Environment } from '../../shared/kernel/runtime/read-environment.ts';

/** What the command line has to do with: everything outside that a command sees or says. */
export interface CliIo {
  readonly env: Environment;
  /** Who types: the user of the operating system. */
  readonly user: string;
  readonly stdoutIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  /** How many columns the terminal on standard output shows; absent where there is no such limit. */
  readonly stdoutColumns?: number;
  writeOut(text: string): void;
  /** Resolves once standard output has room again for more than fits into memory. */
  readonly outTaken?: () => Promise<void>;
  writeError(text: string): void;
  /** All of standard input; absent where nothing can be read. Asking again gives the same. */
  readonly readInput?: () => Uint8Array;
  /** Asks a yes-or-no question; undefined without a terminal. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
  /** Unix milliseconds. */
  now(): number;
}
