import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

import type { Stryker } from '@stryker-mutator/core';

import { equivalentMutants, type EquivalentMutants } from './equivalent-mutants.ts';
import { placeOf, withoutSpaces } from './place-of.ts';

type Tried = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

/** A mutant that every test passed. */
interface Survivor {
  readonly file: string;
  readonly line: number;
  /** As `placeOf` counts. */
  readonly place: number;
  readonly was: string;
  readonly becomes: string;
}

export interface Score {
  readonly folder: string;
  /** All that count: without the equivalent ones. */
  readonly mutants: number;
  readonly killed: number;
  readonly equivalent: number;
  readonly survivors: readonly Survivor[];
  /** Entries of the list of equivalent mutants, in this folder, that no survivor matches. */
  readonly stale: readonly string[];
}

/** Counts what became of the mutants of a folder or file. A mutant that never ends is as good as killed. */
export function scoreOf(folder: string, tried: readonly Tried[]): Score {
  const killed = tried.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const survived = tried.filter(({ status }) => status === 'Survived' || status === 'NoCoverage').map(survivorOf);
  const listed = new Set(
    equivalentMutants
      .filter(({ file }) => file === folder || file.startsWith(`${folder}/`))
      .flatMap((each) => keysOf(each)),
  );
  const survivors = survived.filter((survivor) => !listed.has(keyOf(survivor)));
  const matched = new Set(survived.map(keyOf));
  return {
    folder,
    mutants: killed + survivors.length,
    killed,
    equivalent: survived.length - survivors.length,
    survivors: survivors.toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line),
    stale: [...listed].filter((key) => !matched.has(key)),
  };
}

function survivorOf({ fileName, location: { start, end }, replacement }: Tried): Survivor {
  const file = relative(process.cwd(), fileName);
  const source = readFileSync(file, 'utf8');
  const [from, to] = [start, end].map((position) => offsetOf(source, position));
  return {
    file,
    line: start.line,
    place: withoutSpaces(source.slice(0, from)).length,
    was: onOneLine(source.slice(from, to)),
    becomes: onOneLine(replacement ?? ''),
  };
}

function offsetOf(source: string, { line, column }: Tried['location']['start']): number {
  const above = source.split('\n').slice(0, line - 1);
  return above.reduce((sum, { length }) => sum + length + 1, 0) + column - 1;
}

function keysOf({ file, mutants }: EquivalentMutants): readonly string[] {
  const source = readFileSync(file, 'utf8');
  return mutants.map(([was, becomes, within]) => keyOf({ file, place: placeOf(source, was, within), was, becomes }));
}

function keyOf({
  file,
  place,
  was,
  becomes,
}: Omit<Survivor, 'line' | 'place'> & { place: number | undefined }): string {
  return `${file}, ${place}: ${withoutSpaces(`${was} -> ${becomes}`)}`;
}

/** So much of a piece of code tells which it is. */
const shownLengthMax = 160;

function onOneLine(code: string): string {
  const line = code.replace(/\s+/gu, ' ');
  return line.length <= shownLengthMax ? line : `${line.slice(0, shownLengthMax - 1)}…`;
}
