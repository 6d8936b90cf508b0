import { openNightInstallation, type NightInstallation } from '../local/installation.ts';
import { describeMails } from '../local/terminal/describe-mails.ts';
import { describePlatformEvent } from '../local/terminal/describe-platform-event.ts';
import type { RunStatus } from '../shared/domain/runs/run.ts';
import type { CommandContext } from './command-context.ts';
import { exitCodes, type ExitCode } from './exit-codes.ts';

export interface RunOptions {
  readonly at?: string;
  readonly dryRun?: boolean;
}

/** So long may a run by hand take. */
export const runMsMax = 60 * 60_000;

/** How the end of a run is told to scripts. */
export const exitCodeOf: Readonly<Record<RunStatus, ExitCode>> = {
  complete: exitCodes.done,
  partial: exitCodes.someRowsFailed,
  held: exitCodes.held,
  failed: exitCodes.failed,
};

/** The installation with its platform as of a moment (Unix milliseconds); calls that take long are told. To be closed. */
export async function openForRun(context: CommandContext, atMs: number): Promise<NightInstallation> {
  const { io, options } = context;
  return openNightInstallation({
    stateDir: options.state,
    env: io.env,
    onMailsSent: (sent) => describeMails(sent).forEach((line) => context.note(line)),
    calls: { logger: (event) => describePlatformEvent(event).forEach((line) => context.note(line)), asOfMs: atMs },
  });
}
