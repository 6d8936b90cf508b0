import { mkdirSync, symlinkSync, writeFileSync, copyFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { beforeAll, describe, expect, test } from 'vitest';

import { useScratchFolder } from '../support/scratch-folder.ts';
import { cruiseProject } from './cruise-project.ts';

const root = join(import.meta.dirname, '..', '..');
const { pathOf } = useScratchFolder('file');

/** One import of a small project: by which file, of what, and the file that is there for it when it is one of ours. */
type Import = readonly [title: string, from: string, specifier: string, target?: string];

const refused: readonly Import[] = [
  ['the domain importing a use case', 'shared/domain/a.ts', '../application/b.ts', 'shared/application/b.ts'],
  ['the guard importing what plans', 'shared/promise/a.ts', '../domain/pools/b.ts', 'shared/domain/pools/b.ts'],
  ['the guard importing zod', 'shared/promise/a.ts', 'zod'],
  ['the domain importing zod', 'shared/domain/a.ts', 'zod'],
  ['the domain importing node', 'shared/domain/a.ts', 'node:fs'],
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
  ['the coverage of controls importing zod', 'shared/domain/controls/coverage/a.ts', 'zod'],
  ['the coverage of controls importing node', 'shared/domain/controls/coverage/a.ts', 'node:net'],
  ['other controls importing ipaddr.js', 'shared/domain/controls/a.ts', 'ipaddr.js'],
  ['the hash of the domain importing another module', 'shared/kernel/sha256.ts', 'node:fs'],
  ['another file of the domain importing node:crypto', 'shared/domain/caps/a.ts', 'node:crypto'],
  ['another file of mails importing tlds', 'shared/domain/mail/a.ts', 'tlds'],
  ['another domain importing tldts', 'shared/domain/roster/a.ts', 'tldts'],
];

const accepted: readonly Import[] = [
  ['the guard importing days', 'shared/promise/a.ts', '../domain/time/day.ts', 'shared/kernel/time/day.ts'],
  ['what the layers may import', 'shared/application/a.ts', '../domain/b.ts', 'shared/domain/b.ts'],
  ['the coverage of controls importing ipaddr.js', 'shared/domain/controls/coverage/a.ts', 'ipaddr.js'],
  ['the printing of mails importing tlds', 'shared/mail/unlinked.ts', 'tlds'],
  ['the coverage of controls importing tldts', 'shared/domain/controls/coverage/a.ts', 'tldts'],
  ['the hash of the domain importing node:crypto', 'shared/kernel/sha256.ts', 'node:crypto'],
  [
    'a room entered by its door',
    'shared/application/queries/a.ts',
    '../enforcement/enforce-budgets.ts',
    'shared/enforcement/use-cases/enforce-budgets.ts',
  ],
  ['a room of commands entered by its door', 'cli/frame/a.ts', '../caps/cap-commands.ts', 'cli/caps/cap-commands.ts'],
];

const byAnotherWay: readonly (readonly [...Required<Import>, rule: string])[] = [
  [
    'a permit made by another than the sender',
    'shared/application/enforcement/live/a.ts',
    '../../../promise/permit.ts',
    'shared/promise/permit.ts',
    'only-the-sender-asks-for-permits',
  ],
  [
    'a room entered by a file of its own',
    'shared/application/queries/a.ts',
    '../enforcement/send-plan.ts',
    'shared/enforcement/use-cases/send-plan.ts',
    'only-by-the-door-of-enforcement',
  ],
  [
    'a room of commands entered by a command',
    'cli/frame/a.ts',
    '../caps/caps.ts',
    'cli/caps/caps.ts',
    'only-by-the-door-of-cli-caps',
  ],
];

const cycles: Readonly<Record<string, string>> = {
  'shared/domain/value-cycle/a.ts': `import { x } from './b.ts';\nexport const y = () => x;\n`,
  'shared/domain/value-cycle/b.ts': `import { y } from './a.ts';\nexport const x = () => y;\n`,
  'shared/domain/type-cycle/a.ts': `import type { X } from './b.ts';\nexport type Y = X[];\n`,
  'shared/domain/type-cycle/b.ts': `import type { Y } from './a.ts';\nexport type X = { y: Y };\n`,
};

/** Every import of the lists in one project, so that it is cruised once. */
function plantedFiles(): ReadonlyMap<string, string> {
  const files = new Map(Object.entries(cycles));
  const imports = [...refused, ...accepted, ...byAnotherWay];
  for (const [index, [, from, specifier]] of imports.entries()) {
    const name = `x${index}`;
    files.set(
      from,
      `${files.get(from) ?? ''}import * as ${name} from '${specifier}';\nexport const y${index} = ${name};\n`,
    );
  }
  for (const target of imports.flatMap(([, , , path]) => path ?? [])) {
    files.set(target, files.get(target) ?? 'export const x = 1;\n');
  }
  return files;
}

describe('the import rule', () => {
  const broken = new Map<string, readonly string[]>();
  /** The rules that an import of the small project breaks; undefined when the rule has not seen it. */
  const brokenBy = (from: string, specifier: string) => broken.get(`${from} ${specifier.replace(/^node:/u, '')}`);

  beforeAll(async () => {
    ['package.json', 'tsconfig.json'].forEach((name) => copyFileSync(join(root, name), pathOf(name)));
    symlinkSync(join(root, 'node_modules'), pathOf('node_modules'), 'dir');
    for (const [path, text] of plantedFiles()) {
      mkdirSync(dirname(pathOf(path)), { recursive: true });
      writeFileSync(pathOf(path), text);
    }
    const { modules } = await cruiseProject(pathOf());
    for (const { source, dependencies } of modules) {
      dependencies.forEach(({ module, rules = [] }) =>
        broken.set(
          `${source} ${module}`,
          rules.map(({ name }) => name),
        ),
      );
    }
  });

  test('holds in the whole project, and really looks at it', async () => {
    const { summary, modules } = await cruiseProject(root);

    const seen = modules.map((module) => module.source);
    expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual([]);
    expect(seen).toContain('shared/caps/cap-plan.ts');
    expect(seen).toContain('functions/enforce-budgets/main.ts');
    expect(seen.filter((source) => source.startsWith('shared/')).length).toBeGreaterThan(80);
    expect(summary.totalDependenciesCruised ?? 0).toBeGreaterThan(300);
  });

  test.for(refused)('refuses %s', ([, from, specifier]) => {
    expect(brokenBy(from, specifier)).toContain('not-in-allowed');
  });

  test.for(accepted)('accepts %s', ([, from, specifier]) => {
    expect(brokenBy(from, specifier)).toEqual([]);
  });

  test.for(byAnotherWay)('refuses %s', ([, from, specifier, , rule]) => {
    expect(brokenBy(from, specifier)).toEqual([rule]);
  });

  test.for<readonly [title: string, from: string]>([
    ['a cycle', 'shared/domain/value-cycle/a.ts'],
    ['a cycle that closes through types', 'shared/domain/type-cycle/a.ts'],
  ])('refuses %s', ([, from]) => {
    expect(brokenBy(from, './b.ts')).toContain('no-cycles');
  });
});
