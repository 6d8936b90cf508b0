import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';

import { bundleCommandLine } from '../../cli/bundle/bundle-command-line.ts';
import { startFile } from '../../cli/bundle/bundle.mjs';
import { asFunctionsAreBuilt } from '../../infra/constructs/bundling/build-function.ts';
import { announced, meaning, type Meaning } from '../support/forms/meaning.ts';
import { useScratchFolder } from '../support/scratch-folder.ts';

const program = 'test/support/forms/print-meaning.ts';
const root = join(import.meta.dirname, '..', '..');
const scriptUrl = new URL('../../docs/verify-export.mjs', import.meta.url);
const { pathOf } = useScratchFolder('file');

type Verify = (files: ReadonlyMap<string, Buffer>) => { readonly holds: boolean; readonly lines: readonly string[] };

let verifyExport: Verify;
let ofSources: Meaning;

beforeAll(async () => {
  const loaded: { readonly verifyExport: Verify } = await import(scriptUrl.href);
  verifyExport = loaded.verifyExport;
  ofSources = await meaning();
});

/** What a program prints in a process of its own. */
async function printedBy(...args: readonly string[]): Promise<Meaning> {
  const { stdout } = await promisify(execFile)(process.execPath, [...args], { cwd: root, maxBuffer: 2 ** 26 });
  const printed: Meaning = JSON.parse(stdout);
  return printed;
}

/** What the export's own script says of it. */
function verified({ files }: Meaning): ReturnType<Verify> {
  return verifyExport(new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text, 'utf8')])));
}

/** The files that a command is run from, with all that Node compiles of them kept. */
async function bundledCommand(): Promise<readonly string[]> {
  const folder = pathOf('command-line');
  await bundleCommandLine(program, folder);
  return [
    '--input-type=module',
    '--eval',
    `process.getBuiltinModule('node:module').enableCompileCache(${JSON.stringify(join(folder, 'compiled'))});
     await import(${JSON.stringify(pathToFileURL(join(folder, startFile)).href)});`,
  ];
}

async function builtAsFunction(): Promise<readonly string[]> {
  const outdir = pathOf('function');
  await build({ ...asFunctionsAreBuilt, minify: true, entryPoints: { index: join(root, program) }, outdir });
  return [join(outdir, 'index.mjs')];
}

async function builtAsConsole(): Promise<readonly string[]> {
  const { build: buildWithVite } = await import('vite');
  const outDir = pathOf('console');
  await buildWithVite({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: { outDir, ssr: program, target: 'es2023', minify: true, rolldownOptions: { onLog: () => undefined } },
  });
  return [join(outDir, 'print-meaning.js')];
}

test('sources hide a secret that is announced in any of ten scripts, and export what can be verified', () => {
  expect(JSON.stringify(ofSources.redacted)).not.toContain(announced);
  expect(verified(ofSources)).toMatchObject({ holds: true });
});

test('the bundle of the command line means what its sources mean, in its first command and in later ones', async () => {
  const command = await bundledCommand();

  for (const time of ['first', 'second', 'third']) {
    const printed = await printedBy(...command);
    expect({ time, printed }).toEqual({ time, printed: ofSources });
    expect(verified(printed)).toMatchObject({ holds: true });
  }
  expect(readFileSync(pathOf('command-line', startFile), 'utf8')).toContain('密');
});

test.each([
  ['sources in a process of their own', async () => [program]],
  ['a bundle built as those of the functions', builtAsFunction],
  ['a bundle built as the console', builtAsConsole],
])('%s mean what the sources mean', async (_title, built) => {
  const printed = await printedBy(...(await built()));

  expect(printed).toEqual(ofSources);
  expect(verified(printed)).toMatchObject({ holds: true });
});
