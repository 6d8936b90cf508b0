import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';
import { expect, test } from 'vitest';
import * as z from 'zod';

import { useScratchFolder } from '../support/scratch-folder.ts';

// The linter checks types with the native compiler, in the program that its own rules need anyway.
const root = join(import.meta.dirname, '..', '..');
const { scripts } = z
  .object({ scripts: z.object({ check: z.string() }) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
const lint = scripts.check.split(' && ').find((command) => command.startsWith('oxlint ')) ?? '';

const { fileOf, pathOf } = useScratchFolder('test');

/** What `npm run check` has against a project of some files, with the options of this one. */
function check(files: Readonly<Record<string, string>>) {
  ['package.json', 'tsconfig.json', '.oxlintrc.json'].forEach((name) => copyFileSync(join(root, name), pathOf(name)));
  symlinkSync(join(root, 'node_modules'), pathOf('node_modules'), 'dir');
  Object.entries(files).forEach(([name, text]) => fileOf(name, text));
  const [, ...args] = lint.split(' ');
  const { status, stdout } = spawnSync(join(root, 'node_modules', '.bin', 'oxlint'), args, {
    cwd: pathOf(),
    encoding: 'utf8',
  });
  return { status, found: new Set([...stdout.matchAll(/\bTS\d+\b/gu)].map(([code]) => code)) };
}

const sound =
  'export interface Row {\n  readonly name: string;\n  size?: number;\n}\nexport class Base {\n  read() {}\n}\n';

/** A file for each kind of mistake, by the code that the compiler gives it. */
const mistakes: Readonly<Record<string, string>> = {
  TS2322: "export const size: number = 'text';",
  TS2305: "import { missing } from './sound.ts';\nexport const row = missing;",
  TS2307: "import { missing } from './missing.ts';\nexport const row = missing;",
  // noUncheckedIndexedAccess
  TS2532: 'export const first = (list: readonly string[]) => list[0].length;',
  // noImplicitOverride
  TS4114: "import { Base } from './sound.ts';\nexport class Own extends Base {\n  read() {}\n}",
  // noImplicitReturns
  TS7030: 'export function one(is: boolean) {\n  if (is) {\n    return 1;\n  }\n}',
  // noFallthroughCasesInSwitch
  TS7029:
    'export function add(kind: number, to: number[]) {\n  switch (kind) {\n    case 1:\n      to.push(1);\n    default:\n      to.push(2);\n  }\n}',
  // noPropertyAccessFromIndexSignature
  TS4111: 'export const path = (env: Record<string, string>) => env.PATH;',
  // noUnusedLocals and noUnusedParameters
  TS6133: 'export function none(unused: string) {}',
  // verbatimModuleSyntax
  TS1484: "import { Row } from './sound.ts';\nexport const name = (row: Row) => row.name;",
  // erasableSyntaxOnly
  TS1294: 'export enum Kind {\n  One,\n}',
};

test('npm run check refuses each mistake of types that tsconfig.json forbids', () => {
  const files = Object.entries(mistakes).map(([code, text]) => [`${code.toLowerCase()}.ts`, `${text}\n`]);

  const { status, found } = check({ 'sound.ts': sound, ...Object.fromEntries(files) });

  expect(status).not.toBe(0);
  expect([...found].toSorted()).toEqual(Object.keys(mistakes).toSorted());
});

test('npm run check accepts what has none', () => {
  expect(check({ 'sound.ts': sound })).toEqual({ status: 0, found: new Set() });
});

test('every file belongs to a program, whose options hold for it', () => {
  const configs = ['tsconfig.json', 'console/tsconfig.json', 'console/tsconfig.build.json'];
  const inPrograms = new Set(configs.flatMap(filesOf));

  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  });

  const files = listed.split('\n').filter((name) => name !== '');
  expect(files.length).toBeGreaterThan(2_000);
  expect(files.filter((name) => !inPrograms.has(join(root, name)))).toEqual([]);
});

function filesOf(config: string): readonly string[] {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  return ts.getParsedCommandLineOfConfigFile(join(root, config), {}, host)?.fileNames ?? [];
}
