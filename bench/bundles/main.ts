import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { adminApi } from '../../functions/admin-api/function.ts';
import { jobs } from '../../functions/jobs.ts';
import { buildFunction } from '../../infra/constructs/build-function.ts';
import { bytesByPart } from './bundle-parts.ts';
import { startBytesMaxOf, startBytesWanted } from './bundle-sizes.ts';
import { startBytes, startFiles } from './start-files.ts';
import { synthesizeFunctions, type SynthesizedFunction } from './synthesized-functions.ts';

/**
 * What a cold start has to load: how much of each function as it would be deployed a start reads, what that is for, and
 * how long a new process takes to import it, beside a handler that does nothing. Functions take turns, and the quickest
 * of their starts counts: whatever else the machine does slows a start down, and nothing makes it quicker. The times are
 * those of this machine; in Lambda they are longer by its share of a core. Ends with 1 when a start reads more than the
 * function may.
 */

const rounds = 9;

const measure = `
const began = performance.now();
await import(process.argv[1]);
process.stdout.write(String(performance.now() - began));
`;

function importMs(file: string, environment: Readonly<Record<string, string>>): number {
  const child = spawnSync(process.execPath, ['--input-type=module', '--eval', measure, pathToFileURL(file).href], {
    env: { AWS_REGION: 'eu-central-1', ...environment },
    encoding: 'utf8',
  });
  if (child.status !== 0) {
    throw new Error(`the function cannot be imported: ${child.stderr}`);
  }
  return Number(child.stdout);
}

type Started = Pick<SynthesizedFunction, 'name' | 'file' | 'environment'>;

/** The quickest import of each, in milliseconds, by name. */
function quickestImports(functions: readonly Started[]): ReadonlyMap<string, number> {
  const quickest = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, file, environment } of functions) {
      quickest.set(name, Math.min(quickest.get(name) ?? Infinity, importMs(file, environment)));
    }
  }
  return quickest;
}

function measureAll(folder: string) {
  const empty = { name: 'an empty handler', file: join(folder, 'empty.mjs'), environment: {} };
  writeFileSync(empty.file, 'export const handler = async () => {};\n');
  const functions = synthesizeFunctions(join(folder, 'cdk.out'));
  const quickest = quickestImports([empty, ...functions]);
  return functions.map(({ name, file }) => {
    const bytes = startBytes(dirname(file));
    return {
      name,
      bytes,
      bytesLater: bytesIn(dirname(file)) - bytes,
      importMs: quickest.get(name) ?? Number.NaN,
      bytesWanted: startBytesWanted,
      emptyImportMs: quickest.get(empty.name) ?? Number.NaN,
      parts: partsOf(name, join(folder, name)),
    };
  });
}

function bytesIn(folder: string): number {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.mjs'))
    .reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
}

/** What a start of a function reads, by what that is for: it is built once more, since an asset holds no record of it. */
function partsOf(name: string, outdir: string): Readonly<Record<string, number>> {
  const declaration = [...jobs, adminApi].find((each) => each.name === name);
  if (declaration === undefined) {
    throw new Error(`no function is declared as ${name}`);
  }
  const metafile = buildFunction(declaration, outdir);
  return bytesByPart(metafile, startFiles(outdir));
}

type Result = ReturnType<typeof measureAll>[number];

function inKb(bytes: number): number {
  return Math.round(bytes / 1_000);
}

/** A row a function: what a start reads of it, in KB, and how long that takes. */
function printSizes(results: readonly Result[]): void {
  const rows = results.map(({ name, bytes, bytesLater, importMs: ms, emptyImportMs }) => [
    name,
    {
      'KB a start reads': inKb(bytes),
      'KB read later': inKb(bytesLater),
      'ms to import': Math.round(ms),
      'ms of an empty handler': Math.round(emptyImportMs),
    },
  ]);
  console.table(Object.fromEntries(rows));
}

/** A row for what a start reads, a column a function, in KB. */
function printParts(results: readonly Result[]): void {
  const total = (part: string) => results.reduce((sum, { parts }) => sum + (parts[part] ?? 0), 0);
  const all = [...new Set(results.flatMap(({ parts }) => Object.keys(parts)))];
  const rows = all
    .toSorted((a, b) => total(b) - total(a))
    .map((part) => [part, Object.fromEntries(results.map(({ name, parts }) => [name, inKb(parts[part] ?? 0)]))]);
  console.table(Object.fromEntries(rows));
}

const folder = mkdtempSync(join(tmpdir(), 'curfew-bundles-'));
try {
  const results = measureAll(folder);
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify(results));
  } else {
    printSizes(results);
    printParts(results);
  }
  const tooLarge = results.filter(({ name, bytes }) => bytes > startBytesMaxOf(name));
  tooLarge.forEach(({ name, bytes }) => {
    console.error(`A start of the function ${name} reads ${bytes} bytes: more than ${startBytesMaxOf(name)}.`);
  });
  process.exitCode = tooLarge.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
