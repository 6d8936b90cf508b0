import ts from 'typescript';

import { pieces, type SourceFile } from './source-tree.ts';

/** What is counted in the syntax of files. */
interface SyntaxCounts {
  readonly types: number;
  readonly picks: number;
  readonly conditionalSpreads: number;
  readonly lateImports: number;
  /** Lines that hold a part of a comment. */
  readonly commentLines: number;
  readonly commentWords: number;
  readonly oddWords: number;
}

/** The table of the console's pages: each of them is loaded once it is opened. */
const pagesTable = 'console/app/pages.ts';
const oddWords = /\b(?:whoever|nobody|somebody|everybody|by now|as it is|so long|none of)\b/giu;

export function syntaxCounts(files: readonly SourceFile[]): SyntaxCounts {
  const counts = {
    types: 0,
    picks: 0,
    conditionalSpreads: 0,
    lateImports: 0,
    commentLines: 0,
    commentWords: 0,
    oddWords: 0,
  };
  for (const file of files) {
    const { source, all } = pieces(file);
    for (const node of all) {
      counts.types += Number(ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node));
      counts.picks += Number(isPick(node));
      counts.conditionalSpreads += Number(isConditionalSpread(node));
      counts.lateImports += Number(file.path !== pagesTable && isLateImport(node));
    }
    const { lines, text } = commentsIn(source);
    counts.commentLines += lines;
    counts.commentWords += text.match(/[a-z']+/giu)?.length ?? 0;
    counts.oddWords += text.match(oddWords)?.length ?? 0;
  }
  return counts;
}

function isPick(node: ts.Node): boolean {
  const name = ts.isTypeReferenceNode(node)
    ? node.typeName
    : ts.isExpressionWithTypeArguments(node)
      ? node.expression
      : undefined;
  return name !== undefined && ts.isIdentifier(name) && name.text === 'Pick';
}

/** `...(x !== undefined && { x })`, whatever stands between. */
function isConditionalSpread(node: ts.Node): boolean {
  if (!ts.isSpreadAssignment(node)) {
    return false;
  }
  let spread = node.expression;
  while (ts.isParenthesizedExpression(spread)) {
    spread = spread.expression;
  }
  return (
    ts.isBinaryExpression(spread) &&
    spread.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken &&
    /\bundefined\b/u.test(spread.left.getText())
  );
}

function isLateImport(node: ts.Node): boolean {
  return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
}

function commentsIn(source: ts.SourceFile): { readonly lines: number; readonly text: string } {
  const { text } = source;
  const ranges = new Map<number, ts.CommentRange>();
  const gather = (node: ts.Node): void => {
    const children = node.getChildren(source);
    if (children.length === 0 && node.kind !== ts.SyntaxKind.JsxText) {
      const around = [
        ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
        ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
      ];
      around.forEach((range) => ranges.set(range.pos, range));
    }
    children.forEach(gather);
  };
  gather(source);
  const lineAt = (place: number) => source.getLineAndCharacterOfPosition(place).line;
  const lines = new Set<number>();
  for (const { pos, end } of ranges.values()) {
    for (let line = lineAt(pos); line <= lineAt(end); line += 1) {
      lines.add(line);
    }
  }
  return { lines: lines.size, text: [...ranges.values()].map(({ pos, end }) => text.slice(pos, end)).join('\n') };
}
