import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

const beside = ['**/node_modules', '**/.*', 'cdk.out', 'console/dist', 'findings'];

/** One file of TypeScript, by its path from the root. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  /** Line ends. */
  readonly lines: number;
}

/** Every file of TypeScript below a folder, those of tests apart. */
export function sourceTree(root: string): {
  readonly code: readonly SourceFile[];
  readonly tests: readonly SourceFile[];
} {
  const files = globSync('**/*.{ts,tsx}', { cwd: root, exclude: beside })
    .toSorted()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return { path, text, lines: text.split('\n').length - 1 };
    });
  const isTest = ({ path }: SourceFile) => path.startsWith('test/');
  return { code: files.filter((file) => !isTest(file)), tests: files.filter(isTest) };
}

/** A parsed file and its pieces, from the outermost inwards. */
export function pieces({ path, text }: Pick<SourceFile, 'path' | 'text'>) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const all: ts.Node[] = [];
  const walk = (node: ts.Node): void => {
    all.push(node);
    ts.forEachChild(node, walk);
  };
  walk(source);
  return { source, all };
}
