import { existsSync, writeFileSync } from 'node:fs';
import { newSettingsFile } from '../../shared/contracts/files/settings-file.ts';
import { prepareStateFolder, stateFolderAt } from '../../local/state/state-folder.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { stateDirOf } from '../frame/connection/state-dir.ts';
import { refuseDeployment } from './settings-place.ts';

/** `settings init`: a file in which every setting is explained and none is set. */
export async function initSettings(context: CommandContext): Promise<ExitCode> {
  refuseDeployment(context);
  const { chosen } = context;
  if (chosen.kind === 'deployment') {
    return exitCodes.wrongUsage;
  }
  const folder = stateFolderAt(await stateDirOf(context, chosen));
  prepareStateFolder(folder);
  const file = folder.settingsFile;
  if (existsSync(file)) {
    throw new CommandError(
      `${file} is there already and was left alone; change it with "settings set", or move it away first`,
    );
  }
  // Fails for a file that another process has just made.
  writeFileSync(file, newSettingsFile(), { mode: 0o600, flag: 'wx' });
  context.print({
    json: { file },
    text: `${file} was written: every setting is explained in it, and none is set. Change one with "settings set", or edit the file.`,
  });
  return exitCodes.done;
}
