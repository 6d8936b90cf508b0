interface Node<T> {
  readonly prefix: string;
  readonly values: T[];
  /** The node of the longest prefix that this one starts with. */
  readonly parent: Node<T> | undefined;
}

/** Values under prefixes, found by texts that start with them. */
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

  /** The values whose prefixes a text starts with, longest prefix first. */
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
