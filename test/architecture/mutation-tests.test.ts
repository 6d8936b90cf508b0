import ts from 'typescript';
import { expect, test } from 'vitest';

import { importGraph } from '../mutation/import-graph.ts';
import { testsOf } from '../mutation/tests-of.ts';
import { nodesOf, repositoryFiles } from './source-files.ts';

const graph = importGraph();

/** Whether a file holds code that a mutant could be in, and not types alone. */
function holdsCode(file: string): boolean {
  return nodesOf(file).some((node) => ts.isFunctionLike(node) && 'body' in node && node.body !== undefined);
}

/** A file of a topic that is pure, or of its use cases: the others need the real things. */
const isPureOrUseCase = (file: string) =>
  /^shared\/.*\.ts$/u.test(file) &&
  !/^shared\/(?:promise|kernel\/runtime|terminal|wiring|redaction)\//u.test(file) &&
  !/\/(?:contract|store|memory-store|platform|aws|api)(?:\/|\.ts$)/u.test(file);

test('every pure file and every use case with code is loaded by some unit or world test', () => {
  const all = repositoryFiles();
  const files = all.filter((file) => isPureOrUseCase(file));
  const loaded = graph.reachedFrom(all.filter((file) => /^test\/(?:unit|world)\/.*\.test\.ts$/u.test(file)));

  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => !loaded.has(file) && holdsCode(file))).toEqual([]);
});

test.for([
  // The tests that mirror its folder load it.
  ['shared/caps/floor.ts', 'test/unit/caps/'],
  // No test mirrors it.
  ['shared/kernel/texts/amounts.ts', 'test/unit/'],
  // Only a world runs it.
  ['shared/roster/use-cases.ts', 'test/world/watchers/roster'],
] as const)('a mutant in %s is tried with the tests that load it, and no others', ([file, begins]) => {
  const tests = testsOf(file, graph);

  expect(tests.filter((each) => !graph.reachedFrom([each]).has(file))).toEqual([]);
  expect(tests.some((each) => each.startsWith(begins))).toBe(true);
});
