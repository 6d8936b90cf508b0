import { sortedBy } from '../texts/compare-text.ts';
import { fleetLimits, type StoredFleetEntry } from './fleet-entry.ts';
import { isPattern, writtenOut } from './name-pattern.ts';

/** A computer that there should be, and the entry that says so. */
export interface DesiredComputer {
  readonly name: string;
  readonly entry: StoredFleetEntry;
}

export interface DesiredFleet {
  /** By name. */
  readonly computers: readonly DesiredComputer[];
  /** Names for which several entries speak; the first of these counts. */
  readonly doubles: readonly { readonly name: string; readonly entries: readonly string[] }[];
  /** How many computers are past what is watched. */
  readonly leftOut: number;
}

/** The computers that a list asks for. A name beats a pattern; of two patterns the first in the order of texts counts. */
export function desiredFleet(entries: readonly StoredFleetEntry[]): DesiredFleet {
  const ordered = sortedBy(entries, ({ name }) => `${isPattern(name) ? 1 : 0}${name}`);
  const claims = ordered.flatMap((entry) => {
    const read = writtenOut(entry.name);
    return read.kind === 'names' ? read.names.map((name) => ({ name, entry })) : [];
  });
  const byName = Map.groupBy(claims, ({ name }) => name);
  const all = sortedBy(
    [...byName.values()].flatMap(([first]) => (first === undefined ? [] : [first])),
    ({ name }) => name,
  );
  return {
    computers: all.slice(0, fleetLimits.computersMax),
    doubles: [...byName]
      .filter(([, same]) => same.length > 1)
      .map(([name, same]) => ({ name, entries: same.map(({ entry }) => entry.name) })),
    leftOut: Math.max(0, all.length - fleetLimits.computersMax),
  };
}
