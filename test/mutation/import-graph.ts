import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const specifier = /(?:from|import\() ?'(?<path>\.{1,2}\/[^']+)'/gu;

/** Who imports what among the files of the project, by paths from its root. */
export interface ImportGraph {
  /** Whatever some files need in order to load, themselves included. */
  reachedFrom(files: readonly string[]): ReadonlySet<string>;
  /** Those of some files that need a file and are the fewest imports away from it; empty when none needs it. */
  nearestOf(file: string, candidates: ReadonlySet<string>): readonly string[];
  /** Those of some files that need one of others, in the order of how many imports they are away. */
  nearestFirst(files: readonly string[], candidates: readonly string[]): readonly string[];
}

export function importGraph(): ImportGraph {
  const known = new Set(globSync('{shared,functions,infra,emulator,local,cli,test}/**/*.ts'));
  const imports = new Map([...known].map((file) => [file, importsOf(file).filter((imported) => known.has(imported))]));
  const importers = new Map<string, string[]>();
  for (const [file, imported] of imports) {
    imported.forEach((each) => importers.set(each, [...(importers.get(each) ?? []), file]));
  }
  return {
    reachedFrom: (from) => new Set(circlesAround(from, imports).flat()),
    nearestOf(file, candidates) {
      const circles = circlesAround([file], importers);
      return (
        circles.map((circle) => circle.filter((each) => candidates.has(each))).find(({ length }) => length > 0) ?? []
      );
    },
    nearestFirst(files, candidates) {
      const asked = new Set(candidates);
      return circlesAround(files, importers).flatMap((circle) => circle.filter((each) => asked.has(each)));
    },
  };
}

function importsOf(file: string): readonly string[] {
  return [...readFileSync(file, 'utf8').matchAll(specifier)].map(({ groups }) =>
    join(dirname(file), groups?.['path'] ?? ''),
  );
}

/** The files themselves, then those one step away, two steps, and so on. */
function circlesAround(
  files: readonly string[],
  next: ReadonlyMap<string, readonly string[]>,
): readonly (readonly string[])[] {
  const seen = new Set(files);
  const circles = [files];
  for (let circle = files; circle.length > 0; circles.push(circle)) {
    circle = [...new Set(circle.flatMap((file) => next.get(file) ?? []))].filter((file) => !seen.has(file));
    circle.forEach((file) => seen.add(file));
  }
  return circles;
}
