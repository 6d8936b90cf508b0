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
  ['a pure file importing a use case', 'shared/a/a.ts', './use-cases/b.ts', 'shared/a/use-cases/b.ts'],
  ['a pure file importing a contract', 'shared/a/a.ts', './contract.ts', 'shared/a/contract.ts'],
  ['a pure file of the kernel importing a store', 'shared/kernel/a/a.ts', '../store/b.ts', 'shared/kernel/store/b.ts'],
  ['the guard importing what plans', 'shared/promise/a.ts', '../pools/b.ts', 'shared/pools/b.ts'],
  ['the guard importing zod', 'shared/promise/a.ts', 'zod'],
  ['a pure file importing zod', 'shared/a/a.ts', 'zod'],
  ['a pure file importing node', 'shared/a/a.ts', 'node:fs'],
  ['a use case importing a store', 'shared/a/use-cases/a.ts', '../store.ts', 'shared/a/store.ts'],
  ['a use case importing zod', 'shared/a/use-cases.ts', 'zod'],
  ['a contract importing a use case', 'shared/a/contract/a.ts', '../use-cases/b.ts', 'shared/a/use-cases/b.ts'],
  ['a store importing a client of AWS of ours', 'shared/a/store.ts', '../b/aws/b.ts', 'shared/b/aws/b.ts'],
  ['a client of AWS importing that of another topic', 'shared/a/aws/a.ts', '../../b/aws/b.ts', 'shared/b/aws/b.ts'],
  ['a reader of the platform importing a store', 'shared/a/platform.ts', './store.ts', 'shared/a/store.ts'],
  ['a function importing another', 'functions/one.ts', './two.ts', 'functions/two.ts'],
  ['a function importing all jobs', 'functions/one.ts', '../shared/jobs.ts', 'shared/jobs.ts'],
  ['a function importing a use case', 'functions/one.ts', '../shared/a/use-cases.ts', 'shared/a/use-cases.ts'],
  ['a declaration importing a use case', 'shared/one/job.ts', './use-cases/b.ts', 'shared/one/use-cases/b.ts'],
  ['a declaration importing what builds it', 'shared/one/job.ts', '../wiring/b.ts', 'shared/wiring/b.ts'],
  ['the command line importing a function', 'cli/a.ts', '../functions/one.ts', 'functions/one.ts'],
  ['infra importing what builds a job', 'infra/a.ts', '../shared/wiring/b.ts', 'shared/wiring/b.ts'],
  ['the emulator importing the product', 'emulator/a.ts', '../shared/b/b.ts', 'shared/b/b.ts'],
  ['the product importing a test', 'shared/a/a.ts', '../../test/b.ts', 'test/b.ts'],
  ['the coverage of controls importing zod', 'shared/coverage/a.ts', 'zod'],
  ['the coverage of controls importing node', 'shared/coverage/a.ts', 'node:net'],
  ['other controls importing ipaddr.js', 'shared/controls/a.ts', 'ipaddr.js'],
  ['the hash importing another module', 'shared/kernel/sha256.ts', 'node:fs'],
  ['another pure file importing node:crypto', 'shared/caps/a.ts', 'node:crypto'],
  ['another file of mails importing tlds', 'shared/mail/a.ts', 'tlds'],
  ['another topic importing tldts', 'shared/roster/a.ts', 'tldts'],
];

const accepted: readonly Import[] = [
  ['the guard importing days', 'shared/promise/a.ts', '../kernel/time/day.ts', 'shared/kernel/time/day.ts'],
  ['a use case importing a pure file', 'shared/a/use-cases/a.ts', '../../b/b.ts', 'shared/b/b.ts'],
  ['a store importing those of the kernel', 'shared/a/store.ts', '../kernel/store/b.ts', 'shared/kernel/store/b.ts'],
  ['a client of AWS importing another of its topic', 'shared/a/aws/a.ts', './c.ts', 'shared/a/aws/c.ts'],
  ['the coverage of controls importing ipaddr.js', 'shared/coverage/a.ts', 'ipaddr.js'],
  ['the printing of mails importing tlds', 'shared/mail/unlinked.ts', 'tlds'],
  ['the coverage of controls importing tldts', 'shared/coverage/a.ts', 'tldts'],
  ['the hash importing node:crypto', 'shared/kernel/sha256.ts', 'node:crypto'],
  [
    'a room entered by its door',
    'shared/status/use-cases/a.ts',
    '../../enforcement/use-cases/enforce-budgets.ts',
    'shared/enforcement/use-cases/enforce-budgets.ts',
  ],
  ['a room of commands entered by its door', 'cli/frame/a.ts', '../caps/cap-commands.ts', 'cli/caps/cap-commands.ts'],
];

const byAnotherWay: readonly (readonly [...Required<Import>, rule: string])[] = [
  [
    'a permit made by another than the sender',
    'shared/live/use-cases/a.ts',
    '../../promise/permit.ts',
    'shared/promise/permit.ts',
    'only-the-sender-asks-for-permits',
  ],
  [
    'a room entered by a file of its own',
    'shared/status/use-cases/a.ts',
    '../../enforcement/use-cases/plan-parts.ts',
    'shared/enforcement/use-cases/plan-parts.ts',
    'only-by-the-door-of-enforcement',
  ],
  [
    'a table entered by the way that its items are written',
    'cli/frame/a.ts',
    '../../shared/a/store/row-item.ts',
    'shared/a/store/row-item.ts',
    'only-by-the-door-of-tables',
  ],
  [
    'a room of commands entered by a command',
    'cli/frame/a.ts',
    '../caps/caps.ts',
    'cli/caps/caps.ts',
    'only-by-the-door-of-cli-caps',
  ],
  [
    'what commands read of infra importing a construct',
    'infra/table-names.ts',
    './constructs/b.ts',
    'infra/constructs/b.ts',
    'what-commands-read-of-infra-loads-no-cdk',
  ],
];

const others: Readonly<Record<string, string>> = {
  'infra/table-names.ts': `import { ArnFormat } from 'aws-cdk-lib';\nexport const format = ArnFormat;\n`,
  'shared/value-cycle/a.ts': `import { x } from './b.ts';\nexport const y = () => x;\n`,
  'shared/value-cycle/b.ts': `import { y } from './a.ts';\nexport const x = () => y;\n`,
  'shared/type-cycle/a.ts': `import type { X } from './b.ts';\nexport type Y = X[];\n`,
  'shared/type-cycle/b.ts': `import type { Y } from './a.ts';\nexport type X = { y: Y };\n`,
};

/** Every import of the lists in one project, so that it is cruised once. */
function plantedFiles(): ReadonlyMap<string, string> {
  const files = new Map(Object.entries(others));
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
    expect(seen).toContain('functions/enforce-budgets.ts');
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
    ['a cycle', 'shared/value-cycle/a.ts'],
    ['a cycle that closes through types', 'shared/type-cycle/a.ts'],
  ])('refuses %s', ([, from]) => {
    expect(brokenBy(from, './b.ts')).toContain('no-cycles');
  });

  test('refuses what commands read of infra importing the CDK', () => {
    expect(brokenBy('infra/table-names.ts', 'aws-cdk-lib')).toContain('what-commands-read-of-infra-loads-no-cdk');
  });
});
