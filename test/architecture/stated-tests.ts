import ts from 'typescript';

import { nodesOf, textOf } from './source-files.ts';

/** One statement of a page, with the tests that it names. */
interface Stated {
  readonly statement: string;
  readonly tests: readonly { readonly file: string; readonly title: string }[];
}

/** A list item that begins with a statement in bold; what follows up to the next one belongs to it. */
const item = /^(?:-|\d+\.) \*\*(?<statement>[^*]+)\*\*(?<rest>(?:(?!^(?:-|\d+\.) \*\*|^#)[^])*)/gmu;
const named = /\[[^\]]+\]\(\.\.\/(?<file>test\/[^)]+)\): (?<titles>“[^”]+”(?:, “[^”]+”)*)/gu;

/** The statements of a page of `docs/`, in their order. A test is named as `[short](../test/file.ts): “title”, “title”`. */
export function statedIn(page: string): readonly Stated[] {
  return [...textOf(page).matchAll(item)].map(({ groups: { statement = '', rest = '' } = {} }) => ({
    statement: statement.replace(/\.$/u, ''),
    tests: [...rest.matchAll(named)].flatMap(({ groups: { file = '', titles = '' } = {} }) =>
      [...titles.matchAll(/“([^”]+)”/gu)].map(([, title = '']) => ({ file, title })),
    ),
  }));
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
