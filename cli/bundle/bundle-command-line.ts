import { readFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

import { build, type Metafile, type Plugin } from 'esbuild';

import { root, startFile } from './bundle.mjs';

/** A source finds files and programs beside itself: in the bundle it keeps the place that it has in the project. */
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

/** Large, started by few commands, and it shares nothing with them: it runs from its sources. */
const emulatorApart: Plugin = {
  name: 'emulator-apart',
  setup(plugged) {
    plugged.onResolve({ filter: /\/emulator\/start-emulator\.ts$/ }, ({ path, resolveDir }) => ({
      path: pathToFileURL(join(resolveDir, path)).href,
      external: true,
    }));
  },
};

/** Packages in CommonJS call it, and a module has none. */
const requireOfNode = "const require=process.getBuiltinModule('node:module').createRequire(import.meta.url);";

/** Bundles a source of the command line into the start file of a folder, and returns what is in it. */
export async function bundleCommandLine(source: string, folder: string): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: { [startFile.replace('.mjs', '')]: source },
    absWorkingDir: root,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // A late import stays late.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    charset: 'utf8',
    tsconfigRaw: {},
    mainFields: ['module', 'main'],
    banner: { js: requireOfNode },
    // Names stay: messages and stack traces show them.
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'error',
    metafile: true,
    plugins: [emulatorApart, sourcePlaces],
  });
  return metafile;
}
