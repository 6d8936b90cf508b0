import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Pair, type YAMLMap } from 'yaml';

/** JSON is YAML, whose reader says where what stands. Raises nothing: of a text that it cannot read all is at line 1. */
export function jsonLines(text: string): {
  /**
   * The line, from 1, of a path as changes have it, such as `customModels[id=gpt].baseUrl`: of the entry where one is
   * named, and of what is nearest above it where the path is not in the text.
   */
  lineOf(path: string, entry?: string): number;
} {
  const lines = new LineCounter();
  const { contents } = parseDocument(text, { lineCounter: lines, uniqueKeys: false, logLevel: 'silent' });
  const inner = isMap(contents) ? contents.get('settings') : undefined;
  const root: unknown = isMap(inner) ? inner : contents;
  const at = (offset: number | undefined): number => Math.max(1, lines.linePos(offset ?? 0).line);
  return {
    lineOf(path, entry) {
      const { node, offset } = found(root, path);
      const named = isSeq(node) ? node.items.find((item) => isScalar(item) && item.value === entry) : undefined;
      return at(isScalar(named) ? named.range?.[0] : offset);
    },
  };
}

interface LocatedNode {
  readonly node: unknown;
  readonly offset: number | undefined;
}

function found(root: unknown, path: string): LocatedNode {
  let place: LocatedNode = { node: root, offset: undefined };
  let rest = path;
  while (rest !== '') {
    const step = isMap(place.node)
      ? memberIn(place.node, rest)
      : isSeq(place.node)
        ? itemIn(place.node.items, rest)
        : undefined;
    if (step === undefined) {
      return place;
    }
    ({ rest } = step);
    place = step;
  }
  return place;
}

interface Step extends LocatedNode {
  readonly rest: string;
}

/** Names may hold dots: the longest that the path goes on with is meant. */
function memberIn(map: YAMLMap, path: string): Step | undefined {
  let nearest: { readonly pair: Pair; readonly name: string } | undefined;
  for (const pair of map.items) {
    const key = isScalar(pair.key) ? String(pair.key.value) : '';
    // Entries of free maps stand in brackets.
    const name = path.startsWith('[') ? `[${key}]` : key;
    const isHere = path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`);
    if (key !== '' && isHere && name.length > (nearest?.name.length ?? 0)) {
      nearest = { pair, name };
    }
  }
  return nearest === undefined
    ? undefined
    : { node: nearest.pair.value, offset: startOf(nearest.pair.key), rest: restAfter(path, nearest.name.length) };
}

/** `[id=gpt]`, `[model=gpt,index=2]` or `[position=3]`. */
function itemIn(items: readonly unknown[], path: string): Step | undefined {
  const [selector, inside] = /^\[([^\]]*)\]/u.exec(path) ?? [];
  if (selector === undefined || inside === undefined) {
    return undefined;
  }
  const wanted = inside.split(/,(?=\w+=)/u).map((part) => {
    const [name = '', ...value] = part.split('=');
    return [name, value.join('=')] as const;
  });
  const item = items.find((each, index) =>
    /^\d+$/u.test(inside)
      ? inside === String(index)
      : wanted.every(([name, value]) =>
          name === 'position' ? value === String(index + 1) : isMap(each) && String(each.get(name)) === value,
        ),
  );
  return item === undefined ? undefined : { node: item, offset: startOf(item), rest: restAfter(path, selector.length) };
}

function restAfter(path: string, length: number): string {
  return path.slice(length).replace(/^\./u, '');
}

function startOf(node: unknown): number | undefined {
  return typeof node === 'object' && node !== null && 'range' in node
    ? (node.range as readonly number[] | null | undefined)?.[0]
    : undefined;
}
