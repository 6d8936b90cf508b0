import { copyFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { build, type BuildOptions, type Metafile } from 'esbuild';

import type { FunctionDeclaration } from '../../../shared/kernel/runs/contract/job-declaration.ts';

export const projectRoot = join(import.meta.dirname, '..', '..', '..');

/** `yaml` exports CommonJS to Node, whose `require` fails in a module. Its browser build is the same in modules. */
const yamlModules = { yaml: join(projectRoot, 'node_modules/yaml/browser/index.js') };

const ownCredentials = {
  '@aws-sdk/credential-provider-node': join(import.meta.dirname, 'environment-credentials.mjs'),
};

const ownLambdaClient = {
  '@aws-sdk/client-lambda': join(import.meta.dirname, 'durable-lambda-client.mjs'),
};

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
  // Letters of other scripts as they are: escaped, they are read at each start as six bytes in place of two or three.
  charset: 'utf8',
} satisfies BuildOptions;

/**
 * Builds a function for deployment and reports its contents: `index.mjs` with what each start reads, and chunks for
 * late imports. In a single file late imports would be read at each start and could not be tree-shaken.
 */
export async function buildFunction(
  { file, beside = [], limits }: FunctionDeclaration,
  outdir: string,
): Promise<Metafile> {
  const main = join(projectRoot, 'functions', `${file}.ts`);
  const { metafile } = await build({
    ...asFunctionsAreBuilt,
    entryPoints: { index: main },
    outdir,
    minify: true,
    legalComments: 'none',
    metafile: true,
    alias: { ...yamlModules, ...ownCredentials, ...('durable' in limits && ownLambdaClient) },
  });
  beside.forEach((each) => copyFileSync(join(projectRoot, each), join(outdir, basename(each))));
  return metafile;
}
