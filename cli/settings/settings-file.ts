import { existsSync, writeFileSync } from 'node:fs';

import { settingsText } from '../../local/settings/read-settings.ts';
import { prepareStateFolder, stateFolderAt } from '../../local/state/state-folder.ts';
import { counted } from '../../shared/kernel/texts/amounts.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { newSettingsFile, readSettingsFile } from '../../shared/settings/contract/settings-file.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { stateDirOf } from '../frame/connection/state-dir.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { readBytes, standardInput } from '../frame/files/read-bytes.ts';
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

const bytesMax = 1_000_000;

/** `settings validate [FILE]`: looks at every setting, touches nothing. */
export async function validateSettings(context: CommandContext, path: string | undefined): Promise<ExitCode> {
  const { name, text } = path === undefined ? ownFile(context) : givenFile(context, path);
  const read = readSettingsFile(text);
  if (read.kind === 'refused') {
    const lines = read.problems.map((problem) => `  ${plainText(problem)}`);
    throw new CommandError(`${name} is not valid:\n${lines.join('\n')}`, exitCodes.failed, {
      valid: false,
      problems: read.problems,
    });
  }
  const count = Object.keys(read.terms).length;
  context.print({
    json: { valid: true, set: read.terms, problems: [] },
    text: `${name} is valid: it sets ${counted(count, 'setting')}; the defaults count for the others.`,
  });
  return Promise.resolve(exitCodes.done);
}

function givenFile({ io }: CommandContext, path: string): { readonly name: string; readonly text: string } {
  const text = new TextDecoder().decode(readBytes(io, path, { bytesMax }));
  return { name: path === standardInput ? 'Standard input' : path, text };
}

/** Also of a folder in which no installation has begun yet. */
function ownFile(context: CommandContext): { readonly name: string; readonly text: string } {
  refuseDeployment(context);
  const { chosen } = context;
  const file = stateFolderAt(chosen.kind === 'machine' ? chosen.stateDir : '').settingsFile;
  const text = settingsText(file);
  if (text === undefined) {
    throw new CommandError(`There is no file ${file}, so that the defaults count; write one with "settings init"`);
  }
  return { name: file, text };
}
