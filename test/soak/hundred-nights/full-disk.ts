import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A file system in memory that is too small, over the state folder, in a mount namespace of its own: writes end with ENOSPC
 * as on a full disk. What is in it when the program has ended is copied out. Needs Linux with user namespaces, no rights.
 */
const script = `
mount -t tmpfs -o size="$2"k,mode=700 tmpfs "$1" && cp -a "$3/." "$1" || exit 99
mkdir "$4"
out=$4
from=$1
shift 4
"$@"
code=$?
cp -a "$from/." "$out"
exit $code`;

/** A state folder on a small disk. */
interface SmallDisk {
  /** The command that a program runs through. */
  readonly through: readonly string[];
  /** Takes what is on it into the folder. */
  takeBack(): void;
}

const unshare = ['unshare', '--user', '--map-root-user', '--mount'] as const;

/** Whether this system lets a program have a small disk of its own. */
export function hasSmallDisks(): boolean {
  const [command, ...args] = unshare;
  return spawnSync(command, [...args, 'sh', '-c', 'mount -t tmpfs tmpfs /mnt']).status === 0;
}

/** Prepares a disk for the folder with `freeKiB` beside what the folder holds now. */
export function smallDisk(stateDir: string, freeKiB: number): SmallDisk {
  const [before, after] = [`${stateDir}.before`, `${stateDir}.after`];
  cpSync(stateDir, before, { recursive: true, preserveTimestamps: true });
  const sizeKiB = usedKiB(stateDir) + freeKiB;
  return {
    through: [...unshare, 'sh', '-c', script, 'sh', stateDir, String(sizeKiB), before, after],
    takeBack() {
      rmSync(stateDir, { recursive: true });
      renameSync(after, stateDir);
      rmSync(before, { recursive: true });
    },
  };
}

const pageKiB = 4;

/** In pages, as a file system in memory counts. */
function usedKiB(dir: string): number {
  mkdirSync(dir, { recursive: true });
  return readdirSync(dir).reduce((sum, name) => {
    const found = statSync(join(dir, name));
    const own = found.isDirectory() ? usedKiB(join(dir, name)) : Math.ceil(found.size / 1_024 / pageKiB) * pageKiB;
    return sum + own + pageKiB;
  }, 0);
}
