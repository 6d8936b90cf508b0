import ts from 'typescript';

import { nodesOf } from './source-files.ts';

/** One statement of a page, with the tests that it names. */
interface Stated {
  readonly statement: string;
  readonly tests: readonly { readonly file: string; readonly title: string }[];
}

/** The titles of the tests in a file that are run: none that is skipped or only planned. */
function titlesIn(file: string): ReadonlySet<string> {
  const titles = nodesOf(file).flatMap((node) => {
    if (!ts.isCallExpression(node)) {
      return [];
    }
    const [title] = node.arguments;
    const isRun = /^test(?:\.(?:each|for)\b|$|\()/u.test(node.expression.getText());
    return isRun && title !== undefined && ts.isStringLiteralLike(title) ? [title.text] : [];
  });
  return new Set(titles);
}

/** What a page names that is not there. */
export function missingTests(stated: readonly Stated[]): readonly string[] {
  const files = new Set(stated.flatMap(({ tests }) => tests.map(({ file }) => file)));
  const titles = new Map([...files].map((file) => [file, titlesIn(file)]));
  return stated.flatMap(({ statement, tests }) =>
    tests
      .filter(({ file, title }) => titles.get(file)?.has(title) !== true)
      .map(({ file, title }) => `${statement}: ${file} has no test “${title}”`),
  );
}
