import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { build, type Metafile } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { functionEnvironments } from '../../bench/bundles/function-environments.ts';
import { measureStart, startBytes, startBytesMax } from '../../bench/bundles/measure-start.ts';
import { jobs } from '../../shared/jobs.ts';
import { adminApi } from '../../shared/kernel/runs/contract/admin-api-function.ts';
import type { FunctionDeclaration, JobDeclaration } from '../../shared/kernel/runs/contract/job-declaration.ts';
import { sharedAssembly } from '../support/deployed/assembly.ts';
import { buildApp, stackNamed, synthesize } from './synthesized.ts';

const lockfile = z
  .object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package-lock.json'), 'utf8')));

const declared: readonly FunctionDeclaration[] = [...jobs, adminApi];

const repository = join(import.meta.dirname, '..', '..');
const Described = z.object({ Description: z.string(), Code: z.object({ S3Key: z.string() }) });
let bundles: readonly string[] = [];
let messages: Promise<readonly string[]> | undefined;
let metafile: Promise<Metafile> | undefined;
/** The folder of the bundle of each function, by what the function says that it does. */
let folders: ReadonlyMap<string, string> = new Map();

beforeAll(async () => {
  const assembly = await sharedAssembly();
  folders = new Map(
    [...assembly.templates.values()].flatMap(({ Resources }) =>
      Object.values(Resources)
        .filter(({ Type }) => Type === 'AWS::Lambda::Function')
        .map(({ Properties }) => {
          const { Description, Code } = Described.parse(Properties);
          return [Description, assembly.assetOf(Code.S3Key)] as const;
        }),
    ),
  );
  bundles = assembly.assets;
}, 120_000);

test('every declared function has a bundle with what it hands out, without source map or settings', () => {
  const isModule = (file: string): boolean => file.endsWith('.mjs');
  for (const { purpose, beside = [] } of declared) {
    const files = readdirSync(folderOf(purpose));
    expect(files).toContain('index.mjs');
    expect(files.filter((file) => !isModule(file))).toEqual(
      beside.map((file) => basename(file)).filter((file) => !isModule(file)),
    );
    expect(files).toEqual(expect.arrayContaining(beside.map((file) => basename(file))));
    expect(textOf(purpose)).not.toContain('sourceMappingURL');
  }
});

test('no bundle asks for a package as CommonJS does: a module cannot, and would say so when it is needed', () => {
  const texts = declared.map(({ purpose }) => textOf(purpose));

  expect(texts.filter((text) => text.includes('Dynamic require of'))).toEqual([]);
});

test('no bundle holds a package that only development needs', async () => {
  const metafile = await metafileOfAll();

  const files = Object.keys(metafile.inputs).filter((path) => path.includes('node_modules/'));
  const packages = new Set(files.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(path)?.[0] ?? path));
  expect(packages.size).toBeGreaterThan(10);
  expect([...packages].filter((path) => lockfile.packages[path]?.dev !== undefined)).toEqual([]);
  expect(
    Object.keys(metafile.inputs).filter((path) => /^(?:test|emulator|local|cli|bench|infra)\//u.test(path)),
  ).toEqual([]);
});

test('the bundle of one function holds nothing of another', async () => {
  const { outputs } = await metafileOfAll();

  const folders = Object.values(outputs).map(({ inputs }) => {
    const own = Object.keys(inputs).filter((path) => path.startsWith('functions/'));
    return own.map((path) => basename(path, '.ts'));
  });
  expect(folders).toEqual(declared.map(({ file }) => [file]));
  // The admin API tells of every job what it is: it holds their declarations, and no use case of theirs.
  const runs = Object.values(outputs).map(({ inputs }) =>
    Object.keys(inputs).filter((path) => path.endsWith('/run-job.ts')),
  );
  expect(runs.map(({ length }) => length)).toEqual([...jobs.map(() => 1), 0]);
});

test('the bundle of a job holds the calls of the platform that the job declares, and no other', () => {
  const held = jobs.map(({ name, purpose }) => [name, callsIn(textOf(purpose))]);

  expect(held).toEqual(jobs.map(({ name, calls = [] }) => [name, calls.toSorted()]));
  expect(
    jobs.filter(({ calls = [] }) => calls.some((call) => call.includes('/usage/limits'))).map(({ name }) => name),
  ).toEqual(['enforce', 'live']);
  // Whoever calls the platform has its key, and nobody else.
  expect(jobs.filter(({ secrets = [] }) => secrets.includes('reading-key')).map(({ name }) => name)).toEqual(
    jobs.filter(({ calls = [] }) => calls.length > 0).map(({ name }) => name),
  );
});

test('the bundle of a job holds the commands of AWS that its declaration needs, and none that changes a resource', () => {
  const held = jobs.map((job) => [job.name, commandsIn(textOf(job.purpose)).filter((each) => !ofTables.has(each))]);

  expect(held).toEqual(jobs.map((job) => [job.name, commandsOf(job).toSorted()]));
});

test('every call of the platform and every command would be found in a bundle', async () => {
  const built = async (contents: string) => {
    const stdin = { contents, resolveDir: repository };
    const { outputFiles } = await build({
      stdin,
      bundle: true,
      minify: true,
      write: false,
      platform: 'node',
      format: 'esm',
    });
    return outputFiles[0]?.text ?? '';
  };
  const folder = join(repository, 'shared');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\/platform(?:\/.*)?\.ts$/u.test(file),
  );
  const endpoints = files.flatMap(
    (file) => readFileSync(join(folder, file), 'utf8').match(/^const \w+: Endpoint = /gmu) ?? [],
  );

  expect(endpoints).toHaveLength(16);
  expect(callsIn(await built("export * from './shared/kernel/platform/platform-client.ts';"))).toHaveLength(
    endpoints.length,
  );
  const lambda = await built("export { InvokeCommand, UpdateFunctionCodeCommand } from '@aws-sdk/client-lambda';");
  expect(commandsIn(lambda)).toEqual(expect.arrayContaining(['Invoke', 'UpdateFunctionCode']));
});

test('a function looks for its credentials in the environment alone', () => {
  const texts = declared.map(({ purpose }) => textOf(purpose));

  expect(
    texts.filter((text) => /AWS_CONTAINER_CREDENTIALS|AWS_WEB_IDENTITY_TOKEN_FILE|sso_session/u.test(text)),
  ).toEqual([]);
  expect(texts.filter((text) => !text.includes('AWS_SESSION_TOKEN'))).toEqual([]);
});

test('a start of a function reads at most a megabyte', () => {
  const read = declared.map(({ name, purpose }) => [name, startBytes(folderOf(purpose))] as const);

  expect(read.filter(([, bytes]) => bytes > startBytesMax)).toEqual([]);
});

test('a bundle holds the parts of its own job, and of no other', () => {
  const holding = (words: string) =>
    jobs.filter(({ purpose }) => textOf(purpose).includes(words)).map(({ name }) => name);

  expect(holding('<!doctype html>').length).toBeGreaterThan(5);
  expect(holding('the platform has no such session any more')).toEqual(['sessions']);
  expect(holding('since the name could not be looked up')).toEqual(['computers']);
  expect(holding('The setting is now {value}.')).toEqual(['controls', 'digest']);
  expect(holding('no email is in a batch twice')).toEqual(['enforce', 'live']);
});

// The bundle stands in a folder of its own, so that it finds no package but those that it holds.
test('every function is ready before it has called anything, with the environment that the bench finds for it', async () => {
  const environments = functionEnvironments();

  for (const { purpose } of declared) {
    const { cpuMs } = await measureStart(folderOf(purpose), environments.get(purpose) ?? {});

    expect(cpuMs).toBeGreaterThan(0);
  }
});

test('a function that is started without its environment says everything that is missing', async () => {
  const messages = await messagesWithoutEnvironment();

  expect(messages).toEqual(
    bundles.map(() => expect.stringMatching(/is not complete:\n(?:[^]*CURFEW_\w+ is missing\. Set it to )+/)),
  );
});

test('a function gets exactly the variables that it reads, and never the key itself', async () => {
  const names = (await messagesWithoutEnvironment()).map((message) =>
    [...message.matchAll(/(CURFEW_\w+) is missing/g)].map(([, name]) => name),
  );

  const variables = functionVariables().map((each) => each.filter((name) => !mayBeMissing.has(name)));
  const sets = (lists: readonly (readonly unknown[])[]) =>
    new Set(lists.map((list) => list.map(String).toSorted().join(' ')));
  expect(names).toHaveLength(variables.length);
  expect(sets(names)).toEqual(sets(variables));
  expect(variables.flat()).not.toContain('CURFEW_API_KEY');
});

/** What each bundle says when it is started with nothing. It is read once: that takes long. */
async function messagesWithoutEnvironment(): Promise<readonly string[]> {
  messages ??= Promise.all(
    bundles.map(async (bundle) => {
      const loading: Promise<unknown> = import(`${pathToFileURL(join(bundle, 'index.mjs')).href}?bare`);
      return loading.then(String, String);
    }),
  );
  return messages;
}

/** What esbuild finds for the functions of all jobs: an output each. */
async function metafileOfAll() {
  metafile ??= builtTogether();
  return metafile;
}

async function builtTogether(): Promise<Metafile> {
  const built = await build({
    entryPoints: declared.map(({ file }) => join(repository, 'functions', `${file}.ts`)),
    absWorkingDir: repository,
    outdir: repository,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
  });
  return built.metafile;
}

/** The last is read by nobody: with another, Lambda starts again. */
const mayBeMissing = new Set([
  'CURFEW_APP_URL',
  'CURFEW_MAIL_CONFIGURATION_SET',
  'CURFEW_METRICS',
  'CURFEW_SETTINGS_VERSION',
]);

/** The names of the variables of each function, as the templates have them. */
function functionVariables(): readonly (readonly string[])[] {
  const Lambda = z.object({ Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }) });
  const lambdas = stackNamed(synthesize(buildApp()), 'Curfew-test-acme-Jobs').resources('AWS::Lambda::Function');
  return [...lambdas.values()].map(({ Properties }) => Object.keys(Lambda.parse(Properties).Environment.Variables));
}

/** The calls of the platform in a built file, as `METHOD /path`. */
function callsIn(text: string): readonly string[] {
  const found = text.matchAll(/method:"([A-Z]+)",host:"\w+",path:"([^"]+)"/gu);
  return [...new Set([...found].map(([, method, path]) => `${method} ${path}`))].toSorted();
}

/** The commands of AWS in a built file. */
function commandsIn(text: string): readonly string[] {
  const found = text.matchAll(/class(?: [\w$]+)? extends [\w$]+\([\w$]+,[\w$]+,"([A-Z]\w+)",/gu);
  return [...new Set([...found].map(([, command = '']) => command))].toSorted();
}

/** What the stores send: rows of tables, which the role of each function allows or not. Nothing that changes a table. */
const ofTables = new Set([
  'BatchGetItem',
  'BatchWriteItem',
  'DeleteItem',
  'GetItem',
  'PutItem',
  'Query',
  'Scan',
  'TransactWriteItems',
  'UpdateItem',
  // Part of the client itself.
  'DescribeEndpoints',
]);

function commandsOf({
  secrets = [],
  limits,
  starts = [],
  sendsMail,
  anchors,
  writesExports,
}: JobDeclaration): readonly string[] {
  return [
    ...(secrets.length > 0 ? ['GetSecretValue'] : []),
    ...(limits.durable === undefined ? [] : ['CheckpointDurableExecution', 'GetDurableExecutionState']),
    ...(starts.length > 0 ? ['Invoke'] : []),
    ...(writesExports
      ? ['AbortMultipartUpload', 'CompleteMultipartUpload', 'CreateMultipartUpload', 'CreateSession', 'UploadPart']
      : []),
    ...(sendsMail ? ['BatchImportFindings', 'PutEvents', 'SendEmail'] : []),
    // The client of S3 brings `CreateSession`, for directory buckets.
    ...(anchors ? ['CreateSession', 'GetObject', 'GetPublicKey', 'ListObjectVersions', 'PutObject', 'Sign'] : []),
  ];
}

function folderOf(purpose: string): string {
  return folders.get(purpose) ?? '';
}

/** All that a function may ever load. */
function textOf(purpose: string): string {
  return textIn(folderOf(purpose), allFiles);
}

function textIn(folder: string, filesOf: (folder: string) => readonly string[]): string {
  return filesOf(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
}

function allFiles(folder: string): readonly string[] {
  return readdirSync(folder).filter((file) => file.endsWith('.mjs'));
}
