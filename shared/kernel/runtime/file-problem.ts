import { dirname, join } from 'node:path';

import { quotedValue } from '../records/contract/fields/quoted-value.ts';

/** Why a file cannot be written, and what to do. */
export function fileProblem(path: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return `${quotedValue(path)} cannot be written: ${remedyOf(code, path)}`;
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
