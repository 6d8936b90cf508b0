import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Metafile } from 'esbuild';

import { buildFunction } from '../infra/constructs/bundling/build-function.ts';
import { jobs } from '../shared/jobs.ts';
import { adminApi } from '../shared/kernel/runs/contract/admin-api-function.ts';
import type { FunctionDeclaration } from '../shared/kernel/runs/contract/job-declaration.ts';
import { functionEnvironments } from './bundles/function-environments.ts';
import {
  measureStart,
  startBytes,
  startBytesMax,
  startFiles,
  startMsMax,
  type Environment,
} from './bundles/measure-start.ts';
import { runClaim } from './measure/claim.ts';
import { tableText } from './measure/figures.ts';
import { inFolder } from './measure/programs.ts';
import { spreadOf, spreadText } from './measure/spread.ts';

/*
 * What a cold start has to load: how much of each deployed function a start reads, what that is for, and how
 * long it takes from the start of a process until it waits for its first event, beside a handler that does nothing.
 * Functions take turns. The times are those of this machine; in Lambda they are longer by its share of a core.
 */
const rounds = 9;

/** What a part of a bundle is for, by where its files come from; the first that fits counts. */
const parts: readonly (readonly [part: string, path: RegExp])[] = [
  ['durable executions', /@aws\/durable/],
  ['clients of AWS: what all of them share', /@smithy\/|@aws-sdk\/(?!client-)|@aws\//],
  ['client of DynamoDB', /@aws-sdk\/client-dynamodb/],
  ['other clients of AWS', /@aws-sdk\/client-/],
  ['checks of what comes in (zod)', /\/zod\//],
  ['log', /@aws-lambda-powertools|@middy/],
  ['public suffixes', /tldts/],
  ['other packages', /node_modules/],
  ['redaction of secrets', /shared\/redaction/],
  ['the platform', /shared\/(kernel\/)?[^/]+\/platform(\/|\.ts)/],
  ['tables', /shared\/(kernel\/)?[^/]+\/(memory-)?store(\/|\.ts)/],
  ['contracts', /shared\/(kernel\/)?[^/]+\/contract(\/|\.ts)/],
  ['mails and notifications', /shared\/(mail|notifications)/],
  ['use cases', /shared\/(kernel\/)?[^/]+\/use-cases(\/|\.ts)/],
  ['decisions', /shared/],
];

function bytesByPart({ outputs }: Metafile, files: readonly string[]): Readonly<Record<string, number>> {
  const bytes: Record<string, number> = {};
  for (const [path, { inputs }] of Object.entries(outputs)) {
    if (files.some((file) => path.endsWith(`/${file}`))) {
      for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
        const [part = 'the function itself'] = parts.find(([, pattern]) => pattern.test(input)) ?? [];
        bytes[part] = (bytes[part] ?? 0) + bytesInOutput;
      }
    }
  }
  return bytes;
}

interface Built {
  readonly name: string;
  readonly folder: string;
  readonly environment: Environment;
  readonly metafile: Metafile;
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
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  writeFileSync(join(empty, 'index.mjs'), 'export const handler = async () => {};\n');
  return { name: 'an empty handler', folder: empty, environment: {}, metafile: { inputs: {}, outputs: {} } };
}

async function measureAll(folder: string) {
  const [empty, ...functions] = [buildEmpty(folder), ...(await buildInto(folder))];
  const started = [empty, ...functions].map((built) => ({ built, cpuMs: [] as number[], wallMs: [] as number[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { built, cpuMs, wallMs } of started) {
      const start = await measureStart(built.folder, built.environment);
      cpuMs.push(start.cpuMs);
      wallMs.push(start.wallMs);
    }
  }
  const starts = started.map(({ cpuMs, wallMs }) => ({ cpuMs: spreadOf(cpuMs), wallMs: spreadOf(wallMs) }));
  const emptyStart = starts[0] ?? { cpuMs: spreadOf([]), wallMs: spreadOf([]) };
  return functions.map(({ name, folder: built, metafile }, index) => {
    const [bytes, start = emptyStart] = [startBytes(built), starts[index + 1]];
    return {
      name,
      bytes,
      bytesLater: bytesIn(built) - bytes,
      bytesMax: startBytesMax,
      start,
      emptyStart,
      moreMs: start.cpuMs.median - emptyStart.cpuMs.median,
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

function inKb(bytes: number): number {
  return Math.round(bytes / 1_000);
}

/** A row a function: what a start reads of it, in KB, and how long it takes. */
function sizesTable(results: readonly Result[]): string {
  return tableText(
    [
      'function',
      'KB a start reads',
      'KB read later',
      'CPU of a start',
      'more than an empty one',
      'wall of a start',
      'more than an empty one, wall',
    ],
    results.map(({ name, bytes, bytesLater, start, emptyStart, moreMs }) => [
      name,
      inKb(bytes),
      inKb(bytesLater),
      spreadText(start.cpuMs, 'ms', 0),
      `${moreMs.toFixed(0)} ms`,
      spreadText(start.wallMs, 'ms', 0),
      `${(start.wallMs.median - emptyStart.wallMs.median).toFixed(0)} ms`,
    ]),
  );
}

function partsTable(results: readonly Result[]): string {
  const total = (part: string) => results.reduce((sum, { parts: own }) => sum + (own[part] ?? 0), 0);
  const all = [...new Set(results.flatMap(({ parts: own }) => Object.keys(own)))];
  return tableText(
    ['part', ...results.map(({ name }) => name)],
    all
      .toSorted((a, b) => total(b) - total(a))
      .map((part) => [part, ...results.map(({ parts: own }) => inKb(own[part] ?? 0))]),
  );
}

await runClaim(import.meta, async () => {
  const results = await inFolder(measureAll);
  return {
    document: results,
    ratios: results.flatMap(({ name, bytes, moreMs }) => [
      {
        what: `what a start of the function ${name} reads`,
        peer: 'what it may at most',
        peerFigure: `${(startBytesMax / 1_000).toFixed(1)} KB`,
        ourFigure: `${(bytes / 1_000).toFixed(1)} KB`,
        ratio: bytes / startBytesMax,
      },
      {
        what: `CPU of a start of the function ${name}, more than an empty handler`,
        peer: 'what it may at most',
        peerFigure: `${startMsMax} ms`,
        ourFigure: `${moreMs.toFixed(0)} ms`,
        ratio: moreMs / startMsMax,
      },
    ]),
    report: [
      sizesTable(results),
      '',
      partsTable(results),
      ...results.flatMap(({ name, bytes, moreMs }) => [
        ...(bytes > startBytesMax ? [`A start of ${name} reads ${bytes} bytes: more than ${startBytesMax}.`] : []),
        ...(moreMs > startMsMax
          ? [`A start of ${name} takes ${moreMs.toFixed(0)} ms more than an empty one: more than ${startMsMax}.`]
          : []),
      ]),
    ],
    hasReachedGoal: results.every(({ bytes, moreMs }) => bytes <= startBytesMax && moreMs <= startMsMax),
  };
});
