import type { Observation } from './demand-history.ts';

/** How likely somebody of the organization is to work on a weekday, 0 being Monday. */
export type WeekRhythm = readonly number[];

/** What is taken for granted before the data says otherwise, worth so many days. */
const usualRhythm: WeekRhythm = [0.7, 0.7, 0.7, 0.7, 0.7, 0.15, 0.15];
const usualDays = 3;

/** How much a user's own days must weigh to count as much as what is known of the others. */
const ownDays = 1;
const kindDays = 2;

const chanceMin = 0.003;
const chanceMax = 0.985;

/** The share of days worked, by weekday, over everybody. */
export function weekRhythm(everybody: readonly (readonly Observation[])[]): WeekRhythm {
  const active = usualRhythm.map((chance) => chance * usualDays);
  const all = usualRhythm.map(() => usualDays);
  for (const observations of everybody) {
    for (const { weekday, weight, credits } of observations) {
      all[weekday] = (all[weekday] ?? 0) + weight;
      active[weekday] = (active[weekday] ?? 0) + (credits > 0 ? weight : 0);
    }
  }
  return all.map((days, weekday) => (active[weekday] ?? 0) / days);
}

/**
 * The chance that one user works on a weekday: the organization's, times how much more or less often than it the user
 * works. That factor is the user's own for workdays and for weekends, drawn towards the user's overall, and the
 * overall towards 1, while there is little to go by.
 */
export function activeChanceOf(own: readonly Observation[], rhythm: WeekRhythm, weekday: number): number {
  const overall = tallyOf(own, rhythm);
  const kind = tallyOf(
    own.filter((day) => isWeekend(day.weekday) === isWeekend(weekday)),
    rhythm,
  );
  const factor = (overall.active + ownDays) / (overall.expected + ownDays);
  const ofKind = (kind.active + kindDays * factor) / (kind.expected + kindDays);
  return Math.min(chanceMax, Math.max(chanceMin, (rhythm[weekday] ?? 0) * ofKind));
}

/** Days worked, and days that the organization would have worked in their place. */
function tallyOf(observations: readonly Observation[], rhythm: WeekRhythm): { active: number; expected: number } {
  let active = 0;
  let expected = 0;
  for (const { weekday, weight, credits } of observations) {
    active += credits > 0 ? weight : 0;
    expected += weight * (rhythm[weekday] ?? 0);
  }
  return { active, expected };
}

function isWeekend(weekday: number): boolean {
  return weekday >= 5;
}
