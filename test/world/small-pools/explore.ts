import { worldsAfterRun, type Trial } from './curfew-runs.ts';
import type { Guards } from './guards.ts';
import type { Scenario } from './scenario.ts';
import { firstWorld, usedOfPool, type SmallWorld } from './small-world.ts';
import { timelineOf, type Step } from './timeline.ts';
import { worldsAfterUse } from './users-consume.ts';

interface Exploration {
  /** Different worlds that were looked at. */
  readonly worlds: number;
  /** The first overspent world that was found, in words. */
  readonly overspent: string | undefined;
  /** The first PUT after which a covered pool was no longer covered. */
  readonly exposed: string | undefined;
  /** Runs after which nothing was promised. */
  readonly unpromisedRuns: number;
  /** Worlds that ended with the promise made. */
  readonly promisedEnds: number;
}

/** More worlds than any scenario has. */
const worldsMax = 3_000_000;

/** Tries everything that can happen, step by step; worlds that are alike are followed once. */
export function explore(scenario: Scenario, guards: Guards): Exploration {
  const found = { worlds: 1, unpromisedRuns: 0, exposed: undefined as string | undefined };
  const trial: Trial = {
    scenario,
    guards,
    onExposed: (sentence) => {
      found.exposed ??= sentence;
    },
  };
  let worlds: readonly SmallWorld[] = [firstWorld(scenario)];
  for (const step of timelineOf(scenario)) {
    const next = new Map<string, SmallWorld>();
    for (const world of worlds) {
      for (const after of worldsAfter(trial, world, step)) {
        next.set(JSON.stringify(after), after);
      }
    }
    worlds = [...next.values()];
    found.worlds += worlds.length;
    found.unpromisedRuns += step.kind === 'run' ? worlds.filter(({ isPromised }) => !isPromised).length : 0;
    const overspent = worlds
      .map((world) => overspentIn(scenario, world, step))
      .find((sentence) => sentence !== undefined);
    if (overspent !== undefined) {
      return { ...found, overspent, promisedEnds: 0 };
    }
    if (found.worlds > worldsMax) {
      throw new RangeError(`${scenario.name} has more than ${worldsMax} worlds`);
    }
  }
  return { ...found, overspent: undefined, promisedEnds: worlds.filter(({ isPromised }) => isPromised).length };
}

function worldsAfter(trial: Trial, world: SmallWorld, step: Step): readonly SmallWorld[] {
  if (step.kind === 'run') {
    return worldsAfterRun(trial, world, step);
  }
  // With a newcomer nothing is promised until Curfew says so again.
  const isNewcomerThere = trial.scenario.users.some(
    ({ joins = 0 }, user) => joins === step.day && world.counted[user]?.length === 0,
  );
  const start = isNewcomerThere ? { ...world, isPromised: false } : world;
  return worldsAfterUse(trial.scenario, start, step);
}

function overspentIn(scenario: Scenario, world: SmallWorld, step: Step): string | undefined {
  const pool = scenario.pools.find(
    (candidate) =>
      world.isPromised && usedOfPool(scenario, world, { pool: candidate, day: step.day }) > candidate.amount,
  );
  return pool === undefined ? undefined : `${pool.name} is overspent on day ${step.day}: ${JSON.stringify(world)}`;
}
