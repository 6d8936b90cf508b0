import { execFile } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';

import type * as bundle from '../../cli/bundle/bundle.mjs';
import { commandNames } from '../support/every-command.ts';
import { programEnvironment } from '../support/program.ts';
import { useScratchFolder } from '../support/scratch-folder.ts';

const root = join(import.meta.dirname, '..', '..');
const sources = ['cli', 'console', 'emulator', 'functions', 'infra', 'local', 'shared', 'docs/verify-export.mjs'];
const files = ['package.json', 'package-lock.json', 'curfew.config.example.ts'];
const waitMs = 50_000;

const copy = useScratchFolder('file');
const scratch = useScratchFolder();
const installed = (...names: readonly string[]): string => copy.pathOf('node_modules', ...names);
const bundles = (): string => installed('.cache', 'bundled');
const program = (): string => copy.pathOf('cli', 'curfew.mjs');

/** A command ends after what it leaves behind, which then cannot write into another test. */
const waiter = `data:text/javascript,${encodeURIComponent(`
  process.getBuiltinModule('node:child_process').ChildProcess.prototype.unref = () => {};
`)}`;

/** Tells at its end, in place of standard error, whether a bundle was run. */
const witness = `data:text/javascript,${encodeURIComponent(`
  const { registerHooks } = process.getBuiltinModule('node:module');
  let isBundled = false;
  process.stderr.write = () => true;
  registerHooks({
    load(url, context, next) {
      isBundled ||= url.includes('/bundled/');
      return next(url, context);
    },
  });
  process.on('exit', () => process.getBuiltinModule('node:fs').writeSync(2, JSON.stringify({ isBundled })));
`)}`;

/** Runs the command line under each name, and gives what is written under it. */
const recorder = `
  const [address, method, bundle, ...names] = JSON.parse(process.argv[1]);
  const { exitCode, stdout: { write } } = process;
  const run = (await import(address))[method];
  const told = {};
  process.setMaxListeners(0);
  process.stdout.setMaxListeners(0);
  for (const name of names) {
    process.argv = [process.execPath, 'curfew', ...name.split(' '), '--help'];
    let text = '';
    process.stdout.write = (part) => { text += part; return true; };
    await run(bundle);
    told[name] = text + process.exitCode;
  }
  process.exitCode = exitCode;
  process.stdout.write = write;
  process.stdout.write(JSON.stringify(told));
`;

interface Result {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

async function ran(...args: readonly string[]): Promise<Result> {
  return ranWith(programEnvironment(), args);
}

async function ranWith(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<Result> {
  const options = { cwd: scratch.pathOf(), env, maxBuffer: 2 ** 26 };
  return promisify(execFile)(process.execPath, [...args], options).then(
    ({ stdout, stderr }) => ({ stdout, stderr, code: 0 }),
    (error: Result) => ({ stdout: error.stdout, stderr: error.stderr, code: error.code }),
  );
}

async function curfew(...args: readonly string[]): Promise<Result> {
  return ran(program(), ...args);
}

async function isBundled(...args: readonly string[]): Promise<boolean> {
  const { stderr } = await ran('--import', waiter, '--import', witness, program(), ...args);
  return z.object({ isBundled: z.boolean() }).parse(JSON.parse(stderr)).isBundled;
}

async function makeBundle(): Promise<Result> {
  return ran(copy.pathOf('cli', 'bundle', 'make-bundle.ts'));
}

/** Sources that were changed and are again what they were have other times: the bundle is again of them as they are. */
async function takeSourcesAsTheyAre(): Promise<void> {
  const manifest = z
    .looseObject({ files: z.array(z.string()) })
    .parse(JSON.parse(readFileSync(join(bundles(), 'manifest.json'), 'utf8')));
  const ofCopy: unknown = await import(pathToFileURL(copy.pathOf('cli', 'bundle', 'bundle.mjs')).href);
  const { stampsOf } = ofCopy as typeof bundle;
  writeFileSync(join(bundles(), 'manifest.json'), JSON.stringify({ ...manifest, stamps: stampsOf(manifest.files) }));
}

/** Two files are compared under a key of the process: equal secrets have equal marks in one output alone. */
function unsalted(text: string): string {
  return text.replaceAll(/\[secret:[^\]]+\]|"fingerprint": "[^"]+"/gu, '[secret]');
}

/** None is made while the sources are being written. */
async function makeBundleSoon(): Promise<void> {
  await vi.waitUntil(async () => (await makeBundle()).code === 0, { timeout: waitMs, interval: 100 });
}

function named(): string {
  return z.object({ name: z.string() }).parse(JSON.parse(readFileSync(join(bundles(), 'manifest.json'), 'utf8'))).name;
}

/** So that a command that finds no bundle leaves none behind while other things are looked at. */
function tryNothingNow(): void {
  mkdirSync(bundles(), { recursive: true });
  writeFileSync(join(bundles(), 'last-try'), '');
}

/** What every installation has, and the packages by links: no bundle is in the project's own place. */
beforeAll(() => {
  for (const name of sources) {
    const isSource = (path: string): boolean => !path.startsWith(join(root, 'console', 'dist'));
    cpSync(join(root, name), copy.pathOf(name), { recursive: true, filter: isSource });
  }
  files.forEach((name) => copyFileSync(join(root, name), copy.pathOf(name)));
  mkdirSync(installed());
  for (const name of readdirSync(join(root, 'node_modules')).filter((each) => !each.startsWith('.'))) {
    symlinkSync(join(root, 'node_modules', name), installed(name));
  }
  writeFileSync(installed('.package-lock.json'), '{}');
});

describe('the command line from its bundle', () => {
  beforeEach(async () => {
    if (!existsSync(join(bundles(), 'manifest.json'))) {
      tryNothingNow();
      await makeBundleSoon();
    }
  });

  test('prints the same help of every command as from its sources', async () => {
    const names = await commandNames();
    const toldBy = async (path: string, method: string): Promise<unknown> => {
      const order = JSON.stringify([pathToFileURL(path).href, method, join(bundles(), named()), ...names]);
      const { stdout } = await ran('--input-type=module', '--eval', recorder, order);
      return JSON.parse(stdout);
    };

    const bundled = await toldBy(copy.pathOf('cli', 'bundle', 'bundle.mjs'), 'runBundle');
    const plain = await toldBy(copy.pathOf('cli', 'frame', 'run-cli.ts'), 'runProcess');

    expect(bundled).toEqual(plain);
    expect(Object.keys(z.looseObject({}).parse(plain))).toHaveLength(names.length);
  });

  test('does the same, fails alike and starts the engine beside its sources', async () => {
    const state = ['--state', scratch.pathOf('state')];
    mkdirSync(scratch.pathOf('state'));
    const lines = [
      ['--version'],
      ['budgets', 'list', '--json', ...state],
      ['caps', ...state],
      ['explain', 'ann@acme.example', ...state],
      ['caps', '--state', scratch.pathOf('nowhere')],
      ['caps', '--nonsense'],
      ['run', 'enforce', '--at', 'yesterday', ...state],
    ];

    const made = await curfew('budgets', 'set', 'default', 'month', '1M', '--yes', ...state);

    expect(made).toMatchObject({ code: 0 });
    for (const line of lines) {
      const [bundled, plain] = [await curfew(...line), await ran(copy.pathOf('cli', 'main.ts'), ...line)];
      expect(bundled).toEqual(plain);
    }
    expect(await isBundled('caps', ...state)).toBe(true);
  });

  test('loads every file of it, and what is apart from it', async () => {
    const loadsAll = `
      const { readdirSync } = await import('node:fs');
      const names = readdirSync('.').filter((name) => name.endsWith('.mjs'));
      for (const name of names) {
        await import(process.cwd() + '/' + name);
      }
      process.stdout.write(String(names.length));
      process.exit(0);
    `;
    const folder = JSON.stringify(join(bundles(), named()));

    const { stdout, stderr, code } = await ran('--input-type=module', '--eval', `process.chdir(${folder});${loadsAll}`);

    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    expect(Number(stdout)).toBeGreaterThan(100);
  });

  test('has Node keep what a command compiled, and does without where that is spoilt', async () => {
    const compiled = () => join(bundles(), named(), 'compiled');
    const filesOfIt = () =>
      readdirSync(compiled(), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
    // A cache that the environment names would come before the bundle's own.
    const help = async () => ranWith({ PATH: process.env['PATH'] }, [program(), 'teams', '--help']);

    await help();
    const kept = filesOfIt();
    kept.forEach((file) => writeFileSync(file, readFileSync(file).fill(7, 40)));
    const spoilt = await help();

    expect(kept.length).toBeGreaterThan(10);
    expect(spoilt).toEqual(await ran(copy.pathOf('cli', 'main.ts'), 'teams', '--help'));
  });

  test('shows texts in any script as the sources do, in its first command and in later ones', async () => {
    const settings = {
      commandAllowlist: ['密码：plum/tree/nine', 'пароль: plum/tree/nine', 'clé : plum/tree/nine', '上海'],
      serviceRouterGuidance: 'パスワードは「plum/tree/nine」 — Zürich',
    };
    const [before, after] = [scratch.pathOf('before.json'), scratch.pathOf('after.json')];
    writeFileSync(before, '{}');
    writeFileSync(after, JSON.stringify(settings));
    const line = ['controls', 'diff', before, after, '--json'];

    const bundled = [await curfew(...line), await curfew(...line), await curfew(...line)];
    const plain = await ran(copy.pathOf('cli', 'main.ts'), ...line);

    expect(plain).toMatchObject({ code: 0, stdout: expect.stringContaining('上海') });
    expect(plain.stdout).not.toContain('plum/tree/nine');
    expect(bundled.map(({ stdout }) => unsalted(stdout))).toEqual(
      Array.from({ length: 3 }, () => unsalted(plain.stdout)),
    );
  });

  test('may be made by two at once', async () => {
    tryNothingNow();

    const [one, other] = await Promise.all([makeBundle(), makeBundle()]);

    expect([one.code, other.code]).toEqual([0, 0]);
    expect(await isBundled('--version')).toBe(true);
    expect(await curfew('--version')).toMatchObject({ code: 0, stderr: '' });
  });

  test('is not used once a source has changed, even one of the same size and age', async () => {
    const file = copy.pathOf('cli', 'caps', 'cap-commands.ts');
    const before = readFileSync(file, 'utf8');
    const aged = new Date('2026-01-01T00:00:00Z');
    tryNothingNow();

    writeFileSync(file, before.replace('why a user’s limit is what it is', 'why a user’s limit was what it is'));
    utimesSync(file, aged, aged);
    const changed = await curfew('--help');
    const later = await isBundled('caps', '--help');

    expect(changed.stdout).toContain('limit was what it is');
    expect(later).toBe(false);
    writeFileSync(file, before);
    await takeSourcesAsTheyAre();
    expect(await isBundled('caps', '--help')).toBe(true);
  });

  test('is not used with other packages', async () => {
    tryNothingNow();
    expect(await isBundled('--version')).toBe(true);

    writeFileSync(installed('.package-lock.json'), '{ }');

    expect(await isBundled('--version')).toBe(false);
    writeFileSync(installed('.package-lock.json'), '{}');
    await takeSourcesAsTheyAre();
  });

  test('is not made of sources that are written meanwhile', async () => {
    tryNothingNow();
    const file = copy.pathOf('shared', 'caps', 'cap-plan.ts');
    const before = named();

    appendFileSync(file, '\n');
    const making = makeBundle();
    while ((await Promise.race([making, sleep(20, undefined)])) === undefined) {
      appendFileSync(file, '\n');
    }

    expect((await making).code).toBe(1);
    expect(named()).toBe(before);
    expect(await isBundled('--version')).toBe(false);
    rmSync(join(bundles(), 'manifest.json'));
  });
});

describe('the command line without a bundle', () => {
  beforeEach(async () => {
    // rmSync does not wait between its tries: findings/node-24-rmsync-retry-delay.sh.
    await rm(bundles(), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  test('leaves a process behind that makes one, for the next command', async () => {
    const first = await curfew('--version');

    await vi.waitUntil(() => existsSync(join(bundles(), 'manifest.json')), { timeout: waitMs, interval: 100 });
    const isLater = await isBundled('--version');

    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(isLater).toBe(true);
  });

  test.each([
    ['where nobody may write', () => writeFileSync(bundles(), '')],
    ['where what bundles is not installed', () => rmSync(installed('esbuild'))],
    [
      'where a bundle was cut off',
      () => {
        tryNothingNow();
        writeFileSync(join(bundles(), 'manifest.json'), '{"place":');
      },
    ],
  ])('works from its sources, and says nothing of it, %s', async (_title, spoil) => {
    mkdirSync(installed('.cache'), { recursive: true });
    spoil();

    const result = await ran('--import', waiter, program(), '--version');

    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(await isBundled('--version')).toBe(false);
  });
});
