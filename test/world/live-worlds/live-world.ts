import { msPerMinute, startOfDayMs } from '../../../shared/kernel/time/day.ts';
import type { TotalsReading } from '../../../shared/live/live-pool.ts';
import { reachOf } from '../../../shared/pools/exposure/exposure.ts';
import { afterPut, type LimitInForce, type SentNow } from '../../../shared/pools/exposure/limit-in-force.ts';
import type { LiveGuards } from './live-guards.ts';
import { delayMinutes, lagMinutes, type LiveFault, type LiveScenario, type Telling } from './live-scenario.ts';

export const dayMs = startOfDayMs('2026-03-10');

/** Everything that matters for what may happen next. Users in the order of the scenario. */
export interface LiveWorld {
  /** What each user has consumed on the day. */
  readonly use: readonly number[];
  /** The same as long ago as use takes to show. */
  readonly shown: readonly number[];
  /** What Curfew holds to be in force, or to have been. */
  readonly counted: readonly (readonly LimitInForce[])[];
  /** What the platform enforces. */
  readonly actual: readonly (readonly LimitInForce[])[];
  readonly readings: readonly TotalsReading[];
  readonly faultsLeft: number;
  /** Whose turn that ran on under a lower limit has ended. */
  readonly landed: readonly boolean[];
}

export function firstLiveWorld({ users, faultsMax }: LiveScenario): LiveWorld {
  const limits = users.map(({ limit }): readonly LimitInForce[] => [
    { limitCredits: limit, fromMs: -Infinity, outcome: 'confirmed' },
  ]);
  const none = users.map(() => 0);
  return {
    use: none,
    shown: none,
    counted: limits,
    actual: limits,
    readings: [],
    faultsLeft: faultsMax,
    landed: users.map(() => false),
  };
}

/** What a reading at a moment may say; undefined when it proves nothing. */
export function worldsAfterReading(
  scenario: LiveScenario,
  world: LiveWorld,
  { atMs, guards }: { readonly atMs: number; readonly guards: LiveGuards },
): readonly LiveWorld[] {
  const readings = scenario.totals.flatMap((telling) => {
    const credits = told(scenario, world, telling);
    return telling === 'incomplete' && guards.refusesIncomplete ? [undefined] : [credits];
  });
  return [...new Set(readings)].map((credits) =>
    credits === undefined ? world : { ...world, readings: [...world.readings, { credits, beganAtMs: atMs }] },
  );
}

function told({ errorPercent, slackCredits }: LiveScenario, { use, shown }: LiveWorld, telling: Telling): number {
  const total = sumOf(use);
  switch (telling) {
    case 'exact':
      return total;
    case 'late':
      return sumOf(shown);
    case 'short':
      return Math.max(0, (total - slackCredits) / (1 + errorPercent / 100));
    case 'long':
      return 2 * total;
    case 'nothing':
      return 0;
    case 'incomplete':
      return total - Math.max(...use);
  }
}

export interface LivePut {
  readonly user: number;
  readonly toCredits: number;
}

/** What can become of one PUT. */
export function worldsAfterPut(
  { scenario, guards }: { readonly scenario: LiveScenario; readonly guards: LiveGuards },
  world: LiveWorld,
  { user, toCredits, atMs }: LivePut & { readonly atMs: number },
): readonly LiveWorld[] {
  const sent = { limitCredits: toCredits, atMs, enforcementDelayMinutes: delayMinutes };
  const faults: readonly (LiveFault | 'none')[] = ['none', ...(world.faultsLeft > 0 ? scenario.faults : [])];
  return faults.map((fault) => {
    const outcome: SentNow['outcome'] = fault === 'none' ? 'done' : fault === 'refused-row' ? 'failed' : 'unknown';
    const isApplied = fault === 'none' || fault === 'lost-applied';
    const counted = guards.afterPut(world.counted[user] ?? [], { ...sent, outcome });
    const before = world.actual[user] ?? [];
    const actual = isApplied ? afterPut(before, { ...sent, outcome: 'done' }) : before;
    return {
      ...world,
      counted: world.counted.with(user, counted),
      actual: world.actual.with(user, actual),
      faultsLeft: world.faultsLeft - (fault === 'none' ? 0 : 1),
    };
  });
}

interface Stretch {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Every way in which the users can consume in a stretch; at its end all they can, which alone matters there. */
export function worldsAfterLiveUse(
  scenario: LiveScenario,
  world: LiveWorld,
  { stretch, isLast }: { readonly stretch: Stretch; readonly isLast: boolean },
): readonly LiveWorld[] {
  return scenario.users.reduce<readonly LiveWorld[]>(
    (worlds, _, user) =>
      worlds.flatMap((earlier) => {
        const { most, running } = mostOf(scenario, earlier, { user, stretch });
        const all = Math.max(most, running);
        const amounts = isLast ? [all] : Array.from({ length: all + 1 }, (_each, credits) => credits);
        return amounts.map((credits) => consumed(earlier, { user, credits, isLanding: credits > most }));
      }),
    [world],
  );
}

function consumed(
  world: LiveWorld,
  { user, credits, isLanding }: { readonly user: number; readonly credits: number; readonly isLanding: boolean },
): LiveWorld {
  const use = world.use.with(user, (world.use[user] ?? 0) + credits);
  return { ...world, use, landed: isLanding ? world.landed.with(user, true) : world.landed };
}

/** What a user can consume under the limits in force, and with a turn that began under one before and still runs. */
function mostOf(
  { users, inFlightCredits }: LiveScenario,
  { use, actual, landed }: LiveWorld,
  { user, stretch }: { readonly user: number; readonly stretch: Stretch },
): { readonly most: number; readonly running: number } {
  const used = (users[user]?.known ?? 0) + (use[user] ?? 0);
  let most = used;
  let running = 0;
  for (const { limitCredits, fromMs, untilMs = Infinity } of actual[user] ?? []) {
    if (limitCredits > used && fromMs < stretch.untilMs && untilMs > stretch.fromMs) {
      most = Math.max(most, reachOf(limitCredits, inFlightCredits));
    }
    if (limitCredits > used && untilMs <= stretch.fromMs && landed[user] === false) {
      running = inFlightCredits;
    }
  }
  return { most: most - used, running };
}

/** The moments at which something changes: runs, limits that end, and what a late reading shows. */
export function cutsOf({ runs, totals }: LiveScenario): readonly number[] {
  const minutes = runs.flatMap(({ atMinute, reads, lowersTo }) => [
    atMinute,
    ...(lowersTo === undefined ? [] : [atMinute + delayMinutes]),
    ...(reads === true && totals.includes('late') ? [atMinute - lagMinutes] : []),
  ]);
  return [...new Set([0, ...minutes, 1_440])].toSorted((a, b) => a - b).map((minute) => dayMs + minute * msPerMinute);
}

export function sumOf(credits: readonly number[]): number {
  return credits.reduce((sum, each) => sum + each, 0);
}
