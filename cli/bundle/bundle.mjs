// The bundle of the command line: the same code in one file, of which what was compiled is kept. It is made from the
// sources where they are, and used only as long as it is of these very sources; without it everything works the same, and
// takes longer: docs/decisions/015-a-bundle-of-the-command-line.md. Plain JavaScript, since every command waits for this.

// Taken as they are: imported, each would make all that it can give.
const { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } =
  process.getBuiltinModule('node:fs');
const { enableCompileCache } = process.getBuiltinModule('node:module');
const { constants, setPriority } = process.getBuiltinModule('node:os');
const path = process.getBuiltinModule('node:path');
const vm = process.getBuiltinModule('node:vm');
const { crc32 } = process.getBuiltinModule('node:zlib');

export const root = path.join(import.meta.dirname, '..', '..');
export const bundlesFolder = path.join(root, 'node_modules', '.cache', 'bundled');
export const manifestFile = path.join(bundlesFolder, 'manifest.json');

/** What a bundle holds. */
export const scriptFile = 'curfew.js';

/** Whoever installs packages writes these. */
export const lockfiles = ['package.json', 'package-lock.json', 'node_modules/.package-lock.json'];

/** Where a bundle is good: whoever copies the project has a bundle of the original. */
export const place = `${root} ${process.version}`;

const triesEveryMs = 60_000;

/** More than there are commands. */
const compiledMax = 100;

/** The folder of the bundle of the sources as they are now; undefined where there is none. */
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

/**
 * Runs the command that this process was started with from a bundle. What was compiled of it by the time a command ended
 * well is kept for the next one of that name: compiling takes longer than running it. One that came to more modules than
 * those before it, such as after its help was asked for, has it kept anew.
 */
export async function runBundle(bundle) {
  // For what is not in it. Goes with the bundle when that is removed.
  enableCompileCache(path.join(bundle, 'loaded'));
  const filename = path.join(bundle, scriptFile);
  const file = path.join(bundle, `${commandName()}.compiled`);
  const kept = readCompiled(file);
  const script = new vm.Script(readFileSync(filename, 'latin1'), {
    filename,
    cachedData: kept?.data,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const modulesKept = script.cachedDataRejected === false ? kept.modules : 0;
  const { main, modulesMade } = script.runInThisContext();
  process.once('exit', (code) => {
    if (code === 0 && modulesMade() > modulesKept) {
      keepCompiled(file, { modules: modulesMade(), data: script.createCachedData() });
    }
  });
  await main().runProcess();
}

/** The first word that may be the name of a command. Whatever it is, it is short, and a name of a file. */
function commandName() {
  return process.argv.slice(2).find((word) => /^[a-z]{1,12}$/u.test(word)) ?? 'none';
}

// A file of compiled code: a sum over what follows, how many modules there are in it, and what V8 reads.
const [sumAt, modulesAt, dataAt] = [0, 4, 8];

/** What was kept, unless a fault of the disk has changed it; undefined where there is nothing. */
function readCompiled(file) {
  try {
    const bytes = readFileSync(file);
    return bytes.readUInt32LE(sumAt) === crc32(bytes.subarray(modulesAt))
      ? { modules: bytes.readUInt32LE(modulesAt), data: bytes.subarray(dataAt) }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Nobody sees half a file, and no command fails for want of one. */
function keepCompiled(file, { modules, data }) {
  try {
    if (readdirSync(path.dirname(file)).length > compiledMax) {
      return;
    }
    const bytes = Buffer.concat([Buffer.alloc(dataAt), data]);
    bytes.writeUInt32LE(modules, modulesAt);
    bytes.writeUInt32LE(crc32(bytes.subarray(modulesAt)), sumAt);
    const fresh = `${file}.${process.pid}`;
    writeFileSync(fresh, bytes);
    renameSync(fresh, file);
  } catch {
    // Nobody may write here, or a disk is full.
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
  const lastTry = path.join(bundlesFolder, 'last-try');
  try {
    const triedMs = statSync(lastTry, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    // What bundles is for development: not every installation has it.
    const hasBundler = statSync(path.join(root, 'node_modules', 'esbuild'), { throwIfNoEntry: false }) !== undefined;
    if (!hasBundler || Math.abs(Date.now() - triedMs) < triesEveryMs) {
      return;
    }
    mkdirSync(bundlesFolder, { recursive: true });
    writeFileSync(lastTry, '');
    const { spawn } = await import('node:child_process');
    const { childEnvironment } = await import('../../shared/runtime/child-environment.ts');
    const options = { cwd: root, detached: true, stdio: 'ignore', env: childEnvironment(process.env, 'tool') };
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'make-bundle.ts')], options);
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
