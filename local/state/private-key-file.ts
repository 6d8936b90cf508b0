import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  type Stats,
} from 'node:fs';

import { CannotStartError } from '../cannot-start-error.ts';

const readableByOthers = 0o077;

/** A key's text, created once in an owner-only file for all processes. Throws CannotStartError unless it is private. */
export function privateKeyFile(
  file: string,
  {
    make,
    purpose,
  }: {
    readonly make: () => string;
    /** Half a sentence. */
    readonly purpose: string;
  },
): string {
  makeOnce(file, make);
  const handle = open(file);
  try {
    refuseUnlessPrivate(file, fstatSync(handle), purpose);
    return readFileSync(handle, 'utf8').trim();
  } finally {
    closeSync(handle);
  }
}

/** Written and synced under another name first, so that no reader sees half a key. */
function makeOnce(file: string, make: () => string): void {
  if (existsSync(file)) {
    return;
  }
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
  const handle = openSync(draft, 'wx', 0o600);
  try {
    writeFileSync(handle, make());
    fsyncSync(handle);
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') {
      throw error;
    }
  } finally {
    closeSync(handle);
    rmSync(draft, { force: true });
  }
}

/** Refuses a link: its target may be anyone's. */
function open(file: string): number {
  try {
    return openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (codeOf(error) === 'ELOOP') {
      throw new CannotStartError(`${file} is a link; put the key itself there, in a file that only you may read`);
    }
    throw error;
  }
}

function refuseUnlessPrivate(file: string, stats: Stats, purpose: string): void {
  if (!stats.isFile()) {
    throw new CannotStartError(`${file} is not a file; move it away, and Curfew makes the key there`);
  }
  if (process.getuid !== undefined && stats.uid !== process.getuid()) {
    throw new CannotStartError(`${file} belongs to another user of this machine; run Curfew as that user`);
  }
  if ((stats.mode & readableByOthers) !== 0) {
    throw new CannotStartError(
      `others on this machine can read ${file}, the key that ${purpose}. Run: chmod 600 ${file}`,
    );
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
