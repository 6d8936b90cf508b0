import { expect, test } from 'vitest';

import { textOf } from './source-files.ts';
import { missingTests, statedIn } from './stated-tests.ts';

/** Those of the catalogue, then those of the watchers and of what is given between the nights. */
const faultsMax = 105;

/** Those of the catalogue that no test shows; one more is a decision, made here. */
const notShown: readonly string[] = [];

const page = 'docs/faults.md';
const stated = statedIn(page);

test('every fault of the catalogue is listed, in its order', () => {
  const numbers = [...textOf(page).matchAll(/^(\d+)\. \*\*/gmu)].map(([, number]) => Number(number));

  expect(numbers).toEqual(Array.from({ length: faultsMax }, (_, index) => index + 1));
  expect(stated).toHaveLength(faultsMax);
});

test('every fault names a test, but for those on a list', () => {
  const withoutTest = stated.filter(({ tests }) => tests.length === 0).map(({ statement }) => statement);

  expect(withoutTest).toEqual(notShown);
});

test('every test that shows a fault is there, and is run', () => {
  expect(missingTests(stated)).toEqual([]);
});
