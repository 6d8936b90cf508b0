import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Metafile } from 'esbuild';

import { adminApi } from '../../functions/admin-api/function.ts';
import { jobs } from '../../functions/jobs.ts';
import { buildFunction } from '../../infra/constructs/bundling/build-function.ts';
import type { FunctionDeclaration } from '../../shared/kernel/runs/contract/job-declaration.ts';
import { spreadOf, spreadText } from '../measure/spread.ts';
import { bytesByPart } from './bundle-parts.ts';
import { startBytesMax, startMsMax } from './bundle-sizes.ts';
import { type Environment, functionEnvironments } from './function-environments.ts';
import { measureStart, type Start } from './measure-start.ts';
import { startBytes, startFiles } from './start-files.ts';

/**
 * What a cold start has to load: how much of each function as it is deployed a start reads, what that is for, and how
 * long it takes from the start of a process until it waits for its first event, beside a handler that does nothing.
 * Functions take turns. The times are those of this machine; in Lambda they are longer by its share of a core. Ends with
 * 1 when a start reads more, or takes longer, than it may.
 */

const rounds = 9;

interface Built {
  readonly name: string;
  readonly folder: string;
  readonly environment: Environment;
  readonly metafile?: Metafile;
}

async function buildInto(folder: string): Promise<readonly Built[]> {
  const environments = functionEnvironments();
  const built = [...jobs, adminApi].map(async (declaration: FunctionDeclaration) => {
    const { name, purpose } = declaration;
    const environment = environments.get(purpose);
    if (environment === undefined) {
      throw new Error(`no template has the function ${name}`);
    }
    const outdir = join(folder, name);
    return { name, folder: outdir, environment, metafile: await buildFunction(declaration, outdir) };
  });
  return Promise.all(built);
}

function buildEmpty(folder: string): Built {
  const empty = { name: 'an empty handler', folder: join(folder, 'empty'), environment: {} };
  mkdirSync(empty.folder);
  writeFileSync(join(empty.folder, 'index.mjs'), 'export const handler = async () => {};\n');
  return empty;
}

/** Every start of each, by name. */
async function measureStarts(functions: readonly Built[]): Promise<ReadonlyMap<string, readonly Start[]>> {
  const starts = new Map<string, Start[]>(functions.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, folder, environment } of functions) {
      starts.get(name)?.push(await measureStart(folder, environment));
    }
  }
  return starts;
}

async function measureAll(folder: string) {
  const [empty, functions] = [buildEmpty(folder), await buildInto(folder)];
  const starts = await measureStarts([empty, ...functions]);
  const spreadsOf = (name: string) => {
    const own = starts.get(name) ?? [];
    return { cpuMs: spreadOf(own.map(({ cpuMs }) => cpuMs)), wallMs: spreadOf(own.map(({ wallMs }) => wallMs)) };
  };
  const emptyStart = spreadsOf(empty.name);
  return functions.map(({ name, folder: built, metafile = { inputs: {}, outputs: {} } }) => {
    const bytes = startBytes(built);
    return {
      name,
      bytes,
      bytesLater: bytesIn(built) - bytes,
      bytesMax: startBytesMax,
      start: spreadsOf(name),
      emptyStart,
      startMsMax,
      parts: bytesByPart(metafile, startFiles(built)),
    };
  });
}

function bytesIn(folder: string): number {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.mjs'))
    .reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
}

type Result = Awaited<ReturnType<typeof measureAll>>[number];

/** How much longer a start takes than that of an empty handler, in milliseconds of a processor. */
function moreMsOf({ start, emptyStart }: Pick<Result, 'start' | 'emptyStart'>): number {
  return start.cpuMs.median - emptyStart.cpuMs.median;
}

function inKb(bytes: number): number {
  return Math.round(bytes / 1_000);
}

/** A row a function: what a start reads of it, in KB, and how long it takes. */
function printSizes(results: readonly Result[]): void {
  const rows = results.map(({ name, bytes, bytesLater, start, emptyStart }) => [
    name,
    {
      'KB a start reads': inKb(bytes),
      'KB read later': inKb(bytesLater),
      'CPU of a start': spreadText(start.cpuMs, 'ms', 0),
      'more than an empty one': `${moreMsOf({ start, emptyStart }).toFixed(0)} ms`,
      'wall of a start': spreadText(start.wallMs, 'ms', 0),
      'more than an empty one, wall': `${(start.wallMs.median - emptyStart.wallMs.median).toFixed(0)} ms`,
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
  const results = await measureAll(folder);
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify(results));
  } else {
    printSizes(results);
    printParts(results);
  }
  const tooLarge = results.filter(({ bytes }) => bytes > startBytesMax);
  tooLarge.forEach(({ name, bytes }) => {
    console.error(`A start of the function ${name} reads ${bytes} bytes: more than ${startBytesMax}.`);
  });
  const tooSlow = results.filter((result) => moreMsOf(result) > startMsMax);
  tooSlow.forEach((result) => {
    console.error(
      `A start of the function ${result.name} takes ${moreMsOf(result).toFixed(0)} ms more than an empty one: more than ${startMsMax}.`,
    );
  });
  process.exitCode = tooLarge.length + tooSlow.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
