import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { equivalentMutants } from '../mutation/equivalent-mutants.ts';
import { placeOf } from '../mutation/place-of.ts';
import { repositoryFiles } from './source-files.ts';

test('mutants that are listed as equivalent are of files that are there, with a reason', () => {
  const files = new Set(repositoryFiles());

  expect(equivalentMutants.filter(({ file }) => !files.has(file)).map(({ file }) => file)).toEqual([]);
  expect(equivalentMutants.filter(({ why, mutants }) => why.length < 20 || mutants.length === 0)).toEqual([]);
});

test('a mutant that is listed as equivalent is in one place of its file, and in no other', () => {
  const astray = equivalentMutants.flatMap(({ file, mutants }) => {
    const source = readFileSync(file, 'utf8');
    return mutants.filter(([was, , within]) => placeOf(source, was, within) === undefined).map(([was]) => [file, was]);
  });

  expect(astray).toEqual([]);
});

test.for<{ readonly what: string; readonly was: string; readonly within?: string; readonly place: number | undefined }>(
  [
    { what: 'code that stands once', was: 'c', place: 4 },
    { what: 'code over two lines', was: 'b + c', place: 2 },
    { what: 'code that stands twice', was: '+', place: undefined },
    { what: 'code that stands twice, within what stands once', was: '+', within: '+ c', place: 3 },
    { what: 'code that stands twice within that', was: '+', within: 'a + b + c', place: undefined },
    { what: 'code within what stands nowhere', was: '+', within: '+ d', place: undefined },
    { what: 'code whose end is cut off', was: 'b +…', place: 2 },
  ],
)('the place of $what', ({ was, within, place }) => {
  expect(placeOf('a + b\n  + c;', was, within)).toBe(place);
});
