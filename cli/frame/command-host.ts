import type { CommandContext } from './command-context.ts';
import type { ExitCode } from './exit-codes.ts';

/** What one command does. The code for it is loaded here, and not before: most commands need little of it. */
export type Work = (context: CommandContext) => Promise<ExitCode>;

/** What runs the commands that the rooms register. */
export interface CommandHost {
  readonly run: (work: Work) => Promise<void>;
  /** The same for a command that may begin a new installation, in the usual folder or in an empty one. */
  readonly runBeginning: (work: Work) => Promise<void>;
}
