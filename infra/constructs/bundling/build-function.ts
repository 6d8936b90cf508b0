import { copyFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { build, type BuildOptions, type Metafile } from 'esbuild';

import type { FunctionDeclaration } from '../../../shared/kernel/runs/contract/job-declaration.ts';

export const projectRoot = join(import.meta.dirname, '..', '..', '..');

/**
 * `yaml` gives Node CommonJS, whose calls of `require` do not work in a module. What it gives browsers is the same code as
 * modules, of which a bundle holds what it uses.
 */
const yamlModules = { yaml: join(projectRoot, 'node_modules/yaml/browser/index.js') };

const ownCredentials = {
  '@aws-sdk/credential-provider-node': join(import.meta.dirname, 'environment-credentials.mjs'),
};

const ownLambdaClient = {
  '@aws-sdk/client-lambda': join(import.meta.dirname, 'durable-lambda-client.mjs'),
};

/** How everything is built that is to run as functions do. */
export const asFunctionsAreBuilt = {
  absWorkingDir: projectRoot,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  logLevel: 'warning',
  mainFields: ['module', 'main'],
} satisfies BuildOptions;

/** What is to be known of a declared function to build it. */
export type BuiltDeclaration = Pick<FunctionDeclaration, 'folder' | 'beside' | 'limits'>;

/**
 * Builds a function as it is deployed, and says what is in it: `index.mjs` with what each start reads, and beside it
 * what is loaded when it is needed. Parts that are imported late are files of their own; in one file with the rest they
 * would be read at each start, and nothing could be left out of what they import.
 */
export async function buildFunction(
  { folder, beside = [], limits }: BuiltDeclaration,
  outdir: string,
): Promise<Metafile> {
  const main = join(projectRoot, 'functions', folder, 'main.ts');
  const { metafile } = await build({
    ...asFunctionsAreBuilt,
    entryPoints: { index: main },
    outdir,
    minify: true,
    legalComments: 'none',
    metafile: true,
    alias: { ...yamlModules, ...ownCredentials, ...('durable' in limits && ownLambdaClient) },
  });
  beside.forEach((file) => copyFileSync(join(projectRoot, file), join(outdir, basename(file))));
  return metafile;
}
