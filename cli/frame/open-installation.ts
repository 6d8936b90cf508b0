import { openInstallation, type Installation } from '../../local/installation.ts';
import { readSettings } from '../../local/read-settings.ts';
import { stateFolderAt } from '../../local/state-folder.ts';
import type { Settings } from '../../shared/contracts/settings.ts';
import type { CommandContext } from './command-context.ts';
import { wrongUsage } from './command-error.ts';
import { machineRuns } from '../runs/machine-runs.ts';
import type { RunsByHand } from '../runs/runs-by-hand.ts';

// The one place that knows which installation a command acts on. What is for AWS alone is loaded when it is needed:
// the clients of its services take longer to load than most commands take.

/** The tables of the chosen installation, and what makes a failure of theirs plain to people. */
export interface OpenTables {
  readonly installation: Installation;
  readonly explained: <T>(work: Promise<T>) => Promise<T>;
}

/** Opens the tables of the chosen installation, and tells which it is. To be closed. */
export async function openTables(context: CommandContext): Promise<OpenTables> {
  const { chosen, io } = context;
  switch (chosen.kind) {
    case 'machine': {
      tellMachine(context, chosen.stateDir);
      const installation = await openInstallation({ stateDir: chosen.stateDir, env: io.env });
      return { installation, explained: async (work) => work };
    }
    case 'deployment': {
      const { openDeployment } = await import('../deployment/open-deployment.ts');
      const deployment = await openDeployment(chosen, io.env);
      context.noteWhere(`On ${deployment.title}`);
      return deployment;
    }
  }
}

/** Opens what does runs on the chosen installation, and tells which it is. To be closed. */
export async function openRuns(
  context: CommandContext,
  { atMs, dryRun }: { readonly atMs: number; readonly dryRun: boolean },
): Promise<RunsByHand> {
  const { chosen } = context;
  switch (chosen.kind) {
    case 'machine':
      tellMachine(context, chosen.stateDir);
      return machineRuns(context, chosen.stateDir, atMs);
    case 'deployment': {
      if (dryRun) {
        throw wrongUsage(
          'A deployment makes no dry runs: "plan" shows what would change and why, "controls list" what is stored of the controls',
        );
      }
      const { deploymentRuns } = await import('../deployment/deployment-runs.ts');
      return deploymentRuns(context, chosen);
    }
  }
}

/** The settings alone; on this machine no table is opened for them, and whoever has none there gets the defaults. */
export async function settingsOf(context: CommandContext): Promise<Settings> {
  const { chosen } = context;
  if (chosen.kind === 'machine') {
    return readSettings(stateFolderAt(chosen.stateDir).settingsFile, { isDemo: false });
  }
  const { installation } = await openTables(context);
  try {
    return installation.readSettings();
  } finally {
    await installation.close();
  }
}

function tellMachine(context: CommandContext, stateDir: string): void {
  context.noteWhere(`On this machine (${stateDir})`);
}
