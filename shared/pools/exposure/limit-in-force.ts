import { msPerMinute } from '../../kernel/time/day.ts';
import type { RowOutcome } from '../../limits/limit-record.ts';

/** A limit that the platform enforced, or may have enforced, for one user. `Infinity` means no limit. */
export interface LimitInForce {
  readonly limitCredits: number;
  readonly fromMs: number;
  /** When it had certainly ended, enforcement delay included; absent while in force. */
  readonly untilMs?: number;
  /** `unknown`: sent, but never confirmed. It counts like any other, and so does the previous one. */
  readonly outcome: 'confirmed' | 'unknown';
}

export interface SentNow {
  readonly limitCredits: number;
  readonly atMs: number;
  readonly outcome: RowOutcome['kind'];
  readonly enforcementDelayMinutes: number;
}

export function unlimitedFrom(fromMs: number): LimitInForce {
  return { limitCredits: Infinity, fromMs, outcome: 'confirmed' };
}

/**
 * Returns the limits in force after one PUT. Only a confirmed one ends those before it; a refused row changes nothing;
 * after an unknown one both the old and the new may be in force.
 */
export function afterPut(limits: readonly LimitInForce[], sent: SentNow): readonly LimitInForce[] {
  const { limitCredits, atMs, outcome } = sent;
  const before = limits.length === 0 ? [unlimitedFrom(-Infinity)] : limits;
  switch (outcome) {
    case 'failed':
      return before;
    case 'unknown':
      return [...before, { limitCredits, fromMs: atMs, outcome: 'unknown' }];
    case 'done':
      return [
        ...before.map((limit) => endedBy(limit, atMs + sent.enforcementDelayMinutes * msPerMinute)),
        { limitCredits, fromMs: atMs, outcome: 'confirmed' },
      ];
  }
}

/** Drops limits that ended before the known data ends: they bound nothing any more. */
export function sinceKnown(limits: readonly LimitInForce[], knownUntilMs: number): readonly LimitInForce[] {
  return limits.filter((limit) => (limit.untilMs ?? Infinity) > knownUntilMs);
}

/** Returns the one limit that is certainly in force; undefined while another may be, or without one. */
export function currentLimit(limits: readonly LimitInForce[]): number | undefined {
  const inForce = limits.filter((limit) => limit.untilMs === undefined);
  const [only] = inForce;
  const isCertain = inForce.length === 1 && only !== undefined && only.outcome === 'confirmed';
  return isCertain && Number.isFinite(only.limitCredits) ? only.limitCredits : undefined;
}

/** Returns the limits as if each one in force were replaced and ended at a moment. */
export function replacedBy(limits: readonly LimitInForce[], untilMs: number): readonly LimitInForce[] {
  return limits.map((limit) => endedBy(limit, untilMs));
}

function endedBy(limit: LimitInForce, untilMs: number): LimitInForce {
  return limit.untilMs === undefined ? { ...limit, untilMs } : limit;
}
