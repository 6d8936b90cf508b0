import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Metafile, type Plugin } from 'esbuild';
import type { BundleManifest } from './bundle-manifest.ts';
import { bundlesFolder, lockfiles, manifestFile, place, root, stampsOf } from './bundle.mjs';

// A program of its own, which a command leaves behind when there is no bundle of the sources as they are:
// docs/decisions/015-a-bundle-of-the-command-line.md.

const entry = 'cli/main.ts';

/** A command that runs long may still import parts of the bundle that it began with. */
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

/**
 * Modules of Node are taken as values: who imports them loads whatever they offer, and with `node:http` that is all that
 * `fetch` needs.
 */
const builtins: Plugin = {
  name: 'builtins',
  setup(plugged) {
    plugged.onResolve({ filter: new RegExp(`^(?:node:.+|${builtinModules.join('|')})$`) }, ({ path }) => ({
      path: path.replace(/^node:/u, ''),
      namespace: 'builtin',
      sideEffects: false,
    }));
    plugged.onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(`node:${path}`)});`,
    }));
  },
};

/** Large, started by few commands, and it shares nothing with them: it is run from its sources. */
const emulatorApart: Plugin = {
  name: 'emulator-apart',
  setup(plugged) {
    plugged.onResolve({ filter: /\/emulator\/start-emulator\.ts$/ }, ({ path, resolveDir }) => ({
      path: pathToFileURL(join(resolveDir, path)).href,
      external: true,
    }));
  },
};

async function bundleInto(outdir: string): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: [entry],
    absWorkingDir: root,
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // What is imported late stays late.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    tsconfigRaw: {},
    mainFields: ['module', 'main'],
    // Names stay as they are: messages and stack traces show them.
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'error',
    metafile: true,
    plugins: [emulatorApart, sourcePlaces, builtins],
  });
  return metafile;
}

/** The sources of a bundle; packages are told by the lockfiles. Also those of which nothing was left: what they hold may change. */
function sourcesOf({ inputs }: Metafile): readonly string[] {
  return Object.keys(inputs).filter((path) => !path.includes('node_modules/') && !path.startsWith('builtin:'));
}

/** Nobody sees a bundle before it is whole: the manifest is written last. */
async function makeBundle(): Promise<void> {
  const startedMs = Date.now();
  const name = `${startedMs}-${process.pid}`;
  const folder = join(bundlesFolder, name);
  mkdirSync(bundlesFolder, { recursive: true });
  try {
    const own = relative(root, import.meta.filename).replaceAll(sep, '/');
    const files = [...lockfiles, own, ...sourcesOf(await bundleInto(folder))];
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
