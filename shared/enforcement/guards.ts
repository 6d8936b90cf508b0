import type { Hold } from '../kernel/runs/run.ts';
import { counted } from '../kernel/texts/amounts.ts';
import { daysOf, type Day, type DayRange } from '../kernel/time/day.ts';
import type { LedgerDay } from '../ledger/ledger-day.ts';

const daysNamedMax = 3;

/** The trust gate: refuses a plan while a day that it depends on is missing or suspect. */
export function guardTrust(range: DayRange, days: readonly LedgerDay[]): Hold | undefined {
  const known = new Map(days.map((day) => [day.day, day]));
  const untrusted = daysOf(range).filter((day) => known.get(day)?.status !== 'complete');
  if (untrusted.length === 0) {
    return undefined;
  }
  const named = untrusted.slice(0, daysNamedMax).map((day) => describeDay(day, known.get(day)));
  const more = untrusted.length > daysNamedMax ? `; and ${untrusted.length - daysNamedMax} days more` : '';
  return {
    guard: 'trust-gate',
    detail: `${named.join('; ')}${more}. Nothing is changed on such figures; what does not rest on them goes on, and the other caps in force go on protecting`,
  };
}

/** An older run must not undo a newer one. A newer one of a future moment, from a wrong clock, holds until then. */
export function guardOrder(at: string, latestApplied: string | undefined, nowMs: number): Hold | undefined {
  if (latestApplied === undefined || Date.parse(latestApplied) <= Date.parse(at)) {
    return undefined;
  }
  if (Date.parse(latestApplied) > nowMs) {
    return holdForAheadMark(latestApplied);
  }
  return {
    guard: 'newer-run',
    detail: `the caps were already set as of ${latestApplied}, which is later than ${at}; run without --at, or as of a later moment`,
  };
}

export const besideHold =
  'Cuts that a guaranteed budget needs, and what an edit gives the people it names, apply at once';

/** Holds all limits except those that cannot wait until the moment that an earlier run recorded as its own. */
export function holdForAheadMark(until: string): Hold {
  return {
    guard: 'newer-run',
    until,
    detail: `a run has set the caps as of ${until}, a moment that has not come yet: the clock was ahead then, or is behind now. Runs are held until then. ${besideHold}. Check the clock of the machine that Curfew runs on; if it is right now, end the hold with "npx curfew runs void ${until} --reason TEXT"`,
  };
}

/** Allows one run of a job at a time. `doing`: what the other run is doing. */
export function holdForAnotherRun(doing: string, untilMs: number): Hold {
  return {
    guard: 'another-run',
    detail: `another run is ${doing} right now; if it was stopped, its lease ends at ${new Date(untilMs).toISOString()}`,
  };
}

/** A run that lost its lease leaves the rest to the run that holds it now. */
export function holdForLostLease(): Hold {
  return {
    guard: 'another-run',
    detail: 'another run has taken over in the middle of this one, and continues from there',
  };
}

/** A large plan is held for approval: `excesses` say why, a clause each. */
export function holdForReach(planId: string, excesses: readonly string[]): Hold {
  return {
    guard: 'blast-radius',
    plan: planId,
    detail: `The plan reaches far: ${excesses.join('; ')}. It waits. See it with "npx curfew plans show ${planId}", do it with "npx curfew approve ${planId}", or correct the budgets and the next run plans again.`,
  };
}

/** A rejected plan is made again by each run while nothing changes. */
export function holdForRejection(planId: string, rejectedBy: string): Hold {
  return {
    guard: 'blast-radius',
    plan: planId,
    detail: `The plan reaches far, and ${rejectedBy} rejected it. It is not sent. Correct the budgets, and the next run plans again.`,
  };
}

/** Describes what a held run sent nevertheless; undefined for nothing. */
export function describeSentBeside(sentCount: number): string | undefined {
  return sentCount === 0
    ? undefined
    : `${counted(sentCount, 'limit')} did not wait: cuts that a guaranteed budget needs, what an edit gives the people it names and, while figures are in doubt, what does not rest on them`;
}

export function holdForMovedInputs(wanted: string, present: string): Hold {
  return {
    guard: 'ground-moved',
    detail: `ledger, budgets, top-ups, exemptions, roster or limits have moved since plan ${wanted} was made; nothing was sent. The present plan is ${present}: look at it with "npx curfew plan"`,
  };
}

/** Rows of a held plan are released while it waits and contains them. */
export function holdForRows(wanted: string, problem: string): Hold {
  return { guard: 'ground-moved', detail: `no row of plan ${wanted} was released: ${problem}` };
}

function describeDay(day: Day, known: LedgerDay | undefined): string {
  const doubts = known?.doubts.map((doubt) => doubt.detail).join(', ') ?? 'never read';
  return `${day} is not complete: ${doubts}`;
}
