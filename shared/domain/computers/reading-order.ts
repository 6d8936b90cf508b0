import { sortedBy } from '../texts/compare-text.ts';
import type { ComputerRecord } from './computer-record.ts';
import type { DesiredComputer } from './desired-fleet.ts';

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
