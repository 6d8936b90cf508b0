import { renameSync, writeFileSync } from 'node:fs';

import { quotedValue } from '../../../shared/kernel/records/contract/fields/quoted-value.ts';
import { CommandError } from '../command-error.ts';

/** Writes a file: it is there as a whole or not at all. Raises CommandError when it cannot be written. */
export function writeWhole(path: string, text: string): void {
  try {
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new CommandError(`${quotedValue(path)} cannot be written (${code}); name another file`);
  }
}
