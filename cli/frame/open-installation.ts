import type { Settings } from '../../shared/contracts/settings.ts';
import type { Installation } from '../../shared/wiring/installation.ts';
import type { CommandContext } from './command-context.ts';
import { CommandError } from './command-error.ts';

// The one place that knows which installation a command acts on. Either kind is loaded when it is needed: their clients
// take longer to load than most commands take.

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
      const { openInstallation } = await import('../../local/installation.ts');
      const stateDir = await stateDirOf(context, chosen);
      const installation = await openInstallation({ stateDir, env: io.env });
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

/** The settings alone; on this machine no table is opened for them, and whoever has none there gets the defaults. */
export async function settingsOf(context: CommandContext): Promise<Settings> {
  const { chosen } = context;
  if (chosen.kind === 'machine') {
    const [{ readSettings }, { stateFolderAt }] = await Promise.all([
      import('../../local/settings/read-settings.ts'),
      import('../../local/state/state-folder.ts'),
    ]);
    return readSettings(stateFolderAt(chosen.stateDir).settingsFile, { isDemo: false });
  }
  const { installation } = await openTables(context);
  try {
    return installation.readSettings();
  } finally {
    await installation.close();
  }
}

/**
 * The folder of an installation on this machine, which is told. Raises CommandError where there is none: a mistyped
 * name must not become a new installation. A command that may begin one does so in the usual folder, or in an empty
 * one that somebody made for it.
 */
export async function stateDirOf(
  context: CommandContext,
  { stateDir, isNamed }: { readonly stateDir: string; readonly isNamed: boolean },
): Promise<string> {
  const { findInstallation } = await import('../../local/state/state-folder.ts');
  const found = findInstallation(stateDir);
  // With tables elsewhere, the folder holds no more than the settings.
  const hasTablesElsewhere = (context.io.env['AWS_ENDPOINT_URL_DYNAMODB'] ?? '') !== '';
  const mayBegin = (context.mayBegin || hasTablesElsewhere) && (found === 'empty' || !isNamed);
  if (found !== 'installation' && found !== 'other' && !mayBegin) {
    throw new CommandError(`There is no installation in ${stateDir}; ${remedyFor(context, { stateDir, isNamed })}`);
  }
  context.noteWhere(`On this machine (${stateDir})`);
  return stateDir;
}

function remedyFor(
  { mayBegin }: CommandContext,
  { stateDir, isNamed }: { readonly stateDir: string; readonly isNamed: boolean },
): string {
  if (!isNamed) {
    return 'begin one with npm start, or name another with --state or --deployment';
  }
  const byHand = mayBegin ? `, or make the folder first (mkdir ${stateDir})` : '';
  return `check --state, or begin one there with npm start -- --state ${stateDir}${byHand}`;
}
