import { readFileSync, statSync } from 'node:fs';

import { quotedValue } from '../../../shared/kernel/records/contract/fields/quoted-value.ts';
import type { CliIo } from '../cli-io.ts';
import { CommandError } from '../command-error.ts';

/** What is given in the place of a file to read standard input. */
export const standardInput = '-';

export type FileInput = Pick<CliIo, 'readInput'>;

/** Reads a file or standard input. Raises CommandError when that is not possible, or it is too large. */
export function readBytes(
  io: FileInput,
  path: string,
  { bytesMax = Infinity, remedy = 'check its name and rights' }: { bytesMax?: number; remedy?: string } = {},
): Uint8Array {
  const bytes = path === standardInput ? inputOf(io) : fileAt(path, { bytesMax, remedy });
  if (bytes === undefined || bytes.length > bytesMax) {
    throw new CommandError(`${sourceName(path)} is larger than ${bytesMax / 1_000_000} MB; give a smaller one`);
  }
  return bytes;
}

/** A file as messages name it. */
export function sourceName(path: string): string {
  return path === standardInput ? 'Standard input' : `The file ${quotedValue(path)}`;
}

function inputOf({ readInput }: FileInput): Uint8Array {
  if (readInput === undefined) {
    throw new CommandError('Standard input cannot be read here; give a file');
  }
  try {
    return readInput();
  } catch (error) {
    throw new CommandError(`Standard input cannot be read (${codeOf(error)}); give a file`);
  }
}

/** Undefined for one that is too large. */
function fileAt(path: string, { bytesMax, remedy }: { bytesMax: number; remedy: string }): Uint8Array | undefined {
  try {
    return statSync(path).size <= bytesMax ? readFileSync(path) : undefined;
  } catch (error) {
    const code = codeOf(error);
    const why = code === 'ENOENT' ? 'is not there' : `cannot be read (${code})`;
    throw new CommandError(`${sourceName(path)} ${why}; ${remedy}`);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
