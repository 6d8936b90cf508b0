import { sortedBy } from '../kernel/texts/compare-text.ts';
import type { ComputerRecord } from './computer-record.ts';
import { fleetLimits, type StoredFleetEntry, isPattern, writtenOut } from './fleet-entry.ts';

export interface DesiredComputer {
  readonly name: string;
  readonly entry: StoredFleetEntry;
}

export interface DesiredFleet {
  readonly computers: readonly DesiredComputer[];
  readonly doubles: readonly { readonly name: string; readonly entries: readonly string[] }[];
  readonly leftOut: number;
}

/** Returns the computers that a list asks for. A name beats a pattern; of two patterns the first counts. */
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

const shareForAll = 0.25;

/** Returns at most `countMax` computers to read: changing ones first, with a fixed share for those read longest ago. */
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

function isMoving(record: ComputerRecord | undefined): boolean {
  return record?.readAt !== undefined && (record.goneSince !== undefined || record.found?.status !== 'active');
}

export interface UnlistedComputer {
  readonly computerId: string;
  readonly sessions: number;
}

/** At most this many are reported; with more, the list is clearly not maintained. */
const unlistedMax = 100;

/** Finds computers with sessions whose id is not on the list; most sessions first. */
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
