import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';

/**
 * The folder of an installation on this machine, which is printed. Raises CommandError where there is none: a mistyped
 * name must not become a new installation. A command that may begin one does so in the usual folder, or in an empty
 * one that somebody made for it.
 */
export async function stateDirOf(
  context: CommandContext,
  { stateDir, isNamed }: { readonly stateDir: string; readonly isNamed: boolean },
): Promise<string> {
  const { findInstallation } = await import('../../../local/state/state-folder.ts');
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
