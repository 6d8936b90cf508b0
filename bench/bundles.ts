import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { reasonsForSize } from './reasons-for-size.ts';
import { synthesizeFunctions, type SynthesizedFunction } from './synthesized-functions.ts';

/**
 * What a cold start has to load: the size of each function as it would be deployed, and how long a new process takes to
 * import it, beside a handler that does nothing. The times are those of this machine; in Lambda they are longer by its
 * share of a core. Ends with 1 when a function is over 400 KB without a reason on record, or over what that allows.
 */

const bytesWanted = 400_000;
const processes = 9;

const measure = `
const began = performance.now();
await import(process.argv[1]);
process.stdout.write(String(performance.now() - began));
`;

function importMs(file: string, environment: Readonly<Record<string, string>>): number {
  const times = Array.from({ length: processes }, () => {
    const child = spawnSync(process.execPath, ['--input-type=module', '--eval', measure, pathToFileURL(file).href], {
      env: { AWS_REGION: 'eu-central-1', ...environment },
      encoding: 'utf8',
    });
    if (child.status !== 0) {
      throw new Error(`the function cannot be imported: ${child.stderr}`);
    }
    return Number(child.stdout);
  });
  return times.toSorted((a, b) => a - b)[Math.floor(processes / 2)] ?? Number.NaN;
}

function measureAll(folder: string) {
  const emptyFile = join(folder, 'empty.mjs');
  writeFileSync(emptyFile, 'export const handler = async () => {};\n');
  const peers = { bytesWanted, emptyImportMs: importMs(emptyFile, {}) };
  return synthesizeFunctions(join(folder, 'cdk.out')).map(({ name, file, environment }: SynthesizedFunction) => ({
    name,
    bytes: statSync(file).size,
    importMs: importMs(file, environment),
    ...peers,
  }));
}

const folder = mkdtempSync(join(tmpdir(), 'curfew-bundles-'));
try {
  const results = measureAll(folder);
  const tooLarge = results.filter(({ name, bytes }) => bytes > (reasonsForSize[name]?.bytesMax ?? bytesWanted));
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify(results));
  } else {
    console.table(results);
  }
  tooLarge.forEach(({ name, bytes }) => {
    console.error(`The function ${name} has ${bytes} bytes: more than there is a reason for.`);
  });
  process.exitCode = tooLarge.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
