import { sortedBy } from '../texts/compare-text.ts';
import type { ComputerRecord } from './computer-record.ts';
import { fleetLimits, type StoredFleetEntry, isPattern, writtenOut } from './fleet-entry.ts';

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

/** Of the readings of a run, the share that goes to whatever was read longest ago. */
const shareForAll = 0.25;

/**
 * The computers that a run reads, at most `countMax`: first those on which something moves, then whichever was read
 * longest ago. However many are on the move, all others have their turn.
 */
export function readingOrder(
  desired: readonly DesiredComputer[],
  records: ReadonlyMap<string, ComputerRecord>,
  countMax: number,
): readonly DesiredComputer[] {
  const oldest = sortedBy(desired, ({ name }) => `${records.get(name)?.readAt ?? ''} ${name}`);
  const moving = oldest.filter(({ name }) => isMoving(records.get(name)));
  const first = moving.slice(0, countMax - Math.min(countMax, Math.ceil(countMax * shareForAll)));
  const chosen = new Set(first);
  return [...first, ...oldest.filter((each) => !chosen.has(each))].slice(0, countMax);
}

/** Whether the next reading of a computer is likely to show something else. */
function isMoving(record: ComputerRecord | undefined): boolean {
  return record?.readAt !== undefined && (record.goneSince !== undefined || record.found?.status !== 'active');
}

/** A computer that ran sessions and that no entry of the list is known to mean. */
export interface UnlistedComputer {
  readonly computerId: string;
  readonly sessions: number;
}

/** So many are reported; whoever has more knows that the list is not kept. */
const unlistedMax = 100;

/** Computers with sessions whose id is none of those on the list; those with most sessions first. */
export function findUnlisted(
  sessionCounts: ReadonlyMap<string, number>,
  records: readonly ComputerRecord[],
): readonly UnlistedComputer[] {
  const listed = new Set(records.flatMap(({ found }) => (found === undefined ? [] : [found.id])));
  return [...sessionCounts]
    .filter(([computerId]) => !listed.has(computerId))
    .map(([computerId, sessions]) => ({ computerId, sessions }))
    .toSorted((a, b) => b.sessions - a.sessions || (a.computerId < b.computerId ? -1 : 1))
    .slice(0, unlistedMax);
}
