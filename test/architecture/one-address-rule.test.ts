import ts from 'typescript';
import { expect, test } from 'vitest';

import { nodesOf, repositoryFiles, textOf } from './source-files.ts';

/** Where the rule stands, once for what is read and once for what is written. */
const rule = ['shared/roster/email.ts', 'shared/roster/contract.ts'];

/** Patterns with an `@` that are of no address: of a URL, or of a name within other text. */
const ofOtherThings: Readonly<Record<string, string>> = {
  'shared/coverage/patterns/url-pattern.ts': 'the login of a URL',
  'shared/coverage/patterns/repo-pattern.ts': 'the login of a URL',
  'shared/coverage/breadth.ts': 'the login of a URL',
  'shared/coverage/patterns/credential-host.ts': 'the login of a URL',
  'shared/mail/unlinked.ts': 'an address within the text of a mail',
  'cli/frame/markdown.ts': 'an address within the text of a comment',
};

const ours = /^(?:shared|functions|cli|infra|local|console|release)\/.*\.tsx?$/u;
// Texts are searched for addresses there, which is another question than whether a text is one.
const redaction = /^shared\/redaction\//u;

test.each([
  [String.raw`const a = /^[^@\s]+@[^@\s]+$/u`, true],
  [String.raw`const a = /^\S+@\S+\.\S+$/u`, true],
  [String.raw`const a = /^.+@.+$/u`, true],
  [String.raw`const a = new RegExp('^[^@]+@acme')`, true],
  ['const a = z.email()', true],
  ["const a = z.string().email('wrong')", true],
  ["const a = text.split('@')", false],
  [String.raw`const a = /^(?:[\w]+)$/u`, false],
  [String.raw`const a = /[\w+=,.@-]{1,64}/u`, false],
])('%s is a rule for addresses: %s', (code, isRule) => {
  expect(rulesIn(ts.createSourceFile('a.ts', code, ts.ScriptTarget.Latest, true)).length > 0).toBe(isRule);
});

test('there is one rule for addresses, and no second one is written', () => {
  const paths = repositoryFiles().filter((path) => ours.test(path) && !redaction.test(path));

  const found = paths.filter((path) => /@|email\(/u.test(textOf(path)) && nodesOf(path).some(isRule));

  expect(paths.length).toBeGreaterThan(1_000);
  expect(found.filter((path) => !(path in ofOtherThings)).toSorted()).toEqual(rule.toSorted());
  expect(Object.keys(ofOtherThings).filter((path) => !found.includes(path))).toEqual([]);
});

function rulesIn(source: ts.SourceFile): readonly ts.Node[] {
  const nodes: ts.Node[] = [];
  const walk = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, walk);
  };
  walk(source);
  return nodes.filter(isRule);
}

/** A pattern with an `@` between what may be repeated, or zod's own idea of an address. */
function isRule(node: ts.Node): boolean {
  if (ts.isRegularExpressionLiteral(node)) {
    return isPatternOfAddress(node.text);
  }
  if (ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'RegExp') {
    return (node.arguments ?? []).some((each) => isPatternOfAddress(each.getText()));
  }
  return ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)
    ? node.expression.name.text === 'email' && /^z\b/u.test(node.expression.expression.getText())
    : false;
}

function isPatternOfAddress(pattern: string): boolean {
  return /(?:[*+}?]\)*@|@\(*(?:\[|\\[SwDp]|\.[+*]))/u.test(pattern.replaceAll(/\[(?:\\.|[^\]\\])*\]/gu, '[]'));
}
