import { windowAt } from '../../../shared/budgets/window.ts';
import { addDays, startOfDayMs, type Day } from '../../../shared/kernel/time/day.ts';
import type { Scenario } from './scenario.ts';

/** Users consume, or Curfew runs. In turns, so that every order of use around a run is there. */
export type Step =
  | { readonly kind: 'use'; readonly day: number; readonly fromMs: number; readonly untilMs: number }
  | { readonly kind: 'run'; readonly day: number; readonly atMs: number; readonly untilNextMs: number };

const minuteMs = 60_000;
const dayMinutes = 1_440;
const windowStartMinute = 5;
const nightlyMinute = 150;

export function timelineOf(scenario: Scenario): readonly Step[] {
  const runs = Array.from({ length: scenario.days + 1 }, (_, day) =>
    runMinutes(scenario, day).map((at) => ({ day, at })),
  );
  const all = runs.flat().map(({ day, at }) => startOf(scenario, day) + at * minuteMs);
  return Array.from({ length: scenario.days }, (_, day) => stepsOf(scenario, day, all)).flat();
}

export function dayNumbered({ firstDay }: Scenario, day: number): Day {
  return addDays(firstDay, day);
}

function stepsOf(scenario: Scenario, day: number, runsMs: readonly number[]): readonly Step[] {
  const startMs = startOf(scenario, day);
  const minutes = runMinutes(scenario, day);
  const cuts = [...new Set([0, ...minutes, ...enforcedMinutes(scenario, minutes)])].toSorted((a, b) => a - b);
  return cuts.flatMap((from, index): readonly Step[] => {
    const fromMs = startMs + from * minuteMs;
    const untilMs = startMs + (cuts[index + 1] ?? dayMinutes) * minuteMs;
    const use: Step = { kind: 'use', day, fromMs, untilMs };
    const untilNextMs = runsMs.find((atMs) => atMs > fromMs) ?? Infinity;
    return minutes.includes(from) ? [{ kind: 'run', day, atMs: fromMs, untilNextMs }, use] : [use];
  });
}

/** Only where use is bounded by time does it matter how long an old limit was in force after a run. */
function enforcedMinutes({ assumptions }: Scenario, minutes: readonly number[]): readonly number[] {
  const after = minutes.map((minute) => minute + assumptions.enforcementDelayMinutes);
  return assumptions.maxCreditsPerUserHour === undefined ? [] : after.filter((minute) => minute < dayMinutes);
}

function runMinutes(scenario: Scenario, day: number): readonly number[] {
  const date = dayNumbered(scenario, day);
  const isTurn = windowAt('platform', date, scenario.platformWindow).from === date;
  return [...(isTurn ? [windowStartMinute] : []), nightlyMinute, ...(scenario.extraRunMinutes ?? [])];
}

function startOf(scenario: Scenario, day: number): number {
  return startOfDayMs(dayNumbered(scenario, day));
}
