import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { basename, dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

import { build, transform, type CommonOptions, type Metafile, type OutputFile, type Plugin } from 'esbuild';

import type { BundleManifest } from './bundle-manifest.ts';
import {
  bundlesFolder,
  entry,
  lockfiles,
  manifestFile,
  place,
  root,
  scriptFile,
  scriptOf,
  stampsOf,
} from './bundle.mjs';

// A program of its own, which a command leaves behind when there is no bundle of the sources as they are:
// docs/decisions/015-a-bundle-of-the-command-line.md.

/** Each character is a byte, so that a script is not decoded. Names stay as they are: messages and stack traces show them. */
const written = {
  target: 'node24',
  charset: 'ascii',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'error',
} as const satisfies CommonOptions;

/** A command that runs long may still read what is kept with the bundle that it began with. */
const keptMs = 24 * 3_600_000;

/** File systems tell the time of a change in steps of some milliseconds. */
const clockStepMs = 100;

/** A source finds files and programs beside itself: in the bundle it still is where it was. */
const sourcePlaces: Plugin = {
  name: 'source-places',
  setup(plugged) {
    plugged.onLoad({ filter: /\.(?:ts|mjs)$/ }, async ({ path }) => {
      if (path.includes(`${sep}node_modules${sep}`)) {
        return undefined;
      }
      const text = await readFile(path, 'utf8');
      return {
        contents: text
          .replaceAll('import.meta.dirname', () => JSON.stringify(dirname(path)))
          .replaceAll('import.meta.filename', () => JSON.stringify(path))
          .replaceAll('import.meta.url', () => JSON.stringify(pathToFileURL(path).href)),
        loader: path.endsWith('.ts') ? 'ts' : 'js',
      };
    });
  },
};

/** Modules of Node are not part of it: a module of the bundle that needs one takes it when it is run. */
const builtins: Plugin = {
  name: 'builtins',
  setup(plugged) {
    plugged.onResolve({ filter: new RegExp(`^(?:node:.+|${builtinModules.join('|')})$`) }, ({ path }) => ({
      path: path.startsWith('node:') ? path : `node:${path}`,
      external: true,
      sideEffects: false,
    }));
  },
};

/**
 * By default zod writes a function for each schema when it first reads by it. That is quicker from some hundreds of records
 * on, and a short command never reads that many by one schema.
 */
const schemasAsTheyAre: Plugin = {
  name: 'schemas-as-they-are',
  setup(plugged) {
    plugged.onLoad({ filter: /[/\\]zod[/\\]v4[/\\]core[/\\]core\.js$/ }, async ({ path }) => ({
      contents: `${await readFile(path, 'utf8')}\nglobalConfig.jitless = true;\n`,
    }));
  },
};

/** Large, started by few commands, and it shares nothing with them: it is run from its sources. */
const emulatorApart: Plugin = {
  name: 'emulator-apart',
  setup(plugged) {
    plugged.onResolve({ filter: /\/emulator\/start-emulator\.ts$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path),
      external: true,
    }));
  },
};

/** Bundles the command line into a file, and says what is in it. */
async function bundleInto(file: string): Promise<Metafile> {
  const { metafile, outputFiles } = await build({
    entryPoints: [entry],
    absWorkingDir: root,
    outdir: dirname(file),
    write: false,
    bundle: true,
    // What is imported late stays late.
    splitting: true,
    format: 'esm',
    platform: 'node',
    tsconfigRaw: {},
    mainFields: ['module', 'main'],
    metafile: true,
    plugins: [emulatorApart, sourcePlaces, builtins, schemasAsTheyAre],
    ...written,
  });
  const modules = await Promise.all(outputFiles.map(async (output) => moduleIn(output)));
  writeFileSync(file, scriptOf(modules));
  return metafile;
}

/** A method of the name of the module, which gives what it exports. */
async function moduleIn({ path, text }: OutputFile): Promise<string> {
  const late = text.replaceAll(/\bimport\((?="(?:\.\/|node:))/gu, 'late(');
  const { code } = await transform(late, { format: 'cjs', ...written });
  // What a module exports is as good as a copy of it, which other code than ours may want.
  const own = code.replace(/module\.exports=__toCommonJS\((\w+)\)/u, 'module.exports=$1');
  return `${JSON.stringify(`./${basename(path)}`)}(module,exports){${own}}`;
}

/** The sources of a bundle; the lockfiles stand for packages. Also those of which nothing was left: what they hold may change. */
function sourcesOf({ inputs }: Metafile): readonly string[] {
  return Object.keys(inputs).filter((path) => !path.includes('node_modules/'));
}

/** Nobody sees a bundle before it is whole: the manifest is written last. */
async function makeBundle(): Promise<void> {
  const startedMs = Date.now();
  const name = `${startedMs}-${process.pid}`;
  const folder = join(bundlesFolder, name);
  mkdirSync(folder, { recursive: true });
  try {
    const own = relative(root, import.meta.filename).replaceAll(sep, '/');
    const files = [...lockfiles, own, ...sourcesOf(await bundleInto(join(folder, scriptFile)))];
    const stamps = stampsOf(files);
    if (files.some((file) => statSync(join(root, file)).ctimeMs >= startedMs - clockStepMs)) {
      throw new Error('sources changed while they were bundled');
    }
    const manifest: BundleManifest = { place, name, files, stamps };
    const fresh = join(folder, 'manifest.json');
    writeFileSync(fresh, JSON.stringify(manifest));
    renameSync(fresh, manifestFile);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  removeEarlier(name, startedMs - keptMs);
}

function removeEarlier(name: string, beforeMs: number): void {
  for (const entryOfFolder of readdirSync(bundlesFolder, { withFileTypes: true })) {
    const path = join(bundlesFolder, entryOfFolder.name);
    if (entryOfFolder.isDirectory() && entryOfFolder.name !== name && statSync(path).mtimeMs < beforeMs) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}

await makeBundle();
