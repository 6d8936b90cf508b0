import { compareText } from '../kernel/texts/compare-text.ts';
import type { CoverIndex, Element, ElementSpace } from './element.ts';
import { type AddressElement, addressSpace } from './patterns/address-space.ts';
import { commandPattern, commandSeparators, launcherPattern, modelPattern } from './patterns/command-pattern.ts';
import { domainAlias, domainPattern, emailPattern, parseHost } from './patterns/domain-pattern.ts';
import { pathPattern } from './patterns/path-pattern.ts';
import { type PatternElement, patternSpace } from './patterns/pattern-space.ts';
import { repoPattern } from './patterns/repo-pattern.ts';
import { urlPattern } from './patterns/url-pattern.ts';

type HostElement = PatternElement & AddressElement & { readonly isOfEveryPort: boolean };

const patterns = patternSpace({ patternOf: domainPattern, aliasOf: domainAlias });

const hostSpace: ElementSpace<HostElement> = {
  parse(spelling) {
    const host = parseHost(spelling);
    return { ...patterns.parse(spelling), ranges: host?.addresses ?? [], isOfEveryPort: host?.port === undefined };
  },
  isOdd: (element) => patterns.isOdd(element),
  canRegroup: false,
  index(elements): CoverIndex<HostElement> {
    const [byPattern, byAddress] = [
      patterns.index(elements),
      addressSpace.index(elements.filter((each) => isAddress(each) && each.isOfEveryPort)),
    ];
    return {
      covers: (element) => byPattern.covers(element) || (isAddress(element) && byAddress.covers(element)),
      coverOf: (element) =>
        (byPattern.coverOf(element) ?? (isAddress(element) ? byAddress.coverOf(element) : undefined)) as
          | HostElement
          | undefined,
      touches: (element) => byPattern.touches(element) || byAddress.touches(element),
    };
  },
};

function isAddress({ ranges }: HostElement): boolean {
  return ranges.length > 0;
}

export type ElementKind =
  | 'text'
  | 'model'
  | 'email'
  | 'path'
  | 'domain'
  | 'url'
  | 'command'
  | 'cidr'
  | 'launcher'
  | 'repo';

interface ElementChange {
  readonly from: string;
  readonly to: string;
}

/** How a collection changed, in the spelling of its elements. An element is in one list only, or in several pairs. */
export interface CollectionChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly broadened: readonly ElementChange[];
  readonly narrowed: readonly ElementChange[];
  /** The new collection may cover more than the old one. Exact for `cidr`; otherwise true unless disproved. */
  readonly isWider: boolean;
  readonly isNarrower: boolean;
}

/**
 * Compares two collections by what their elements cover: order, repetition and another spelling are no change. An added
 * element that an existing one covers widens nothing, and a removed one that another still covers narrows nothing. An
 * unreadable element is compared as text and always counts. The lists are sorted by code unit.
 */
export function compareCollections(
  kind: ElementKind,
  before: readonly string[],
  after: readonly string[],
): CollectionChange {
  return inSpaceOf(kind, (space) => compareIn(space, before, after));
}

export function compareElements(kind: ElementKind, from: string, to: string): Coverage {
  return inSpaceOf(kind, (space) => relate(space, from, to));
}

/** The most pairs that are examined; beyond, each element counts as overlapping with others. */
const touchPairsMax = 2_000_000;

export function touchingAmong(
  kind: ElementKind,
  others: readonly string[],
  elements: readonly string[],
): readonly string[] {
  if (others.length * elements.length > touchPairsMax) {
    return elements;
  }
  return inSpaceOf(kind, (space) => {
    const index = space.index(others.map((each) => space.parse(each)));
    return elements.filter((each) => index.touches(space.parse(each)));
  });
}

function inSpaceOf<Result>(kind: ElementKind, use: <E extends Element>(space: ElementSpace<E>) => Result): Result {
  return kind === 'cidr' ? use(addressSpace) : kind === 'domain' ? use(hostSpace) : use(patternSpaces[kind]);
}

const patternSpaces = {
  text: patternSpace({ patternOf: (text) => text }),
  email: patternSpace({ patternOf: emailPattern }),
  path: patternSpace({ patternOf: pathPattern, separators: '/' }),
  model: patternSpace({ patternOf: modelPattern }),
  url: patternSpace({ patternOf: urlPattern, separators: '/' }),
  command: patternSpace({ patternOf: commandPattern, separators: commandSeparators }),
  launcher: patternSpace({ patternOf: launcherPattern, separators: commandSeparators }),
  repo: patternSpace({ patternOf: repoPattern, separators: '/#' }),
} as const;

function compareIn<E extends Element>(
  space: ElementSpace<E>,
  before: readonly string[],
  after: readonly string[],
): CollectionChange {
  const [was, is] = [distinct(space, before), distinct(space, after)];
  const gone = [...was.values()].filter(({ key }) => !is.has(key));
  const come = [...is.values()].filter(({ key }) => !was.has(key));
  const [lost, grown] = [beyond(gone, space.index([...is.values()])), beyond(come, space.index([...was.values()]))];
  const [lostIndex, grownIndex] = [space.index(lost), space.index(grown)];
  const broadened = gone.flatMap((from) => pairOf(from, grownIndex.coverOf(from)));
  const narrowed = come.flatMap((to) => pairOf(lostIndex.coverOf(to), to));
  const reported = new Set([
    ...[...broadened, ...narrowed].flatMap(({ from, to }) => [from, to]),
    ...regrouped(space, without(gone, lost), without(come, grown)),
  ]);
  return {
    added: without(come, reported).map(({ spelling }) => spelling),
    removed: without(gone, reported).map(({ spelling }) => spelling),
    broadened: broadened.map(spelt),
    narrowed: narrowed.map(spelt),
    isWider: new Set(grown).difference(new Set(narrowed.map(({ to }) => to))).size > 0,
    isNarrower: new Set(lost).difference(new Set(broadened.map(({ from }) => from))).size > 0,
  };
}

function relate<E extends Element>(space: ElementSpace<E>, from: string, to: string): Coverage {
  const [was, is] = [space.parse(from), space.parse(to)];
  if (was.key === is.key) {
    return 'equal';
  }
  if (space.isOdd(was) || space.isOdd(is)) {
    return 'overlapping';
  }
  const isWider = space.index([is]).coverOf(was) !== undefined;
  const isNarrower = space.index([was]).coverOf(is) !== undefined;
  if (isWider !== isNarrower) {
    return isWider ? 'wider' : 'narrower';
  }
  if (isWider) {
    return 'equal';
  }
  return space.index([was]).touches(is) ? 'overlapping' : 'apart';
}

function distinct<E extends Element>(space: ElementSpace<E>, spellings: readonly string[]): ReadonlyMap<string, E> {
  const elements = new Map<string, E>();
  for (const element of [...new Set(spellings)].toSorted(compareText).map((spelling) => space.parse(spelling))) {
    if (!elements.has(element.key)) {
      elements.set(element.key, element);
    }
  }
  return elements;
}

function beyond<E extends Element>(elements: readonly E[], others: CoverIndex<E>): readonly E[] {
  return elements.filter((element) => !others.covers(element));
}

/** What was only split or joined: two halves of a range instead of the whole. */
function regrouped<E extends Element>(space: ElementSpace<E>, gone: readonly E[], come: readonly E[]): readonly E[] {
  if (!space.canRegroup) {
    return [];
  }
  const [goneIndex, comeIndex] = [space.index(gone), space.index(come)];
  return [
    ...gone.filter((element) => comeIndex.touches(element)),
    ...come.filter((element) => goneIndex.touches(element)),
  ];
}

interface Pair<E> {
  readonly from: E;
  readonly to: E;
}

function pairOf<E>(from: E | undefined, to: E | undefined): readonly Pair<E>[] {
  return from === undefined || to === undefined ? [] : [{ from, to }];
}

function without<E>(elements: readonly E[], others: Iterable<E>): readonly E[] {
  const left = new Set(others);
  return elements.filter((element) => !left.has(element));
}

function spelt({ from, to }: Pair<Element>): ElementChange {
  return { from: from.spelling, to: to.spelling };
}

/** Coverage compared with an earlier element; `overlapping` also for unreadable elements. */
export type Coverage = 'equal' | 'wider' | 'narrower' | 'overlapping' | 'apart';
