import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { leftOut, runOrder } from '../weight/run-order.ts';
import { syntaxCounts } from '../weight/syntax-counts.ts';
import { topicFolders } from '../weight/topic-folders.ts';
import { repositoryFiles } from './source-files.ts';

function counted(text: string, path = 'shared/a.ts') {
  return syntaxCounts([{ path, text, lines: text.split('\n').length - 1 }]);
}

test('weight counts the syntax of types, spreads and imports, not their words', () => {
  const counts = counted(`
interface A { readonly a?: number }
type B = Pick<A, 'a'>;
interface C extends Pick<A, 'a'> {}
const text = "interface D; Pick<A>; import('x')";
const b = (a?: number) => ({ ...(a !== undefined && { a }), ...(a === 1 && { a }), text });
const late = async () => import('./other.ts');
`);

  expect(counts).toMatchObject({ types: 3, picks: 2, conditionalSpreads: 1, lateImports: 1 });
});

test('weight counts the lines and the odd words of comments, not those of texts', () => {
  const counts = counted(`
/**
 * What nobody reads.
 */
const a = 1; // as it is
const b = '// by now';
`);

  expect(counts).toMatchObject({ commentLines: 4, commentWords: 6, oddWords: 2 });
});

test('weight does not count the late imports of the table of pages', () => {
  const page = "export const home = () => import('../pages/home.tsx');\n";

  expect(counted(page, 'console/app/pages.ts').lateImports).toBe(0);
  expect(counted(page, 'console/app/signed-in.tsx').lateImports).toBe(1);
});

test('weight counts the rooms with a topic’s word in a path, in the singular and the plural', () => {
  const folders = topicFolders([
    'functions/watch-sessions.ts',
    'cli/a/session-list.ts',
    'cli/sessions/a.ts',
    'shared/sessions/session.ts',
    'shared/sessions/store/session-items.ts',
    'shared/kernel/runs/session-runs.ts',
    'shared/obsession/a.ts',
  ]);

  expect(folders.get('sessions')).toBe(3);
});

test('weight follows a run into functions and counts a called field of a caller as a climb', () => {
  const root = mkdtempSync(join(tmpdir(), 'curfew-weight-'));
  const files = {
    'functions/main.ts': `import { run } from '../shared/a/use-cases/run.ts';
export const handler = async () => run({ name: 'a', work: async () => undefined }, { put: async () => undefined });
`,
    'shared/a/use-cases/run.ts': `import { deepest } from '../deepest.ts';
import type { Job, Store } from './job.ts';
export async function run(job: Job, { put }: Store): Promise<void> {
  await job.work();
  await put(deepest(job.name));
}
export function notCalled(): void {}
`,
    'shared/a/use-cases/job.ts': `export interface Job { readonly name: string; readonly work: () => Promise<void> }
export interface Store { put(name: string): Promise<void> }
`,
    'shared/a/deepest.ts': 'export function deepest(name: string): string { return name; }\n',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }

  const { files: read, climbs, names } = runOrder(root, 'functions/main.ts');

  expect([...read].toSorted()).toEqual(['functions/main.ts', 'shared/a/use-cases/job.ts', 'shared/a/use-cases/run.ts']);
  expect([...climbs]).toEqual(['work']);
  expect([...names]).toEqual(['Job']);
});

test('weight leaves files of each kind that it names out of a run, and no use case', () => {
  const files = repositoryFiles();

  expect(leftOut.filter((pattern) => !files.some((path) => pattern.test(path)))).toEqual([]);
  expect(files.filter((path) => path.includes('/use-cases/') && leftOut.some((p) => p.test(path)))).toEqual([]);
});
