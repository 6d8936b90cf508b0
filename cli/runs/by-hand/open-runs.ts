import type { CommandContext } from '../../frame/command-context.ts';
import { wrongUsage } from '../../frame/command-error.ts';
import { stateDirOf } from '../../frame/connection/state-dir.ts';
import type { RunsByHand } from './runs-by-hand.ts';

/** Opens what does runs on the chosen installation, and prints which it is. To be closed. */
export async function openRuns(
  context: CommandContext,
  { atMs, dryRun }: { readonly atMs: number; readonly dryRun: boolean },
): Promise<RunsByHand> {
  const { chosen } = context;
  switch (chosen.kind) {
    case 'machine': {
      const stateDir = await stateDirOf(context, chosen);
      const { machineRuns } = await import('./machine-runs.ts');
      return machineRuns(context, stateDir, atMs);
    }
    case 'deployment': {
      if (dryRun) {
        throw wrongUsage(
          'A deployment makes no dry runs: "plan" shows what would change and why, "controls list" what is stored of the controls',
        );
      }
      const { deploymentRuns } = await import('./deployment-runs.ts');
      return deploymentRuns(context);
    }
  }
}
