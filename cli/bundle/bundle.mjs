// The bundle of the command line: the same code in few files. It is made from the sources in this folder, and used only
// while it is made of these very sources; without it every command works the same and takes longer:
// docs/decisions/015-a-bundle-of-the-command-line.md. Plain JavaScript, since every command waits for this.

// Taken from the modules that Node has loaded: an import would make all that each of them can give.
const { mkdirSync, readFileSync, statSync, writeFileSync } = process.getBuiltinModule('node:fs');
const { enableCompileCache } = process.getBuiltinModule('node:module');
const { constants, setPriority } = process.getBuiltinModule('node:os');
const path = process.getBuiltinModule('node:path');
const { pathToFileURL } = process.getBuiltinModule('node:url');

export const root = path.join(import.meta.dirname, '..', '..');
export const bundlesFolder = path.join(root, 'node_modules', '.cache', 'bundled');
export const manifestFile = path.join(bundlesFolder, 'manifest.json');

/** The first file of a bundle. */
export const startFile = 'run-cli.mjs';

/** An installation of packages writes these. */
export const lockfiles = ['package.json', 'package-lock.json', 'node_modules/.package-lock.json'];

/** Where a bundle may be used: a copy of the project holds the bundle of the original. */
export const place = `${root} ${process.version}`;

const triesEveryMs = 60_000;

/** The folder of the bundle of the current sources; undefined where there is none. */
export function findBundle() {
  try {
    const { place: madeAt, name, files, stamps } = JSON.parse(readFileSync(manifestFile, 'utf8'));
    const now = madeAt === place ? stampsOf(files) : [];
    return now.length === stamps.length && now.every((stamp, index) => stamp === stamps[index])
      ? path.join(bundlesFolder, name)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Runs the command that this process was started with from a bundle. Node keeps what it compiled beside the bundle. */
export async function runBundle(bundle) {
  enableCompileCache(path.join(bundle, 'compiled'));
  const { runProcess } = await import(pathToFileURL(path.join(bundle, startFile)).href);
  await runProcess();
}

/** Numbers that change with the content of each file, however it is written. Raises an error where one is missing. */
export function stampsOf(files) {
  return files.flatMap((file) => {
    const { size, mtimeMs, ctimeMs } = statSync(`${root}/${file}`);
    return [size, mtimeMs, ctimeMs];
  });
}

/**
 * Leaves a process behind that makes the bundle for later commands. Once a minute at most: an edit of the sources follows
 * the next, and there may be a reason why no bundle can be made here.
 */
export async function makeBundleLater() {
  const lastTry = path.join(bundlesFolder, 'last-try');
  try {
    const triedMs = statSync(lastTry, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    // esbuild is a development package: not every installation has it.
    const hasBundler = statSync(path.join(root, 'node_modules', 'esbuild'), { throwIfNoEntry: false }) !== undefined;
    if (!hasBundler || Math.abs(Date.now() - triedMs) < triesEveryMs) {
      return;
    }
    mkdirSync(bundlesFolder, { recursive: true });
    writeFileSync(lastTry, '');
    const { spawn } = await import('node:child_process');
    const { childEnvironment } = await import('../../shared/kernel/runtime/child-environment.ts');
    const options = { cwd: root, detached: true, stdio: 'ignore', env: childEnvironment(process.env, 'tool') };
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'make-bundle.ts')], options);
    child.once('error', () => {});
    child.unref();
    if (child.pid !== undefined) {
      // The next command should not notice.
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    }
  } catch {
    // The folder cannot be written, or a disk is full: commands go on with the sources.
  }
}
