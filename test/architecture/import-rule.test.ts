import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, describe, expect, test } from 'vitest';

import { cruiseProject } from './cruise-project.ts';

const root = join(import.meta.dirname, '..', '..');
const planted: string[] = [];

afterEach(() => planted.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

/** A small project with one good import and one import of the kind in question. */
function plant(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'curfew-canary-'));
  planted.push(folder);
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  cpSync(join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

describe('the import rule', () => {
  test('holds in the whole project, and really looks at it', async () => {
    const { summary, modules } = await cruiseProject(root);

    const seen = modules.map((module) => module.source);
    expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual([]);
    expect(seen).toContain('shared/domain/caps/cap-plan.ts');
    expect(seen).toContain('functions/enforce-budgets/main.ts');
    expect(seen.filter((source) => source.startsWith('shared/')).length).toBeGreaterThan(80);
    expect(summary.totalDependenciesCruised ?? 0).toBeGreaterThan(300);
  });

  test.for<readonly [title: string, from: string, specifier: string, target: string | undefined]>([
    ['the domain importing a use case', 'shared/domain/a.ts', '../application/b.ts', 'shared/application/b.ts'],
    ['the domain importing zod', 'shared/domain/a.ts', 'zod', undefined],
    ['the domain importing node', 'shared/domain/a.ts', 'node:fs', undefined],
    ['a use case importing an adapter', 'shared/application/a.ts', '../adapters/ses/b.ts', 'shared/adapters/ses/b.ts'],
    ['an adapter importing another', 'shared/adapters/ses/a.ts', '../dynamo/b.ts', 'shared/adapters/dynamo/b.ts'],
    ['a function importing another', 'functions/one/handler.ts', '../two/job.ts', 'functions/two/job.ts'],
    ['a function importing all jobs', 'functions/one/main.ts', '../jobs.ts', 'functions/jobs.ts'],
    ['a declaration importing a handler', 'functions/one/job.ts', './handler.ts', 'functions/one/handler.ts'],
    ['the command line importing one job', 'cli/a.ts', '../functions/one/job.ts', 'functions/one/job.ts'],
    [
      'a handler importing an adapter',
      'functions/one/handler.ts',
      '../../shared/adapters/ses/b.ts',
      'shared/adapters/ses/b.ts',
    ],
    ['the emulator importing the product', 'emulator/a.ts', '../shared/domain/b.ts', 'shared/domain/b.ts'],
    ['infra importing a handler', 'infra/a.ts', '../functions/one/handler.ts', 'functions/one/handler.ts'],
    ['the product importing a test', 'shared/domain/a.ts', '../../test/b.ts', 'test/b.ts'],
  ])('refuses %s', async ([, from, specifier, target]) => {
    const project = plant({
      [from]: `import { x } from '${specifier}';\nexport const y = x;\n`,
      ...(target === undefined ? {} : { [target]: 'export const x = 1;\n' }),
    });

    const { summary } = await cruiseProject(project, [from.split('/')[0] ?? '']);

    expect(summary.violations.filter((violation) => violation.from === from).map(({ rule }) => rule.name)).toContain(
      'not-in-allowed',
    );
  });

  test.for<readonly [title: string, from: string, specifier: string, isAccepted: boolean]>([
    ['accepts the coverage of controls importing ipaddr.js', 'shared/domain/controls/coverage/a.ts', 'ipaddr.js', true],
    ['accepts the coverage of controls importing tldts', 'shared/domain/controls/coverage/a.ts', 'tldts', true],
    ['refuses the coverage of controls importing zod', 'shared/domain/controls/coverage/a.ts', 'zod', false],
    ['refuses the coverage of controls importing node', 'shared/domain/controls/coverage/a.ts', 'node:net', false],
    ['refuses other controls importing ipaddr.js', 'shared/domain/controls/a.ts', 'ipaddr.js', false],
    ['accepts the hash of the domain importing node:crypto', 'shared/domain/sha256.ts', 'node:crypto', true],
    ['refuses the hash of the domain importing another module', 'shared/domain/sha256.ts', 'node:fs', false],
    ['refuses another file of the domain importing node:crypto', 'shared/domain/caps/a.ts', 'node:crypto', false],
    ['refuses another domain importing tldts', 'shared/domain/roster/a.ts', 'tldts', false],
  ])('%s', async ([, from, specifier, isAccepted]) => {
    const project = plant({ [from]: `import * as x from '${specifier}';\nexport const y = x;\n` });
    symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'), 'dir');

    const { summary } = await cruiseProject(project, ['shared']);

    expect(summary.violations.map(({ rule }) => rule.name)).toEqual(isAccepted ? [] : ['not-in-allowed']);
  });

  test.for<readonly [title: string, target: string, isAccepted: boolean]>([
    ['accepts a room entered by its door', 'enforce-budgets', true],
    ['refuses a room entered by a file of its own', 'send-plan', false],
  ])('%s', async ([, target, isAccepted]) => {
    const project = plant({
      'shared/application/queries/a.ts': `import { x } from '../enforcement/${target}.ts';\nexport const y = x;\n`,
      [`shared/application/enforcement/${target}.ts`]: 'export const x = 1;\n',
    });

    const { summary } = await cruiseProject(project, ['shared']);

    const refused = ['only-by-the-door-of-enforcement'];
    expect(summary.violations.map(({ rule }) => rule.name)).toEqual(isAccepted ? [] : refused);
  });

  test.for<readonly [title: string, target: string, isAccepted: boolean]>([
    ['accepts a room of commands entered by its door', 'cap-commands', true],
    ['refuses a room of commands entered by a command', 'caps', false],
  ])('%s', async ([, target, isAccepted]) => {
    const project = plant({
      'cli/frame/a.ts': `import { x } from '../caps/${target}.ts';\nexport const y = x;\n`,
      [`cli/caps/${target}.ts`]: 'export const x = 1;\n',
    });

    const { summary } = await cruiseProject(project, ['cli']);

    expect(summary.violations.map(({ rule }) => rule.name)).toEqual(isAccepted ? [] : ['only-by-the-door-of-cli-caps']);
  });

  test('accepts what the layers may import', async () => {
    const project = plant({
      'shared/application/a.ts': `import { x } from '../domain/b.ts';\nexport const y = x;\n`,
      'shared/domain/b.ts': 'export const x = 1;\n',
    });

    const { summary } = await cruiseProject(project, ['shared']);

    expect(summary.violations).toEqual([]);
  });

  test('refuses a cycle that closes through types', async () => {
    const project = plant({
      'shared/domain/a.ts': `import type { X } from './b.ts';\nexport type Y = X[];\n`,
      'shared/domain/b.ts': `import type { Y } from './a.ts';\nexport type X = { y: Y };\n`,
    });

    const { summary } = await cruiseProject(project, ['shared']);

    expect(summary.violations.map(({ rule }) => rule.name)).toContain('no-cycles');
  });

  test('refuses a cycle', async () => {
    const project = plant({
      'shared/domain/a.ts': `import { x } from './b.ts';\nexport const y = () => x;\n`,
      'shared/domain/b.ts': `import { y } from './a.ts';\nexport const x = () => y;\n`,
    });

    const { summary } = await cruiseProject(project, ['shared']);

    expect(summary.violations.map(({ rule }) => rule.name)).toContain('no-cycles');
  });
});
