/** How old a credit is when it is known, in hours, for use spread evenly over the day. */
export interface Freshness {
  readonly meanHours: number;
  readonly maxHours: number;
}

const dayHours = 24;

/** A day is read as a whole, so many hours after its end. */
export function afterTheDay(hours: number): Freshness {
  return { meanHours: dayHours / 2 + hours, maxHours: dayHours + hours };
}

/** What was consumed since the last look is read, every so many hours. */
export function asItGoes(everyHours: number): Freshness {
  return { meanHours: everyHours / 2, maxHours: everyHours };
}
