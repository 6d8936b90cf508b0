import { sinceKnown, unlimitedFrom, type LimitInForce } from '../pools/exposure/limit-in-force.ts';
import { msPerMinute } from '../time/day.ts';
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

/** Whose limit is asked for, beside the record of their own limits. */
export interface LimitHolding {
  readonly record: LimitRecord | undefined;
  /** Limits sent to the user's address for other users; they may be in force for this one. */
  readonly others?: readonly LimitRecord[];
  /** The user is exempt: Curfew does not hold their limit, which may have been lifted on the platform. */
  readonly isExempt?: true;
  /** ISO instant until which the user was exempt, when that is over. */
  readonly exemptUntil?: string;
}

/**
 * Every limit that may have been in force for a user since the end of the known data, whatever became of the user: those
 * of the own record, those sent to the address for somebody else, and none at all while Curfew left the user alone, for
 * somebody may have lifted the limit on the platform.
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

/** When the first limit after an exemption was confirmed, in Unix milliseconds; `Infinity` while there is none. */
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

/** The time without any limit: it goes on while none was ever confirmed. */
function noneBefore(firstMs: number, isLimited: boolean, delayMs: number): LimitInForce {
  const none = unlimitedFrom(-Infinity);
  return isLimited ? { ...none, untilMs: firstMs + delayMs } : none;
}
