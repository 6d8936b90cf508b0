import { commandPattern, commandSeparators, modelPattern } from './patterns/command-pattern.ts';
import { anything, globCovers, oneCharacter, withinPart } from './patterns/glob.ts';

/** Longer patterns are assumed to overlap. */
const stepsMax = 1_000_000;

const wild = new RegExp(`[${anything}${withinPart}${oneCharacter}]`, 'u');

/** Whether some text may match both patterns. Errs on the side of true. */
function globsMeet(one: string, other: string): boolean {
  if (!wild.test(one) && !wild.test(other)) {
    return one === other;
  }
  if (one.length * other.length > stepsMax) {
    return true;
  }
  let row = startRow(other);
  for (const symbol of one) {
    row = nextRow(row, symbol, other);
  }
  return row[other.length] === true;
}

/** reached[n]: the part of one pattern seen so far and the first n symbols of the other have a text in common. */
function startRow(other: string): readonly boolean[] {
  const row = [true];
  for (const symbol of other) {
    row.push(row.at(-1) === true && isOpen(symbol));
  }
  return row;
}

function nextRow(row: readonly boolean[], symbol: string, other: string): readonly boolean[] {
  const next = [row[0] === true && isOpen(symbol)];
  for (let at = 1; at < row.length; at += 1) {
    const their = other.charAt(at - 1);
    const isSkipped = (isOpen(symbol) && row[at] === true) || (isOpen(their) && next[at - 1] === true);
    const isMatched = row[at - 1] === true && areAlike(symbol, their);
    const isSwallowed = (isOpen(symbol) && next[at - 1] === true) || (isOpen(their) && row[at] === true);
    next.push(isSkipped || isMatched || isSwallowed);
  }
  return next;
}

function isOpen(symbol: string): boolean {
  return symbol === anything || symbol === withinPart;
}

function areAlike(a: string, b: string): boolean {
  return a === b || isOpen(a) || isOpen(b) || a === oneCharacter || b === oneCharacter;
}

export type ContestedKind = 'command' | 'model';

const readers = { command: commandPattern, model: modelPattern } as const;
const separators = { command: commandSeparators, model: '' } as const;

/** The most pairs that are compared. With more, nothing is found. */
const pairsMax = 200_000;

/**
 * Returns what applies now because a denial was removed: each freed entry that the other list allows, or each allowed
 * one that a freed entry denied, in the words of the narrower. What another denial still covers is left out.
 */
export function releasedIn(
  kind: ContestedKind,
  {
    allowed,
    denied,
    freed,
  }: {
    readonly allowed: readonly string[];
    readonly denied: readonly string[];
    /** Denied before, and not by the same entry now. */
    readonly freed: readonly string[];
  },
): readonly string[] {
  if (allowed.length * (freed.length + denied.length) > pairsMax) {
    return [];
  }
  const [allows, denies] = [patternsOf(kind, allowed), patternsOf(kind, denied)];
  const isDenied = (pattern: string): boolean => denies.some(([, each]) => covers(kind, each, pattern));
  const released = patternsOf(kind, freed).flatMap(([entry, pattern]): readonly string[] => {
    if (allows.some(([, each]) => covers(kind, each, pattern))) {
      return isDenied(pattern) ? [] : [entry];
    }
    return allows.filter(([, each]) => globsMeet(each, pattern) && !isDenied(each)).map(([spelling]) => spelling);
  });
  return [...new Set(released)];
}

/** Whether some entry covers an element; `*` keeps its meaning in that kind of list. */
export function isCoveredIn(kind: ContestedKind, entries: readonly string[], element: string): boolean {
  const pattern = readers[kind](element);
  return entries.some((entry) => {
    const own = readers[kind](entry);
    return entry === element || (own !== undefined && pattern !== undefined && covers(kind, own, pattern));
  });
}

/** Whether some entry overlaps with an element. */
export function isMetIn(kind: ContestedKind, entries: readonly string[], element: string): boolean {
  const pattern = readers[kind](element);
  return patternsOf(kind, entries).some(([, each]) => pattern !== undefined && globsMeet(each, pattern));
}

function covers(kind: ContestedKind, pattern: string, other: string): boolean {
  return pattern === other || globCovers(pattern, other, separators[kind]);
}

function patternsOf(kind: ContestedKind, entries: readonly string[]): readonly (readonly [string, string])[] {
  return entries.flatMap((entry): readonly (readonly [string, string])[] => {
    const pattern = readers[kind](entry);
    return pattern === undefined ? [] : [[entry, pattern]];
  });
}
