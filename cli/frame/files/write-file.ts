import { renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

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
    throw new CommandError(`${quotedValue(path)} cannot be written: ${remedyOf(code, path)}`);
  }
}

function remedyOf(code: string, path: string): string {
  switch (code) {
    case 'ENOENT':
      return `there is no folder ${quotedValue(dirname(path))}; make it, or name a file in another`;
    case 'EISDIR':
      return `it is a folder; name a file in it, such as ${quotedValue(join(path, 'curfew.csv'))}`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'this user may not write there; name a file in another folder';
    case 'ENOSPC':
      return 'the disk is full; name a file on another';
    default:
      return `the system says ${code}; name another file`;
  }
}
