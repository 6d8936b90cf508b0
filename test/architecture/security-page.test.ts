import { expect, test } from 'vitest';
import * as z from 'zod';

import { textOf } from './source-files.ts';
import { missingTests } from './stated-tests.ts';

/** One statement less is a decision, made here. */
const statementsCount = 57;

/** What has to hold of Curfew, and the titles of the tests that show it, by their file. */
const ShownBy = z.record(z.string(), z.record(z.string(), z.array(z.string()).min(1)));

const page = textOf('docs/security.md');
const shownBy = ShownBy.parse(JSON.parse(textOf('test/architecture/security-tests.json')));
const statements = Object.keys(shownBy);
const stated = Object.entries(shownBy).map(([statement, files]) => ({
  statement,
  tests: Object.entries(files).flatMap(([file, titles]) => titles.map((title) => ({ file, title }))),
}));

test('the guide for a security reviewer makes every statement that has to hold, in its order, and says how', () => {
  const made = [...page.matchAll(/^\| \*\*([^*|]+)\*\* \| [^|]{2,} \|$/gmu)].map(([, statement]) => statement);

  expect(made).toEqual(statements);
  expect(statements).toHaveLength(statementsCount);
});

test('every statement is shown by a test', () => {
  expect(stated.filter(({ tests }) => tests.length === 0)).toEqual([]);
});

test('every test that shows a statement is there, and is run', () => {
  expect(missingTests(stated)).toEqual([]);
});
