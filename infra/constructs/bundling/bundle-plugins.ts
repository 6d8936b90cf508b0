import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Plugin } from 'esbuild';

const late = 'late';

/**
 * Puts what a start reads into as few files as can be. esbuild parts a bundle into a file for each set of late imports
 * that share something: dozens where there are many, and each is another file to open at a start. Here whatever is
 * imported late takes something of `main` too, which is there by then, so that all late imports share all of the start.
 */
export function oneStartFile(main: string): Plugin {
  return {
    name: 'one-start-file',
    setup(bundler) {
      bundler.onResolve({ filter: /^\./ }, async ({ kind, path, resolveDir, importer }) => {
        if (kind !== 'dynamic-import' || importer.includes('node_modules')) {
          return undefined;
        }
        const found = await bundler.resolve(path, { kind: 'import-statement', resolveDir, importer });
        return { path: found.path, namespace: late, errors: found.errors };
      });
      bundler.onLoad({ filter: /./, namespace: late }, ({ path }) => ({
        contents: `export * from ${JSON.stringify(path)}; export { handler as handlerOfStart } from ${JSON.stringify(main)};`,
        resolveDir: '/',
      }));
    },
  };
}

/**
 * What is taken of modules of Node that are there anyway. Imported as a module, each would make all that it can give at each
 * start: flags and streams of the process, every cipher and hash. Another name fails the build, and is added here.
 */
const namesTaken: Readonly<Record<string, readonly string[]>> = {
  buffer: ['Buffer'],
  console: ['Console'],
  crypto: [
    'createHash',
    'createHmac',
    'createPublicKey',
    'getRandomValues',
    'randomBytes',
    'randomInt',
    'randomUUID',
    'timingSafeEqual',
    'verify',
  ],
  fs: ['createReadStream', 'fstatSync', 'lstatSync', 'readFileSync', 'readdirSync'],
  os: ['homedir', 'platform', 'release'],
  process: ['env', 'versions'],
  stream: ['PassThrough', 'Readable', 'Writable'],
  'stream/promises': ['pipeline'],
  'timers/promises': ['setTimeout'],
  util: ['isDeepStrictEqual', 'promisify', 'stripVTControlCharacters'],
};

const nodeItself = 'node-itself';

/** Takes of Node what is named above, each from the module that is there anyway. */
export function takenFromNode(): Plugin {
  return {
    name: 'taken-from-node',
    setup(bundler) {
      const ofNode = new RegExp(`^(?:node:)?(${Object.keys(namesTaken).join('|')})$`);
      bundler.onResolve({ filter: ofNode }, ({ path }) => ({ path: path.replace('node:', ''), namespace: nodeItself }));
      bundler.onLoad({ filter: /./, namespace: nodeItself }, ({ path }) => ({
        contents: `const node = process.getBuiltinModule('node:${path}'); export default node; export const { ${namesTaken[path]?.join(', ')} } = node;`,
      }));
    },
  };
}

/** What the clients of AWS share comes in lists: files that say in which file each name is. */
const listed = /^import \{([^}]+)\} from "(@(?:aws-sdk|smithy)\/core\/[\w-]+)";$/gmu;

/** What such a list gives, and from where. */
const given = /^export \{([^}]+)\} from "((?:\.|@smithy\/core\/)[^"]+)";$/gmu;

type Files = ReadonlyMap<string, string>;

/**
 * Has the clients of AWS import what they share from the file that it is in, and not from a list. By way of a list, each
 * start would read whatever any late import of the function takes from the same list.
 */
export function fromOwnFiles(): Plugin {
  return {
    name: 'from-own-files',
    setup(bundler) {
      bundler.onLoad({ filter: /\/node_modules\/@(?:aws-sdk|smithy)\/.+\/dist-es\/.+\.js$/ }, async ({ path }) => {
        const text = readFileSync(path, 'utf8');
        const lists = new Map<string, Files>();
        for (const [, , list = ''] of text.matchAll(listed)) {
          lists.set(list, await filesOf(list, path));
        }
        const contents = text.replaceAll(listed, (_, names: string, list: string) =>
          namesIn(names)
            .map((name) => importOf(name, list, lists.get(list)))
            .join('\n'),
        );
        return { contents, loader: 'js' };
      });

      /** The file of each name of a list, or of a list of lists; those that are named otherwise there are left out. */
      async function filesOf(list: string, importer: string): Promise<Files> {
        const { path } = await bundler.resolve(list, {
          kind: 'import-statement',
          resolveDir: dirname(importer),
          importer,
        });
        const files = new Map<string, string>();
        for (const [, names = '', from = ''] of readFileSync(path, 'utf8').matchAll(given)) {
          const inner = from.startsWith('.') ? undefined : await filesOf(from, path);
          for (const name of namesIn(names)) {
            const file = inner === undefined ? join(dirname(path), from) : inner.get(name);
            if (file !== undefined) {
              files.set(name, file);
            }
          }
        }
        return files;
      }
    },
  };
}

function namesIn(names: string): readonly string[] {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** The import of `name` or `name as another` by itself; from the list where the list makes it. */
function importOf(imported: string, list: string, files: Files | undefined): string {
  const [name = ''] = imported.split(' as ');
  return `import { ${imported} } from ${JSON.stringify(files?.get(name) ?? list)};`;
}
