import { msPerMinute } from '../time/day.ts';
import { sinceKnown, unlimitedFrom, type LimitInForce } from '../pools/limit-in-force.ts';
import type { LimitRecord } from './limit-record.ts';

export interface InForceTerms {
  /** What stands for no limit at all. */
  readonly unlimitedCredits: number;
  readonly enforcementDelayMinutes: number;
  /** Unix milliseconds: what ended before is left out. */
  readonly knownUntilMs: number;
}

/**
 * Every limit that was in force for a user since the end of the known data, or may have been, as the record tells.
 * Before the first that it knows there was none, and that one took its time to bite.
 */
export function limitsInForce(record: LimitRecord | undefined, terms: InForceTerms): readonly LimitInForce[] {
  if (record === undefined) {
    return [];
  }
  const delayMs = terms.enforcementDelayMinutes * msPerMinute;
  const ended = (record.replaced ?? []).map(({ limitCredits, from, until }): LimitInForce => ({
    limitCredits,
    fromMs: Date.parse(from),
    untilMs: Date.parse(until) + delayMs,
    outcome: 'confirmed',
  }));
  const { confirmed } = record;
  const standing = confirmed === undefined ? [] : [inForce(confirmed, 'confirmed')];
  const unsettled = record.unsettled.map((sent) => inForce(sent, 'unknown'));
  const known = [...ended, ...standing, ...unsettled].map((limit) => withoutSentinel(limit, terms.unlimitedCredits));
  return sinceKnown([noneBefore(known, confirmed !== undefined, delayMs), ...known], terms.knownUntilMs);
}

function inForce(
  { limitCredits, at }: { readonly limitCredits: number; readonly at: string },
  outcome: LimitInForce['outcome'],
): LimitInForce {
  return { limitCredits, fromMs: Date.parse(at), outcome };
}

function withoutSentinel(limit: LimitInForce, unlimitedCredits: number): LimitInForce {
  return limit.limitCredits >= unlimitedCredits ? { ...limit, limitCredits: Infinity } : limit;
}

/** The time without any limit: it goes on while none was ever confirmed. */
function noneBefore(known: readonly LimitInForce[], isLimited: boolean, delayMs: number): LimitInForce {
  const none = unlimitedFrom(-Infinity);
  if (!isLimited) {
    return none;
  }
  const firstMs = known.reduce((first, { fromMs }) => Math.min(first, fromMs), Infinity);
  return { ...none, untilMs: firstMs + delayMs };
}
