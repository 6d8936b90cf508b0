import { renameSync, writeFileSync } from 'node:fs';

import { fileProblem } from '../../../shared/kernel/runtime/file-problem.ts';
import { CommandError } from '../command-error.ts';

/** Writes a file: it is there as a whole or not at all. Raises CommandError when it cannot be written. */
export function writeWhole(path: string, text: string): void {
  writing(path, () => {
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  });
}

/** What a part of writing a file gives. Raises CommandError when it cannot be written. */
function writing<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new CommandError(fileProblem(path, error));
  }
}
