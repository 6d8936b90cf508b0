import { commandPattern } from './patterns/command-pattern.ts';
import { commandSeparators } from './patterns/command-pattern.ts';
import { globCovers } from './patterns/glob.ts';
import { globsMeet } from './patterns/globs-meet.ts';
import { modelPattern } from './patterns/model-pattern.ts';

export type ContestedKind = 'command' | 'model';

const readers = { command: commandPattern, model: modelPattern } as const;
const separators = { command: commandSeparators, model: '' } as const;

/** The most pairs that are compared. With more, nothing is found. */
const pairsMax = 200_000;

interface Contest {
  readonly allowed: readonly string[];
  readonly denied: readonly string[];
  /** Denied before, and not by the same entry now. */
  readonly freed: readonly string[];
}

/**
 * Returns what applies now because a denial was removed: each freed entry that the other list allows, or each allowed
 * one that a freed entry denied, in the words of the narrower. What another denial still covers is left out.
 */
export function releasedIn(kind: ContestedKind, { allowed, denied, freed }: Contest): readonly string[] {
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
