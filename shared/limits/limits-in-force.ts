import { msPerMinute } from '../kernel/time/day.ts';
import { sinceKnown, unlimitedFrom, type LimitInForce } from '../pools/exposure/limit-in-force.ts';
import type { LimitRecord } from './limit-record.ts';

export interface InForceTerms {
  readonly unlimitedCredits: number;
  readonly enforcementDelayMinutes: number;
  readonly knownUntilMs: number;
}

/** Returns every limit that may have been in force since the known data ends, by the record. */
export function limitsInForce(record: LimitRecord | undefined, terms: InForceTerms): readonly LimitInForce[] {
  if (record === undefined) {
    return [];
  }
  const delayMs = terms.enforcementDelayMinutes * msPerMinute;
  const { confirmed, unsettled, replaced = [] } = record;
  let firstMs = Infinity;
  const known: LimitInForce[] = [];
  for (const { limitCredits, from, until } of replaced) {
    const fromMs = Date.parse(from);
    const untilMs = Date.parse(until) + delayMs;
    firstMs = Math.min(firstMs, fromMs);
    // Most limits of a record ended long ago and no longer bound anything.
    if (untilMs > terms.knownUntilMs) {
      known.push({ limitCredits, fromMs, untilMs, outcome: 'confirmed' });
    }
  }
  for (const sent of confirmed === undefined ? unsettled : [confirmed, ...unsettled]) {
    const fromMs = Date.parse(sent.at);
    firstMs = Math.min(firstMs, fromMs);
    known.push({ limitCredits: sent.limitCredits, fromMs, outcome: sent === confirmed ? 'confirmed' : 'unknown' });
  }
  const limits = known.map((limit) => withoutSentinel(limit, terms.unlimitedCredits));
  return sinceKnown([noneBefore(firstMs, confirmed !== undefined, delayMs), ...limits], terms.knownUntilMs);
}

export interface LimitHolding {
  readonly record: LimitRecord | undefined;
  /** Limits sent to the user's address for other users; they may be in force for this one. */
  readonly others?: readonly LimitRecord[];
  /** The user is exempt: Curfew does not manage their limit, which may have been lifted on the platform. */
  readonly isExempt?: true;
  readonly exemptUntil?: string;
}

/**
 * Returns every limit that may have been in force for a user since the known data ends: from the own record, those sent
 * to the address for other users, and no limit during an exemption, when an admin may have lifted it on the platform.
 */
export function limitsInForceOf(
  { record, others = [], isExempt, exemptUntil }: LimitHolding,
  terms: InForceTerms,
): readonly LimitInForce[] {
  const own = limitsInForce(record, terms);
  const foreign = others.flatMap((other) =>
    limitsInForce(other, terms).filter(({ limitCredits }) => Number.isFinite(limitCredits)),
  );
  if (isExempt === true) {
    return [...own, ...foreign, unlimitedFrom(-Infinity)];
  }
  const takenBackMs = exemptUntil === undefined ? undefined : takenBackAt(record, exemptUntil);
  if (takenBackMs === undefined) {
    return [...own, ...foreign];
  }
  const untilMs = takenBackMs + terms.enforcementDelayMinutes * msPerMinute;
  const unheld = { ...unlimitedFrom(-Infinity), ...(Number.isFinite(untilMs) && { untilMs }) };
  return sinceKnown([...own, ...foreign, unheld], terms.knownUntilMs);
}

function takenBackAt(record: LimitRecord | undefined, exemptUntil: string): number {
  const endMs = Date.parse(exemptUntil);
  const fromMs = [
    ...(record?.replaced ?? []).map(({ from }) => Date.parse(from)),
    ...(record?.confirmed === undefined ? [] : [Date.parse(record.confirmed.at)]),
  ].filter((ms) => ms >= endMs);
  return fromMs.reduce((first, ms) => Math.min(first, ms), Infinity);
}

function withoutSentinel(limit: LimitInForce, unlimitedCredits: number): LimitInForce {
  return limit.limitCredits >= unlimitedCredits ? { ...limit, limitCredits: Infinity } : limit;
}

/** The time without any limit; it lasts until one is confirmed. */
function noneBefore(firstMs: number, isLimited: boolean, delayMs: number): LimitInForce {
  const none = unlimitedFrom(-Infinity);
  return isLimited ? { ...none, untilMs: firstMs + delayMs } : none;
}
