import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const projectRoot = join(import.meta.dirname, '..', '..');

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
    entryPoints: Object.fromEntries(Object.entries(entryPoints).map(([name, file]) => [name, join('bench', file)])),
    absWorkingDir: projectRoot,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    logLevel: 'warning',
    mainFields: ['module', 'main'],
    external: notDeployed,
  });
  return { folder, fileOf: (name) => join(folder, `${name}.mjs`) };
}
