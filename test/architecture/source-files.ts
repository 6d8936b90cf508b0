import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

const root = join(import.meta.dirname, '..', '..');

/** Every file that is part of the repository, as a path from its root. */
export function repositoryFiles(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  // One that was removed is listed until that is committed.
  return listed.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
}

export function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** What a source file is made of, from the outermost piece inwards. */
export function nodesOf(path: string): readonly ts.Node[] {
  const nodes: ts.Node[] = [];
  const walk = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, walk);
  };
  walk(ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, true));
  return nodes;
}
