import { addDays, startOfDayMs } from '../kernel/time/day.ts';
import type { Account, Facts, Sent } from './facts.ts';

/** A limit that bounds, or may bound, an account for a time. Infinite credits are no limit. */
export interface InForce {
  readonly credits: number;
  readonly fromMs: number;
  /** Infinite while nothing has ended it. */
  readonly untilMs: number;
}

/**
 * Returns every limit that may have been in force for an account since the known data ends. Only evidence ends a limit:
 * a later confirmed PUT to an address that the account certainly had, plus the delay. A limit follows its account to
 * another address, and applies to the next holder of its own.
 */
export function limitsInForce({ held, unheldUntilMs = -Infinity }: Account, facts: Facts): readonly InForce[] {
  const { delayMs, unlimitedCredits } = facts.restsOn;
  const reaching = held.flatMap(({ address, fromMs, sureFromMs, sureUntilMs, untilMs }) => {
    const atAddress = (facts.sent.get(address) ?? []).filter(({ outcome }) => outcome !== 'refused');
    const confirmed = atAddress.filter(({ outcome }) => outcome === 'confirmed');
    return atAddress.map((sent) => ({
      ...sent,
      fromMs: Math.max(sent.sentMs, fromMs),
      isReached: sent.sentMs < untilMs && endedBy(confirmed, sent.sentMs, delayMs) > fromMs,
      isProof: sent.outcome === 'confirmed' && sent.sentMs >= sureFromMs && sent.answeredMs <= sureUntilMs,
    }));
  });
  const proofs = reaching.filter(({ isProof }) => isProof);
  const limits = reaching
    .filter(({ isReached }) => isReached)
    .map(({ credits, fromMs, sentMs }): InForce => ({
      credits: credits >= unlimitedCredits ? Infinity : credits,
      fromMs,
      untilMs: endedBy(proofs, sentMs, delayMs),
    }));
  // No limit before the first one, nor while someone else may have lifted it.
  const none = { credits: Infinity, fromMs: -Infinity, untilMs: endedBy(proofs, unheldUntilMs, delayMs) };
  const knownUntilMs = startOfDayMs(addDays(facts.use.through, 1));
  return [none, ...limits].filter(({ untilMs }) => untilMs > knownUntilMs);
}

/** When a sent limit had certainly ended: by the first confirmed PUT after it. */
function endedBy(confirmed: readonly Sent[], sentMs: number, delayMs: number): number {
  return confirmed.reduce(
    (endMs, later) => (later.sentMs > sentMs ? Math.min(endMs, later.answeredMs + delayMs) : endMs),
    Infinity,
  );
}

/** Returns a limit that is sent now: it may be in force at once, by the earlier of two clocks. */
export function inForceFromNow(credits: number, { moment, restsOn }: Facts): InForce {
  const fromMs = moment.nowMs - moment.earlierMs;
  return { credits: credits >= restsOn.unlimitedCredits ? Infinity : credits, fromMs, untilMs: Infinity };
}

/** Returns the highest limit that nothing has ended: what an account has from now on, if no PUT ever succeeded. */
export function openLimit(limits: readonly InForce[]): number {
  return Math.max(0, ...limits.flatMap(({ credits, untilMs }) => (untilMs === Infinity ? credits : [])));
}

/** Returns the lowest of them: a higher new limit may give more, if a limit waited at an address. */
export function leastLimit(limits: readonly InForce[]): number {
  return Math.min(...limits.flatMap(({ credits, untilMs }) => (untilMs === Infinity ? credits : [])));
}
