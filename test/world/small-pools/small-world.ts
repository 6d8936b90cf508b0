import { windowAt, type WindowKind } from '../../../shared/budgets/window.ts';
import { daysBetween, type DayRange } from '../../../shared/kernel/time/day.ts';
import type { LimitInForce } from '../../../shared/pools/exposure/limit-in-force.ts';
import type { Scenario, SmallPool } from './scenario.ts';
import { dayNumbered } from './timeline.ts';

/** Everything that matters for what may happen next. Users in the order of the scenario, days by number. */
export interface SmallWorld {
  /** What each user has consumed on each day. */
  readonly use: readonly (readonly number[])[];
  /** What Curfew holds to be in force, or to have been; empty for who is not there yet. */
  readonly counted: readonly (readonly LimitInForce[])[];
  /** What the platform enforces. */
  readonly actual: readonly (readonly LimitInForce[])[];
  /** The last day that was reported; -1 before the first. */
  readonly through: number;
  readonly faultsLeft: number;
  /** Curfew says that no pool can be overspent. */
  readonly isPromised: boolean;
}

export function firstWorld(scenario: Scenario): SmallWorld {
  const limits = scenario.users.map(({ limit, joins = 0 }): readonly LimitInForce[] => {
    if (limit === undefined) {
      return [
        {
          limitCredits: Infinity,
          fromMs: Date.parse(`${dayNumbered(scenario, joins)}T00:00:00Z`),
          outcome: 'confirmed',
        },
      ];
    }
    return [{ limitCredits: limit, fromMs: -Infinity, outcome: 'confirmed' }];
  });
  return {
    use: scenario.users.map(() => Array.from({ length: scenario.days }, () => 0)),
    counted: limits.map((own, user) => (scenario.users[user]?.limit === undefined ? [] : own)),
    actual: limits,
    through: -1,
    faultsLeft: scenario.faultsMax,
    isPromised: true,
  };
}

/** The day numbers of the window of a kind that holds a day; days before the first are negative. */
function windowDays(scenario: Scenario, kind: WindowKind, day: number): DayNumbers {
  const known = knownWindows.get(scenario) ?? new Map<string, DayNumbers>();
  knownWindows.set(scenario, known);
  const key = `${kind} ${day}`;
  const days = known.get(key) ?? daysIn(scenario, windowAt(kind, dayNumbered(scenario, day), scenario.platformWindow));
  known.set(key, days);
  return days;
}

/** A span of numbered days, both ends included. */
interface DayNumbers {
  readonly from: number;
  readonly through: number;
}

/** An exploration asks for the same few windows in each of its worlds. */
const knownWindows = new WeakMap<Scenario, Map<string, DayNumbers>>();

export function daysIn({ firstDay }: Scenario, range: DayRange): DayNumbers {
  return { from: daysBetween(firstDay, range.from), through: daysBetween(firstDay, range.through) };
}

/** The sum of some days' use, both ends included. */
export function useWithin(days: readonly number[], from: number, through: number): number {
  return days.slice(Math.max(0, from), Math.max(0, through + 1)).reduce((sum, credits) => sum + credits, 0);
}

/** What a user has consumed in the platform window of a day, before the world began included. */
export function usedInPlatformWindow(
  scenario: Scenario,
  use: readonly (readonly number[])[],
  at: { readonly user: number; readonly day: number; readonly through: number },
): number {
  const { from } = windowDays(scenario, 'platform', at.day);
  const before = from < 0 || (from === 0 && at.day < 0) ? (scenario.users[at.user]?.usedBefore ?? 0) : 0;
  return before + useWithin(use[at.user] ?? [], from, at.through);
}

/** What everybody consumed of a pool in its window of a day. */
export function usedOfPool(
  scenario: Scenario,
  world: SmallWorld,
  at: { readonly pool: SmallPool; readonly day: number },
): number {
  const { from, through } = windowDays(scenario, at.pool.window, at.day);
  const before = from < 0 ? at.pool.usedBefore : 0;
  return scenario.users.reduce(
    (sum, { name }, user) =>
      at.pool.members.includes(name) ? sum + useWithin(world.use[user] ?? [], from, through) : sum,
    before,
  );
}
