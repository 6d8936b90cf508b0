import type { CapDecision } from '../caps/cap.ts';
import type { LimitRecord } from '../limits/limit-record.ts';
import { compareText } from '../texts/compare-text.ts';
import type { PlannedLimits } from './planned-limits.ts';

/** One limit that edits change. Credits are integers; absent where there is no limit. */
export interface LimitEffect {
  readonly userId: string;
  readonly email: string;
  /** The limit that is confirmed now. */
  readonly fromCredits: number | undefined;
  /** What the next run would make of it without the edits. */
  readonly withoutCredits: number | undefined;
  /** What the run that follows the edits makes of it. */
  readonly toCredits: number | undefined;
  /** What decides that limit. */
  readonly binding: CapDecision['binding'];
  /** The user may consume nothing more. */
  readonly isStopped: boolean;
}

/** The limits that follow from edits, and those that would move anyway. */
export interface LimitEffects {
  /** Stopped users first, then limits that fall, then those that rise; of each the largest moves first. */
  readonly effects: readonly LimitEffect[];
  /** How many limits the next run moves that the edits have no part in. */
  readonly movedAnyway: number;
}

/**
 * Compares what a run makes of every limit with the edits and without them. What would move anyway is not blamed on the
 * edits; a limit that would have moved and stays because of them is an effect.
 */
export function limitEffects(
  without: PlannedLimits,
  after: PlannedLimits,
  limits: readonly LimitRecord[],
): LimitEffects {
  const confirmed = new Map(limits.map((record) => [record.userId, record.confirmed?.limitCredits]));
  const stoppedIds = new Set(after.stops.map(({ userId }) => userId));
  const effects: LimitEffect[] = [];
  let movedAnyway = 0;
  for (const { userId, email, binding } of after.decisions) {
    const fromCredits = confirmed.get(userId);
    const withoutCredits = without.creditsByUser.get(userId);
    const toCredits = after.creditsByUser.get(userId);
    if (toCredits !== withoutCredits) {
      const isStopped = stoppedIds.has(userId);
      effects.push({ userId, email, fromCredits, withoutCredits, toCredits, binding, isStopped });
    } else if (withoutCredits !== fromCredits) {
      movedAnyway += 1;
    }
  }
  return { effects: effects.toSorted(byHarm), movedAnyway };
}

/** Whether edits leave a user less than they would have without them. */
export function isLowered({ withoutCredits = Infinity, toCredits = Infinity }: LimitEffect): boolean {
  return toCredits < withoutCredits;
}

function byHarm(a: LimitEffect, b: LimitEffect): number {
  return (
    Number(b.isStopped) - Number(a.isStopped) ||
    Number(isLowered(b)) - Number(isLowered(a)) ||
    compareNumbers(movedCredits(b), movedCredits(a)) ||
    compareText(a.email, b.email)
  );
}

function movedCredits({ withoutCredits = Infinity, toCredits = Infinity }: LimitEffect): number {
  return Math.abs(toCredits - withoutCredits);
}

/** Infinity is as much as infinity. */
function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
