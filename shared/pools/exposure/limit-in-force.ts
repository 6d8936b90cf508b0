import { msPerMinute } from '../../kernel/time/day.ts';
import type { RowOutcome } from '../../limits/limit-record.ts';

/** A limit that the platform enforced, or may have enforced, for one user. `Infinity` represents no limit. */
export interface LimitInForce {
  readonly limitCredits: number;
  /** Unix milliseconds. */
  readonly fromMs: number;
  /** When it surely had ended, the delay of enforcement included; absent while it is in force. */
  readonly untilMs?: number;
  /** `unknown`: sent, but never confirmed. It counts like any other, and so does the one before. */
  readonly outcome: 'confirmed' | 'unknown';
}

export interface SentNow {
  readonly limitCredits: number;
  readonly atMs: number;
  readonly outcome: RowOutcome['kind'];
  readonly enforcementDelayMinutes: number;
}

/** No limit yet, from a moment on. */
export function unlimitedFrom(fromMs: number): LimitInForce {
  return { limitCredits: Infinity, fromMs, outcome: 'confirmed' };
}

/**
 * The limits in force after one PUT. Only a confirmed one ends those before it; a refused row changes nothing, and of
 * an unknown one both the old and the new may be in force from then on.
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

/** Drops what ended before the data that is known: it bounds nothing any more. */
export function sinceKnown(limits: readonly LimitInForce[], knownUntilMs: number): readonly LimitInForce[] {
  return limits.filter((limit) => (limit.untilMs ?? Infinity) > knownUntilMs);
}

/** The one limit that is certainly in force; undefined while another one may be, or there is none. */
export function currentLimit(limits: readonly LimitInForce[]): number | undefined {
  const inForce = limits.filter((limit) => limit.untilMs === undefined);
  const [only] = inForce;
  const isCertain = inForce.length === 1 && only !== undefined && only.outcome === 'confirmed';
  return isCertain && Number.isFinite(only.limitCredits) ? only.limitCredits : undefined;
}

/** The limits as they would be if each that is still in force were replaced and ended at a moment. */
export function replacedBy(limits: readonly LimitInForce[], untilMs: number): readonly LimitInForce[] {
  return limits.map((limit) => endedBy(limit, untilMs));
}

function endedBy(limit: LimitInForce, untilMs: number): LimitInForce {
  return limit.untilMs === undefined ? { ...limit, untilMs } : limit;
}
