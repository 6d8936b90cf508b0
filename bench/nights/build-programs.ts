import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const projectRoot = join(import.meta.dirname, '..', '..');

/** AWS's runner of durable functions, which stands for the service, is no part of what is deployed. */
const notDeployed = ['@aws/durable-execution-sdk-js-testing'];

/** The contestants as they would be deployed: what Node needs to read TypeScript is no part of them. */
export interface Programs {
  readonly folder: string;
  readonly night: string;
  readonly peer: string;
}

/** Builds them as functions are built. They lie where packages are found from. */
export function buildPrograms(): Programs {
  const cache = join(projectRoot, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'nights-'));
  buildSync({
    entryPoints: {
      night: join('bench', 'scale', 'night-process.ts'),
      peer: join('bench', 'nights', 'peer-process.ts'),
    },
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
  return { folder, night: join(folder, 'night.mjs'), peer: join(folder, 'peer.mjs') };
}
