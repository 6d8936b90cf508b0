/** What of Babel's syntax tree the rules below look at; Babel ships no types of its own. */
interface SyntaxNode {
  readonly type: string;
  readonly value?: unknown;
  readonly name?: string;
  readonly callee?: SyntaxNode;
  readonly expression?: SyntaxNode;
  readonly quasis?: readonly { readonly value: { readonly raw: string } }[];
}

const isWording = (text: unknown): boolean => typeof text === 'string' && /\s/u.test(text);

/** An invariant speaks only of our own mistakes, and no test makes one. */
const isInvariant = ({ type, callee, expression }: SyntaxNode): boolean =>
  (type === 'CallExpression' && callee?.name === 'invariant') ||
  (type === 'ExpressionStatement' && expression !== undefined && isInvariant(expression));

function reasonToIgnore(node: SyntaxNode): string | undefined {
  const { type, value, quasis } = node;
  // A text is for people: a test that repeats it finds nothing. A word of one piece is a kind, a reason, a key, and counts.
  if (type === 'StringLiteral' && isWording(value)) {
    return 'the wording of a text';
  }
  if (type === 'TemplateLiteral' && quasis?.some((piece) => isWording(piece.value.raw)) === true) {
    return 'the wording of a text';
  }
  // A port of which nothing is said is free, too; the word is there for the compiler, which asks for every port.
  if (type === 'StringLiteral' && value === 'free') {
    return 'the need of a port that needs nothing';
  }
  return isInvariant(node) ? 'an invariant, which always holds' : undefined;
}

/** A plugin of Stryker that leaves out the mutants which no test should find. */
export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'texts',
    value: { shouldIgnore: ({ node }: { readonly node: SyntaxNode }) => reasonToIgnore(node) },
  },
];
