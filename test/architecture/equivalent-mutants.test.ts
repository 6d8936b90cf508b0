import { expect, test } from 'vitest';
import { equivalentMutants } from '../mutation/equivalent-mutants.ts';
import { repositoryFiles } from './source-files.ts';

test('mutants that are listed as equivalent are of files that are there, with a reason', () => {
  const files = new Set(repositoryFiles());

  expect(equivalentMutants.filter(({ file }) => !files.has(file)).map(({ file }) => file)).toEqual([]);
  expect(equivalentMutants.filter(({ why, mutants }) => why.length < 20 || mutants.length === 0)).toEqual([]);
});
