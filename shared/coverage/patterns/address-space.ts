import type { CoverIndex, Element, ElementSpace } from '../element.ts';
import { everyAddress, parseAddressRange, type AddressRange } from './address-range.ts';

/** Without ranges it is unreadable: it equals only itself. `*` and `any` are all addresses of both families. */
export interface AddressElement extends Element {
  readonly ranges: readonly AddressRange[];
}

const everything = /^(?:\*(?:\.\*){0,3}|any|all)$/iu;

export const addressSpace: ElementSpace<AddressElement> = {
  parse(spelling) {
    const range = parseAddressRange(spelling);
    const ranges = range !== undefined ? [range] : everything.test(spelling.trim()) ? everyAddress : [];
    return { spelling, key: ranges.length === 0 ? `odd ${spelling}` : ranges.map(keyOf).join(' '), ranges };
  },
  isOdd: ({ ranges }) => ranges.length === 0,
  canRegroup: true,
  index: (elements) => new AddressIndex(elements),
};

/** Returns all addresses as disjoint, non-adjacent ranges, ascending by family and address. */
export function unionOf(elements: readonly AddressElement[]): readonly AddressRange[] {
  const union: AddressRange[] = [];
  for (const range of elements.flatMap(({ ranges }) => ranges).toSorted(byStart)) {
    const last = union.at(-1);
    if (last === undefined || last.family !== range.family || last.last + 1n < range.first) {
      union.push(range);
    } else if (last.last < range.last) {
      union[union.length - 1] = { ...last, last: range.last };
    }
  }
  return union;
}

class AddressIndex implements CoverIndex<AddressElement> {
  readonly #union: readonly AddressRange[];
  /** Ascending by start; each with the element, up to it, that reaches furthest. */
  readonly #furthest: readonly {
    readonly start: AddressRange;
    readonly range: AddressRange;
    element: AddressElement;
  }[];

  constructor(elements: readonly AddressElement[]) {
    this.#union = unionOf(elements);
    const owned = elements.flatMap((element) => element.ranges.map((range) => ({ start: range, range, element })));
    const furthest = owned.toSorted((a, b) => byStart(a.range, b.range));
    for (const [at, own] of furthest.entries()) {
      const before = furthest[at - 1];
      if (before !== undefined && before.range.family === own.range.family && before.range.last >= own.range.last) {
        furthest[at] = { ...before, start: own.start };
      }
    }
    this.#furthest = furthest;
  }

  covers({ ranges }: AddressElement): boolean {
    const before = (range: AddressRange) => lastUpTo(this.#union, range, (each) => each);
    return ranges.length > 0 && ranges.every((range) => contains(before(range), range));
  }

  coverOf({ ranges }: AddressElement): AddressElement | undefined {
    const [range] = ranges;
    const found = range === undefined ? undefined : lastUpTo(this.#furthest, range, ({ start }) => start);
    const isCover =
      range !== undefined && ranges.every((each) => found?.element.ranges.some((own) => contains(own, each)));
    return isCover ? found?.element : undefined;
  }

  touches({ ranges }: AddressElement): boolean {
    return ranges.some((range) => {
      const { family, last } = range;
      const found = lastUpTo(this.#union, { family, first: last, last }, (each) => each);
      return found !== undefined && found.family === family && found.last >= range.first;
    });
  }
}

function lastUpTo<T>(items: readonly T[], range: AddressRange, startOf: (item: T) => AddressRange): T | undefined {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && compareFirst(startOf(item), range) <= 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return items[low - 1];
}

function contains(outer: AddressRange | undefined, { family, first, last }: AddressRange): boolean {
  return outer !== undefined && outer.family === family && outer.first <= first && outer.last >= last;
}

function compareFirst(a: AddressRange, b: AddressRange): number {
  if (a.family !== b.family || a.first === b.first) {
    return a.family - b.family;
  }
  return a.first < b.first ? -1 : 1;
}

function byStart(a: AddressRange, b: AddressRange): number {
  return compareFirst(a, b) || (a.last === b.last ? 0 : a.last > b.last ? -1 : 1);
}

function keyOf({ family, first, last }: AddressRange): string {
  return `${family}:${first.toString(16)}-${last.toString(16)}`;
}
