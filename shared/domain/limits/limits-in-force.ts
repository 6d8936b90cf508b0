import { msPerMinute } from '../time/day.ts';
import { sinceKnown, unlimitedFrom, type LimitInForce } from '../pools/limit-in-force.ts';
import type { LimitRecord } from './limit-record.ts';

export interface InForceTerms {
  /** The credits that represent no limit. */
  readonly unlimitedCredits: number;
  readonly enforcementDelayMinutes: number;
  /** Unix milliseconds: what ended before is left out. */
  readonly knownUntilMs: number;
}

/**
 * Every limit that was, or may have been, in force for a user since the end of the known data, by the record. Before
 * the first limit in the record there was none, and that one took effect with a delay.
 */
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
    // Most limits of a record ended long before and no longer bound anything.
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

function withoutSentinel(limit: LimitInForce, unlimitedCredits: number): LimitInForce {
  return limit.limitCredits >= unlimitedCredits ? { ...limit, limitCredits: Infinity } : limit;
}

/** The time without any limit: it goes on while none was ever confirmed. */
function noneBefore(firstMs: number, isLimited: boolean, delayMs: number): LimitInForce {
  const none = unlimitedFrom(-Infinity);
  return isLimited ? { ...none, untilMs: firstMs + delayMs } : none;
}
