import type { DemandSummary } from './demand-history.ts';

/** The probability of working on a weekday, 0 is Monday. */
type WeekRhythm = readonly number[];

/** The prior, and its weight in days. */
const usualRhythm: WeekRhythm = [0.7, 0.7, 0.7, 0.7, 0.7, 0.15, 0.15];
const usualDays = 3;

/** The weight at which a user's own days count as much as the organization. */
const ownDays = 1;
const kindDays = 2;

const chanceMin = 0.003;
const chanceMax = 0.985;

/** Returns the share of working days, by weekday, over all users. */
export function weekRhythm(everybody: Iterable<Pick<DemandSummary, 'days' | 'workDays'>>): WeekRhythm {
  const active = usualRhythm.map((chance) => chance * usualDays);
  const all = usualRhythm.map(() => usualDays);
  for (const { days, workDays } of everybody) {
    for (let weekday = 0; weekday < 7; weekday += 1) {
      all[weekday] = (all[weekday] ?? 0) + (days[weekday] ?? 0);
      active[weekday] = (active[weekday] ?? 0) + (workDays[weekday] ?? 0);
    }
  }
  return all.map((days, weekday) => (active[weekday] ?? 0) / days);
}

/**
 * Returns the probability that a user works on a weekday: the organization's, times the user's factor. That factor is
 * separate for workdays and weekends, drawn towards the user's overall factor, and that one towards 1, while there is
 * little data.
 */
export function activeChanceOf(own: DemandSummary, rhythm: WeekRhythm, weekday: number): number {
  const { workdays, weekends } = talliesOf(own, rhythm);
  const kind = isWeekend(weekday) ? weekends : workdays;
  const active = workdays.active + weekends.active;
  const expected = workdays.expected + weekends.expected;
  const factor = (active + ownDays) / (expected + ownDays);
  const ofKind = (kind.active + kindDays * factor) / (kind.expected + kindDays);
  return Math.min(chanceMax, Math.max(chanceMin, (rhythm[weekday] ?? 0) * ofKind));
}

/** Working days, and expected working days at the organization's rate. */
interface Tally {
  active: number;
  expected: number;
}

function talliesOf({ days, workDays }: DemandSummary, rhythm: WeekRhythm) {
  const workdays: Tally = { active: 0, expected: 0 };
  const weekends: Tally = { active: 0, expected: 0 };
  rhythm.forEach((chance, weekday) => {
    const tally = isWeekend(weekday) ? weekends : workdays;
    tally.active += workDays[weekday] ?? 0;
    tally.expected += (days[weekday] ?? 0) * chance;
  });
  return { workdays, weekends };
}

function isWeekend(weekday: number): boolean {
  return weekday >= 5;
}
