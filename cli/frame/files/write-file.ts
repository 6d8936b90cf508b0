import { renameSync, writeFileSync } from 'node:fs';

import { quotedValue } from '../../../shared/kernel/records/contract/fields/quoted-value.ts';
import { CommandError } from '../command-error.ts';

/** Writes a file: it is there as a whole or not at all. Raises CommandError when it cannot be written. */
export function writeWhole(path: string, text: string): void {
  writing(path, () => {
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  });
}

/** What a part of writing a file gives. Raises CommandError when it cannot be written. */
export function writing<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new CommandError(`${quotedValue(path)} cannot be written (${code}); name another file`);
  }
}
