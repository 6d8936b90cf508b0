import { randomBytes } from 'node:crypto';

import type { RunStatus } from '../../../shared/kernel/runs/run.ts';
import type { CommandContext } from '../../frame/command-context.ts';
import { wrongUsage } from '../../frame/command-error.ts';
import { stateDirOf } from '../../frame/connection/state-dir.ts';
import { exitCodes, type ExitCode } from '../../frame/exit-codes.ts';
import { deploymentRuns } from './deployment-runs.ts';
import { machineRuns } from './machine-runs.ts';
import type { RunsByHand } from './runs-by-hand.ts';

export interface RunOptions {
  readonly at?: string;
  readonly dryRun?: boolean;
}

/** How the end of a run is reported to scripts. */
export const exitCodeOf: Readonly<Record<RunStatus, ExitCode>> = {
  complete: exitCodes.done,
  partial: exitCodes.someRowsFailed,
  held: exitCodes.held,
  failed: exitCodes.failed,
};

/** Tells runs by hand apart, those of one second too. */
export function ownWord(): string {
  return randomBytes(4).toString('hex');
}

/** Opens what does runs, for the length of `work`. Raises CommandError for a dry run where there is none. */
export async function withRuns<T>(
  context: CommandContext,
  about: { readonly atMs: number; readonly dryRun: boolean },
  work: (runs: RunsByHand) => Promise<T>,
): Promise<T> {
  const runs = await openRuns(context, about);
  try {
    return await work(runs);
  } finally {
    await runs.close();
  }
}

/** Opens what does runs on the chosen installation, and prints which it is. To be closed. */
async function openRuns(
  context: CommandContext,
  { atMs, dryRun }: { readonly atMs: number; readonly dryRun: boolean },
): Promise<RunsByHand> {
  const { chosen } = context;
  switch (chosen.kind) {
    case 'machine': {
      const stateDir = await stateDirOf(context, chosen);
      return machineRuns(context, stateDir, atMs);
    }
    case 'deployment': {
      if (dryRun) {
        throw wrongUsage(
          'A deployment makes no dry runs: "npx curfew plan" shows what would change and why, "npx curfew controls list" what is stored of the controls',
        );
      }
      return deploymentRuns(context);
    }
  }
}
