// The bundle of the command line: the same code in one file, of which what was compiled is kept. It is made from the
// sources where they are, and used only as long as it is of these very sources; without it everything works the same, and
// takes longer: docs/decisions/015-a-bundle-of-the-command-line.md. Plain JavaScript, since every command waits for this.

// Taken as they are: imported, each would make all that it can give.
const { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } =
  process.getBuiltinModule('node:fs');
const { createRequire, enableCompileCache } = process.getBuiltinModule('node:module');
const { constants, setPriority } = process.getBuiltinModule('node:os');
const path = process.getBuiltinModule('node:path');
const vm = process.getBuiltinModule('node:vm');
const { crc32 } = process.getBuiltinModule('node:zlib');

export const root = path.join(import.meta.dirname, '..', '..');
export const bundlesFolder = path.join(root, 'node_modules', '.cache', 'bundled');
export const manifestFile = path.join(bundlesFolder, 'manifest.json');

/** What a bundle is made from, by the imports of its first source. */
export const entry = 'cli/frame/run-cli.ts';

/** What a bundle holds. */
export const scriptFile = 'curfew.js';

/** Whoever installs packages writes these. */
export const lockfiles = ['package.json', 'package-lock.json', 'node_modules/.package-lock.json'];

/** Where a bundle is good: whoever copies the project has a bundle of the original. */
export const place = `${root} ${process.version}`;

const triesEveryMs = 60_000;

/** More than there are commands. */
const keptMax = 100;

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
 * Runs the command that this process was started with from a bundle. Once it has ended well, the modules that it came to
 * are kept for the next command of that name, as a script of their own: reading all of them takes longer than running
 * these. What that one compiles of it is kept with it: compiling takes longer than running, too. A command that comes to
 * more modules than those before it, such as after its help was asked for, has them kept again.
 */
export async function runBundle(bundle) {
  // For what is not in it. Goes with the bundle when that is removed.
  enableCompileCache(path.join(bundle, 'loaded'));
  const file = path.join(bundle, `${commandName()}.kept`);
  const modules = modulesOf(bundle, file);
  process.once('exit', (code) => {
    if (code === 0) {
      modules.keep();
    }
  });
  await modules.require(`./${path.basename(entry, '.ts')}.js`).runProcess();
}

/** The modules of a bundle: those of the file of what was kept, then all others. Each is compiled and run once it is needed. */
export function modulesOf(bundle, file) {
  const made = new Map();
  const requireApart = createRequire(path.join(root, entry));
  const late = async (name) => require(name);
  const methodsIn = (script) => script.runInThisContext()(require, late);
  const kept = readKept(file);
  const script = kept && scriptFrom(kept.text, file, kept.compiled);
  const few = script ? methodsIn(script) : {};
  let all;

  function methodOf(name) {
    return few[name] ?? (all ??= methodsIn(readAll(bundle)))[name];
  }

  function require(name) {
    if (!name.startsWith('./')) {
      return requireApart(name);
    }
    if (!made.has(name)) {
      const module = { exports: {} };
      made.set(name, module);
      methodOf(name)(module, module.exports);
    }
    return made.get(name).exports;
  }

  return {
    require,
    names: () => Object.keys((all ??= methodsIn(readAll(bundle)))),
    keep() {
      if (all !== undefined) {
        const names = new Set([...Object.keys(few), ...made.keys()]);
        writeKept(file, { text: scriptOf([...names].map((name) => String(methodOf(name)))) });
      } else if (script.cachedDataRejected !== false) {
        writeKept(file, { text: kept.text, compiled: script.createCachedData() });
      }
    },
  };
}

function readAll(bundle) {
  const file = path.join(bundle, scriptFile);
  return scriptFrom(readFileSync(file, 'latin1'), file);
}

function scriptFrom(text, filename, cachedData) {
  const importModuleDynamically = vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  return new vm.Script(text, { filename, cachedData, importModuleDynamically });
}

/** A script of modules, each of which is a method of its name. */
export function scriptOf(methods) {
  return `((require, late) => ({ ${methods.join(',\n')} }))`;
}

/** The first word that may be the name of a command. Whatever it is, it is short, and a name of a file. */
function commandName() {
  return process.argv.slice(2).find((word) => /^[a-z]{1,12}$/u.test(word)) ?? 'none';
}

// A file of what is kept: a sum over what follows, how long the script is, the script, and what V8 compiled of it, if anything.
const [sumAt, lengthAt, textAt] = [0, 4, 8];

/** What was kept, unless a fault of the disk has changed it; undefined where there is nothing. */
function readKept(file) {
  try {
    const bytes = readFileSync(file);
    const compiledAt = textAt + bytes.readUInt32LE(lengthAt);
    return bytes.readUInt32LE(sumAt) === crc32(bytes.subarray(lengthAt))
      ? {
          text: bytes.latin1Slice(textAt, compiledAt),
          compiled: compiledAt < bytes.length ? bytes.subarray(compiledAt) : undefined,
        }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Nobody sees half a file, and no command fails for want of one. */
function writeKept(file, { text, compiled = Buffer.alloc(0) }) {
  try {
    if (readdirSync(path.dirname(file)).length > keptMax) {
      return;
    }
    const bytes = Buffer.concat([Buffer.alloc(textAt), Buffer.from(text, 'latin1'), compiled]);
    bytes.writeUInt32LE(text.length, lengthAt);
    bytes.writeUInt32LE(crc32(bytes.subarray(lengthAt)), sumAt);
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
