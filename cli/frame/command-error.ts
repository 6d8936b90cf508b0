import { exitCodes, type ExitCode } from './exit-codes.ts';

/** A command cannot do what it was asked. The message says why and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;
  /** Further facts for the JSON document. */
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(message: string, exitCode: ExitCode = exitCodes.failed, facts: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.exitCode = exitCode;
    this.facts = facts;
  }
}

/** The command was called in a way that it does not understand. */
export function wrongUsage(message: string): CommandError {
  return new CommandError(message, exitCodes.wrongUsage);
}
