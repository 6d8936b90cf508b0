import { expect, test } from 'vitest';
import * as z from 'zod';

import { textOf } from './source-files.ts';
import { missingTests } from './stated-tests.ts';

/** Those of the catalogue, then those of the watchers and of what is given between the nights. */
const faultsMax = 105;

/** Those of the catalogue that no test shows; one more is a decision, made here. */
const notShown: readonly string[] = [];

/** By the number of a fault, the titles of the tests that show it, by their file. */
const ShownBy = z.record(z.string(), z.record(z.string(), z.array(z.string()).min(1)));

const page = textOf('docs/faults.md');
const shownBy = ShownBy.parse(JSON.parse(textOf('test/architecture/fault-tests.json')));
const stated = Object.entries(shownBy).map(([number, files]) => ({
  statement: `fault ${number}`,
  tests: Object.entries(files).flatMap(([file, titles]) => titles.map((title) => ({ file, title }))),
}));
const numbers = Array.from({ length: faultsMax }, (_, index) => String(index + 1));

test('every fault of the catalogue is listed, in its order, with what happens', () => {
  const listed = [...page.matchAll(/^\| (\d+)\. [^|]+ \| [^|]{2,} \|$/gmu)].map(([, number]) => number);

  expect(listed).toEqual(numbers);
});

test('every fault names a test, but for those on a list', () => {
  const withTest = stated.filter(({ tests }) => tests.length > 0).map(({ statement }) => statement);

  expect(withTest).toEqual(numbers.filter((number) => !notShown.includes(number)).map((number) => `fault ${number}`));
});

test('every test that shows a fault is there, and is run', () => {
  expect(missingTests(stated)).toEqual([]);
});
