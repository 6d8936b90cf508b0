import { MINUTES_PER_DAY } from '../day.ts';
import type { Member } from '../members/member.ts';
import type { Consumption } from '../usage/consumption.ts';

/** How the figures of sessions follow from what their owners were granted. */
export interface SessionFigures {
  /** The share of the credits that any session shows, 0 to 1. */
  readonly coverage: number;
  /** What one credit is in `serviceCredits`, whose unit the document does not state. */
  readonly creditScale: number;
  /** So many minutes pass until sessions show what happened. */
  readonly lagMinutes: number;
}

/** All of it, in credits, at once. */
export const exactFigures: SessionFigures = { coverage: 1, creditScale: 1, lagMinutes: 0 };

/** A stretch of time in whole minutes since 1970, `until` not included. */
export interface Stretch {
  readonly from: number;
  readonly until: number;
}

/** Whose credits: the user's own demand, or a session that was planted on top of it. */
interface Spender {
  readonly owner: Member;
  readonly plantedId?: string | undefined;
}

/** Credits of a stretch, by the limits known now; nothing of days that have not begun. */
export interface CreditMeter {
  /** What sessions show of what was granted. Stretches that follow one another add up to the whole. */
  shown(spender: Spender, stretch: Stretch): number;
  granted(spender: Spender, stretch: Stretch): number;
  wanted(spender: Spender, stretch: Stretch): number;
}

/** A meter over the world's consumption. */
export function creditMeter(consumption: Consumption, { coverage }: SessionFigures): CreditMeter {
  const grantedBy = ({ owner, plantedId }: Spender, at: Minute): number => consumption.grantedBy(owner, at, plantedId);
  const wantedBy = ({ owner, plantedId }: Spender, at: Minute): number => consumption.wantedBy(owner, at, plantedId);
  return {
    // Each day is cut down as a whole, so that no credit is lost to rounding twice.
    shown: (spender, stretch) => sumOfDays(stretch, (at) => Math.floor(coverage * grantedBy(spender, at))),
    granted: (spender, stretch) => sumOfDays(stretch, (at) => grantedBy(spender, at)),
    wanted: (spender, stretch) => sumOfDays(stretch, (at) => wantedBy(spender, at)),
  };
}

interface Minute {
  readonly dayNumber: number;
  readonly minute: number;
}

function sumOfDays({ from, until }: Stretch, by: (at: Minute) => number): number {
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
