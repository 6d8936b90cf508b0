import type { PoolAssumptions } from '../pools/assumptions.ts';
import { msPerDay } from '../time/day.ts';
import type { LimitRecord, ReplacedLimit } from './limit-record.ts';

/** Longer than data is ever behind, and than a limit stands before it is sent again. */
const keptDaysMin = 9;
/** Edits may replace a limit many times a day; the oldest are then kept as one that allows what any of them did. */
const keptMax = 40;

/**
 * The ended limits to keep when everything that may be in force for a user is replaced at an instant. They are kept for
 * as long as data may count as unknown: a day that settles late needs the limits of that day.
 */
export function replacedAt(
  before: LimitRecord | undefined,
  until: string,
  { settleDays }: Pick<PoolAssumptions, 'settleDays'>,
): readonly ReplacedLimit[] {
  const keptFromMs = Date.parse(until) - (keptDaysMin + settleDays) * msPerDay;
  const earlier = (before?.replaced ?? []).filter((limit) => Date.parse(limit.until) > keptFromMs);
  const standing = [...(before?.confirmed === undefined ? [] : [before.confirmed]), ...(before?.unsettled ?? [])];
  const ended = standing.map(({ limitCredits, at }) => ({ limitCredits, from: at, until }));
  const all = [...earlier, ...ended];
  return all.length <= keptMax ? all : [asOne(all.slice(0, all.length - keptMax + 1)), ...all.slice(1 - keptMax)];
}

function asOne(limits: readonly ReplacedLimit[]): ReplacedLimit {
  return limits.reduce((one, { limitCredits, from, until }) => ({
    limitCredits: Math.max(one.limitCredits, limitCredits),
    from: from < one.from ? from : one.from,
    until: until > one.until ? until : one.until,
  }));
}
