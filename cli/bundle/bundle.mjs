// The bundle of the command line: the same code in fewer files, none of which has to be made JavaScript first. It is made
// from the sources where they are, and used only as long as it is of these very sources; without it everything works the
// same, and takes longer: docs/decisions/015-a-bundle-of-the-command-line.md. Plain JavaScript, since every command waits
// for this.
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');
export const bundlesFolder = join(root, 'node_modules', '.cache', 'bundled');
export const manifestFile = join(bundlesFolder, 'manifest.json');

/** Whoever installs packages writes these. */
export const lockfiles = ['package.json', 'package-lock.json', 'node_modules/.package-lock.json'];

/** Where a bundle is good: whoever copies the project has a bundle of the original. */
export const place = `${root} ${process.version}`;

const triesEveryMs = 60_000;

/** The folder of the bundle of the sources as they are now; undefined where there is none. */
export function findBundle() {
  try {
    const { place: madeAt, name, files, stamps } = JSON.parse(readFileSync(manifestFile, 'utf8'));
    const now = madeAt === place ? stampsOf(files) : [];
    return now.length === stamps.length && now.every((stamp, index) => stamp === stamps[index])
      ? join(bundlesFolder, name)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Numbers that change with the content of each file, however it is written. Raises an error where one is missing. */
export function stampsOf(files) {
  return files.flatMap((file) => {
    const { size, mtimeMs, ctimeMs } = statSync(`${root}/${file}`);
    return [size, mtimeMs, ctimeMs];
  });
}

/**
 * Leaves a process behind that makes the bundle for later commands. Once a minute at most: whoever edits sources has
 * other use for their processor, and it may be that no bundle can be made here.
 */
export async function makeBundleLater() {
  const lastTry = join(bundlesFolder, 'last-try');
  try {
    const triedMs = statSync(lastTry, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    // What bundles is for development: not every installation has it.
    const hasBundler = statSync(join(root, 'node_modules', 'esbuild'), { throwIfNoEntry: false }) !== undefined;
    if (!hasBundler || Math.abs(Date.now() - triedMs) < triesEveryMs) {
      return;
    }
    mkdirSync(bundlesFolder, { recursive: true });
    writeFileSync(lastTry, '');
    const { spawn } = await import('node:child_process');
    const { childEnvironment } = await import('../../shared/runtime/child-environment.ts');
    const options = { cwd: root, detached: true, stdio: 'ignore', env: childEnvironment(process.env, 'tool') };
    const child = spawn(process.execPath, [join(import.meta.dirname, 'make-bundle.ts')], options);
    child.once('error', () => {});
    child.unref();
    if (child.pid !== undefined) {
      // Whoever gives another command meanwhile should not notice.
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    }
  } catch {
    // Nobody may write here, or a disk is full: commands go on with the sources.
  }
}
