import type { CoverIndex, Element, ElementSpace } from '../element.ts';
import { globCovers, hasInOrder, hasSymbol, literalPrefix, literalsOf, patternLengthMax } from './glob.ts';

interface Node<T> {
  readonly prefix: string;
  readonly values: T[];
  readonly parent: Node<T> | undefined;
}

export class PrefixIndex<T> {
  /** Ascending by code unit, so that texts with a prefix follow it directly. */
  readonly #nodes: readonly Node<T>[];

  constructor(entries: readonly (readonly [prefix: string, value: T])[]) {
    const nodes: Node<T>[] = [];
    for (const [prefix, own] of [...Map.groupBy(entries, ([text]) => text)].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      nodes.push({ prefix, values: own.map(([, value]) => value), parent: prefixOf(prefix, nodes.at(-1)) });
    }
    this.#nodes = nodes;
  }

  *under(text: string): Generator<readonly T[]> {
    for (let node = prefixOf(text, this.#lastUpTo(text)); node !== undefined; node = node.parent) {
      yield node.values;
    }
  }

  #lastUpTo(text: string): Node<T> | undefined {
    let [low, high] = [0, this.#nodes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#nodes[middle]?.prefix ?? '') <= text) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return this.#nodes[low - 1];
  }
}

/** The longest prefix of a text: `last`, the last node not after it, or one of its ancestors. */
function prefixOf<T>(text: string, last: Node<T> | undefined): Node<T> | undefined {
  let node = last;
  while (node !== undefined && !text.startsWith(node.prefix)) {
    node = node.parent;
  }
  return node;
}

/** Without a pattern it is unreadable: it equals only itself. */
export interface PatternElement extends Element {
  readonly pattern?: string;
  readonly alias?: string;
}

/** The most steps per index; what is not shown until then counts as not covered. */
const stepsMax = 5_000_000;
/** Cost of searching for the literal parts, in steps of a full comparison. */
const lookSteps = 4;

/** Compares texts as patterns: each covers itself and what it matches. */
export function patternSpace({
  patternOf,
  separators = '',
  aliasOf,
}: {
  /** The canonical pattern of a text; undefined when unreadable. Equal patterns match the same. */
  readonly patternOf: (spelling: string) => string | undefined;
  /** Characters that `*` and `?` within a part do not cross. */
  readonly separators?: string;
  readonly aliasOf?: (pattern: string) => string;
}): ElementSpace<PatternElement> {
  return {
    parse(spelling) {
      const pattern = spelling.length > patternLengthMax || hasSymbol(spelling) ? undefined : patternOf(spelling);
      if (pattern === undefined) {
        return { spelling, key: `odd ${spelling}` };
      }
      return { spelling, key: `= ${pattern}`, pattern, alias: aliasOf === undefined ? undefined : aliasOf(pattern) };
    },
    isOdd: ({ pattern }) => pattern === undefined,
    canRegroup: false,
    index: (elements) => new PatternIndex(elements, separators),
  };
}

interface Candidate {
  readonly element: PatternElement;
  readonly prefixLength: number;
  readonly rest: string;
  readonly literals: readonly string[];
}

class PatternIndex implements CoverIndex<PatternElement> {
  readonly #separators: string;
  readonly #elements: readonly PatternElement[];
  readonly #byPrefix: PrefixIndex<Candidate>;
  #steps = 0;

  constructor(elements: readonly PatternElement[], separators: string) {
    this.#separators = separators;
    this.#elements = elements;
    this.#byPrefix = new PrefixIndex(elements.flatMap(candidatesOf));
  }

  covers({ pattern }: PatternElement): boolean {
    return pattern !== undefined && this.#find(pattern) !== undefined;
  }

  coverOf({ pattern, alias }: PatternElement): PatternElement | undefined {
    const cover = pattern === undefined ? undefined : this.#find(pattern);
    return cover ?? (alias === undefined ? undefined : this.#find(alias));
  }

  touches(element: PatternElement): boolean {
    return this.#elements.some((each) => mayMeet(each, element));
  }

  #find(text: string): PatternElement | undefined {
    for (const candidates of this.#byPrefix.under(text)) {
      const cover = this.#coverAmong(candidates, text);
      if (cover !== undefined) {
        return cover;
      }
    }
    return undefined;
  }

  #coverAmong(candidates: readonly Candidate[], text: string): PatternElement | undefined {
    for (const { element, prefixLength, rest, literals } of candidates) {
      this.#steps += lookSteps * (1 + literals.length);
      if (this.#steps > stepsMax) {
        return undefined;
      }
      const other = text.slice(prefixLength);
      if (hasInOrder(other, literals)) {
        this.#steps += rest.length * other.length;
        if (globCovers(rest, other, this.#separators)) {
          return element;
        }
      }
    }
    return undefined;
  }
}

function candidatesOf(element: PatternElement): readonly (readonly [string, Candidate])[] {
  const { pattern = '' } = element;
  const prefix = literalPrefix(pattern);
  const rest = pattern.slice(prefix.length);
  return rest === '' ? [] : [[prefix, { element, prefixLength: prefix.length, rest, literals: literalsOf(rest) }]];
}

function mayMeet({ pattern: a }: PatternElement, { pattern: b }: PatternElement): boolean {
  if (a === undefined || b === undefined || a === b) {
    return true;
  }
  if (!hasSymbol(a) && !hasSymbol(b)) {
    return false;
  }
  const [first, second] = [literalPrefix(a), literalPrefix(b)];
  return first.startsWith(second) || second.startsWith(first);
}
