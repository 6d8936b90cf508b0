import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';

import { buildSync } from 'esbuild';

import { asFunctionsAreBuilt, projectRoot } from '../../infra/constructs/bundling/build-function.ts';

/** AWS's runner of durable functions, which stands for the service, is no part of what is deployed. */
const notDeployed = ['@aws/durable-execution-sdk-js-testing'];

/** Programs of the bench, built. */
export interface Programs {
  /** To be removed in the end. */
  readonly folder: string;
  readonly fileOf: (name: string) => string;
}

/**
 * Builds programs as functions are built: what a process needs to read TypeScript would be a fifth of its memory. They
 * lie where packages are found from. `entryPoints` are files below `bench`, by name.
 */
export function buildPrograms(entryPoints: Readonly<Record<string, string>>): Programs {
  const cache = join(projectRoot, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'bench-'));
  buildSync({
    ...asFunctionsAreBuilt,
    entryPoints: Object.fromEntries(Object.entries(entryPoints).map(([name, file]) => [name, join('bench', file)])),
    outdir: folder,
    external: notDeployed,
  });
  return { folder, fileOf: (name) => join(folder, `${name}.mjs`) };
}
