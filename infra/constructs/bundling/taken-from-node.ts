import type { Plugin } from 'esbuild';

/**
 * What is taken of modules of Node that are there anyway. Imported as a module, each would make all that it can give at each
 * start: flags and streams of the process, every cipher and hash. Another name fails the build, and is added here.
 */
const namesTaken: Readonly<Record<string, readonly string[]>> = {
  buffer: ['Buffer'],
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
  fs: ['ReadStream', 'createReadStream', 'fstatSync', 'lstatSync', 'readFileSync', 'readdirSync'],
  os: ['homedir', 'platform', 'release'],
  process: ['env', 'versions'],
  stream: ['PassThrough', 'Readable', 'Writable'],
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
