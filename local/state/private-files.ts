import { chmodSync, lstatSync, renameSync, rmSync, writeFileSync, type Stats } from 'node:fs';

import { CannotStartError } from '../cannot-start-error.ts';

export const ownerOnly = { folder: 0o700, file: 0o600 } as const;
const rights = 0o777;

/** Writes a file atomically with owner-only permissions; never reuses an old draft. */
export function writePrivately(file: string, text: string): void {
  const fresh = `${file}.new`;
  rmSync(fresh, { force: true });
  writeFileSync(fresh, text, { mode: ownerOnly.file, flag: 'wx' });
  renameSync(fresh, file);
}

/** Throws CannotStartError for a symbolic link or another user's folder: links move, and owners reopen permissions. */
export function refuseForeignFolder(dir: string): void {
  const stats = lstatSync(dir);
  if (stats.isSymbolicLink()) {
    throw new CannotStartError(`${dir} is a link to elsewhere; name the folder that it leads to with --state`);
  }
  if (!stats.isDirectory()) {
    throw new CannotStartError(`${dir} is not a folder; choose another with --state`);
  }
  if (isSomebodyElses(stats)) {
    throw new CannotStartError(
      `${dir} belongs to another user of this machine; run Curfew as that user, or choose another folder with --state`,
    );
  }
}

/** Restricts a folder's permissions to its owner. */
export function closeFolder(dir: string): void {
  close(dir, lstatSync(dir), ownerOnly.folder);
}

/** Restricts a file to its owner. Refuses links and others' files, unless `isTheirs`: the user manages the file. */
export function closeFile(file: string, { isTheirs }: { readonly isTheirs: boolean }): void {
  const stats = lstatSync(file);
  const problem = problemWith(file, stats);
  if (problem === undefined) {
    close(file, stats, ownerOnly.file);
  } else if (!isTheirs) {
    throw new CannotStartError(problem);
  }
}

function problemWith(file: string, stats: Stats): string | undefined {
  if (stats.isSymbolicLink()) {
    return `${file} is a link to elsewhere; put the file itself there`;
  }
  if (!stats.isFile()) {
    return `${file} is not a file; move it away`;
  }
  return isSomebodyElses(stats)
    ? `${file} belongs to another user of this machine; run Curfew as that user`
    : undefined;
}

function close(path: string, stats: Stats, mode: number): void {
  if ((stats.mode & rights) === mode) {
    return;
  }
  try {
    chmodSync(path, mode);
  } catch (cause) {
    throw new CannotStartError(`others on this machine can open ${path}, and it cannot be closed to them`, { cause });
  }
}

function isSomebodyElses({ uid }: Stats): boolean {
  return process.getuid !== undefined && uid !== process.getuid();
}
