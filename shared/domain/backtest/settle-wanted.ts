/** One user's stretch of a day under one limit. Minutes of the day; `untilMinute` is not included. */
interface Stretch {
  readonly wantedOfDayCredits: number;
  readonly fromMinute: number;
  readonly untilMinute: number;
  /** What the limit leaves at the start. */
  readonly leftCredits: number;
}

interface Settled {
  readonly grantedCredits: number;
  readonly refusedCredits: number;
}

export const minutesPerDay = 1_440;

/** A day's wanted use is spread evenly over its 24 hours, in whole credits; what a limit refuses is lost. */
export function settleWanted({ wantedOfDayCredits, fromMinute, untilMinute, leftCredits }: Stretch): Settled {
  const wanted = wantedUntil(wantedOfDayCredits, untilMinute) - wantedUntil(wantedOfDayCredits, fromMinute);
  const grantedCredits = Math.min(wanted, Math.max(0, leftCredits));
  return { grantedCredits, refusedCredits: wanted - grantedCredits };
}

/** The minute in which the first credit is refused, in a stretch that refuses some. */
export function minuteOfRefusal({ wantedOfDayCredits, fromMinute, leftCredits }: Stretch): number {
  const first = wantedUntil(wantedOfDayCredits, fromMinute) + Math.max(0, leftCredits) + 1;
  return Math.ceil((first * minutesPerDay) / wantedOfDayCredits) - 1;
}

/** What is wanted of a day in its first whole minutes. */
function wantedUntil(credits: number, minutes: number): number {
  return Math.floor((credits * minutes) / minutesPerDay);
}
