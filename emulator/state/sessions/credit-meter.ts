import { MINUTES_PER_DAY } from '../clock.ts';
import type { Member } from '../members/member.ts';
import type { Consumption, MinuteOfDay } from '../usage/consumption.ts';

export interface SessionFigures {
  /** The share of credits that sessions show, 0 to 1. */
  readonly coverage: number;
  /** `serviceCredits` per credit; the document does not state its unit. */
  readonly creditScale: number;
  readonly lagMinutes: number;
}

export const exactFigures: SessionFigures = { coverage: 1, creditScale: 1, lagMinutes: 0 };

/** Whole minutes since 1970, without `until`. */
export interface Stretch {
  readonly from: number;
  readonly until: number;
}

interface Spender {
  readonly owner: Member;
  readonly plantedId?: string | undefined;
}

/** Credits of a stretch by the limits known now; 0 for future days. */
export interface CreditMeter {
  shown(spender: Spender, stretch: Stretch): number;
  granted(spender: Spender, stretch: Stretch): number;
  wanted(spender: Spender, stretch: Stretch): number;
}

export function creditMeter(consumption: Consumption, { coverage }: SessionFigures): CreditMeter {
  const grantedBy = ({ owner, plantedId }: Spender, at: MinuteOfDay): number =>
    consumption.grantedBy(owner, at, plantedId);
  const wantedBy = ({ owner, plantedId }: Spender, at: MinuteOfDay): number =>
    consumption.wantedBy(owner, at, plantedId);
  return {
    // Each day is scaled as a whole, so that rounding loses no credit.
    shown: (spender, stretch) => sumOfDays(stretch, (at) => Math.floor(coverage * grantedBy(spender, at))),
    granted: (spender, stretch) => sumOfDays(stretch, (at) => grantedBy(spender, at)),
    wanted: (spender, stretch) => sumOfDays(stretch, (at) => wantedBy(spender, at)),
  };
}

function sumOfDays({ from, until }: Stretch, by: (at: MinuteOfDay) => number): number {
  let credits = 0;
  for (let at = from; at < until;) {
    const dayNumber = Math.floor(at / MINUTES_PER_DAY);
    const start = dayNumber * MINUTES_PER_DAY;
    const end = Math.min(until, start + MINUTES_PER_DAY);
    credits += by({ dayNumber, minute: end - start }) - (at === start ? 0 : by({ dayNumber, minute: at - start }));
    at = end;
  }
  return credits;
}
