import type { CapDecision } from '../caps/cap.ts';
import { compareText } from '../kernel/texts/compare-text.ts';
import type { LimitRecord } from '../limits/limit-record.ts';
import type { PlannedLimits } from './planned-limits.ts';

/** One limit that edits change. Credits are integers; absent: no limit. */
export interface LimitEffect {
  readonly userId: string;
  readonly email: string;
  readonly fromCredits: number | undefined;
  readonly withoutCredits: number | undefined;
  readonly toCredits: number | undefined;
  readonly binding: CapDecision['binding'];
  readonly isStopped: boolean;
}

export interface LimitEffects {
  /** Stopped users first, then lowered limits, then raised ones; each by size of the change. */
  readonly effects: readonly LimitEffect[];
  readonly movedAnyway: number;
}

/** Compares a run's limits with and without the edits: only the difference is an effect. */
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
    compareText(a.email.toLowerCase(), b.email.toLowerCase())
  );
}

function movedCredits({ withoutCredits = Infinity, toCredits = Infinity }: LimitEffect): number {
  return Math.abs(toCredits - withoutCredits);
}

/** Infinity equals Infinity. */
function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
