import ts from 'typescript';
import { expect, test } from 'vitest';

import { nodesOf, repositoryFiles } from './source-files.ts';

/** The only file that turns text into HTML. */
const chokePoint = 'shared/kernel/texts/html.ts';

const sources = repositoryFiles().filter((path) => /^(?:shared|functions|cli|local)\/.*\.ts$/u.test(path));
const found = sources.flatMap((path) => nodesOf(path).map((node) => ({ path, node })));

test('only one file makes markup, and it escapes', () => {
  const makers = found.filter(
    ({ node }) =>
      (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) && node.name.getText() === 'markup',
  );

  expect([...new Set(makers.map(({ path }) => path))]).toEqual([chokePoint]);
});

test('no piece of HTML stands in an unescaped text', () => {
  // Not the placeholders of the command line, which are one word in angle brackets; records name them too.
  const tag = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/u;
  const isText = (node: ts.Node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

  const loose = found.filter(
    ({ path, node }) =>
      path.startsWith('shared/') &&
      !/\/contract(?:\/|\.ts$)/u.test(path) &&
      isText(node) &&
      tag.test(node.getText()) &&
      !ts.isTaggedTemplateExpression(node.parent),
  );

  expect(loose.map(({ path, node }) => `${path}: ${node.getText().slice(0, 80)}`)).toEqual([]);
});

test('what is put into HTML unescaped is a constant of our own, never a value', () => {
  const calls = found.flatMap(({ path, node }) =>
    ts.isCallExpression(node) && node.expression.getText() === 'trusted' ? [{ path, node }] : [],
  );

  const constants = new Set(
    found.flatMap(({ node }) =>
      ts.isVariableDeclaration(node) && node.initializer !== undefined && isConstantText(node.initializer)
        ? [node.name.getText()]
        : [],
    ),
  );
  expect(calls.length).toBeGreaterThan(3);
  for (const { node } of calls) {
    expect(constants).toContain(node.arguments[0]?.getText());
  }
});

function isConstantText(node: ts.Expression): boolean {
  return ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || isJoined(node);
}

/** Constant texts put together. */
function isJoined(node: ts.Expression): boolean {
  return ts.isBinaryExpression(node) && isConstantText(node.left) && isConstantText(node.right);
}
