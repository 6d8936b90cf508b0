import { findInstallation } from '../../../local/state/state-folder.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';

/**
 * The folder of a local installation, which is printed. Throws CommandError when there is none: a mistyped name must
 * not create one. A command that may create one does so in the default folder, or in an existing empty one.
 */
export async function stateDirOf(
  context: CommandContext,
  { stateDir, isNamed }: { readonly stateDir: string; readonly isNamed: boolean },
): Promise<string> {
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
