import { msPerDay, msPerMinute } from '../../../shared/kernel/time/day.ts';
import type { ProofTerms } from '../../../shared/live/pool-proof.ts';
import { sinceKnown } from '../../../shared/pools/exposure/limit-in-force.ts';
import type { Pool, PoolMember } from '../../../shared/pools/pool.ts';
import type { LiveGuards } from './live-guards.ts';
import { allowedOf, delayMinutes, lagMinutes, type LiveRun, type LiveScenario } from './live-scenario.ts';
import {
  cutsOf,
  dayMs,
  firstLiveWorld,
  sumOf,
  worldsAfterLiveUse,
  worldsAfterPut,
  worldsAfterReading,
  type LivePut,
  type LiveWorld,
} from './live-world.ts';

interface LiveExploration {
  /** Different worlds that were looked at. */
  readonly worlds: number;
  /** The first overspent world that was found, in words. */
  readonly overspent: string | undefined;
  /** How often something was given once there was a reading. */
  readonly givenAfterReadings: number;
}

interface Trial {
  readonly scenario: LiveScenario;
  readonly guards: LiveGuards;
  readonly onGiven: () => void;
}

/** More worlds than any scenario has. */
const worldsMax = 2_000_000;

/** Tries everything that can happen, step by step; worlds that are alike are followed once. */
export function exploreLive(scenario: LiveScenario, guards: LiveGuards): LiveExploration {
  const found = { worlds: 1, givenAfterReadings: 0 };
  const trial: Trial = { scenario, guards, onGiven: () => (found.givenAfterReadings += 1) };
  let worlds: readonly LiveWorld[] = [firstLiveWorld(scenario)];
  const cuts = cutsOf(scenario);
  for (const [index, fromMs] of cuts.entries()) {
    const untilMs = cuts[index + 1];
    if (untilMs === undefined) {
      break;
    }
    const run = scenario.runs.find(({ atMinute }) => dayMs + atMinute * msPerMinute === fromMs);
    const isShowing = scenario.runs.some(({ atMinute }) => dayMs + (atMinute - lagMinutes) * msPerMinute === fromMs);
    const next = new Map<string, LiveWorld>();
    for (const world of worlds) {
      const seen = isShowing ? { ...world, shown: world.use } : world;
      for (const after of run === undefined ? [seen] : worldsAfterRun(trial, seen, run)) {
        const isLast = cuts[index + 2] === undefined;
        for (const end of worldsAfterLiveUse(scenario, after, { stretch: { fromMs, untilMs }, isLast })) {
          next.set(JSON.stringify(end), end);
        }
      }
    }
    worlds = [...next.values()];
    found.worlds += worlds.length;
    const overspent = worlds.map((world) => overspentIn(scenario, world)).find((sentence) => sentence !== undefined);
    if (overspent !== undefined) {
      return { ...found, overspent };
    }
    if (found.worlds > worldsMax) {
      throw new RangeError(`${scenario.name} has more than ${worldsMax} worlds`);
    }
  }
  return { ...found, overspent: undefined };
}

function overspentIn(scenario: LiveScenario, world: LiveWorld): string | undefined {
  const pool = scenario.pools.find(
    (each) => knownOf(scenario, each.members) + usedOf(scenario, world, each.members) > allowedOf(scenario, each),
  );
  return pool === undefined ? undefined : `${pool.name} is overspent: ${JSON.stringify(world)}`;
}

function knownOf({ users }: LiveScenario, members: readonly string[]): number {
  return sumOf(users.filter(({ name }) => members.includes(name)).map(({ known }) => known));
}

function usedOf({ users }: LiveScenario, { use }: LiveWorld, members: readonly string[]): number {
  return sumOf(users.map(({ name }, user) => (members.includes(name) ? (use[user] ?? 0) : 0)));
}

/** Every way in which a run can end: by what it reads, whom it takes from and gives to, and what becomes of the PUTs. */
function worldsAfterRun(trial: Trial, world: LiveWorld, run: LiveRun): readonly LiveWorld[] {
  const { scenario, guards } = trial;
  const atMs = dayMs + run.atMinute * msPerMinute;
  const read = run.reads === true ? worldsAfterReading(scenario, world, { atMs, guards }) : [world];
  const lowered = read.flatMap((seen) => [
    seen,
    ...lowersOf(trial, seen, run).flatMap((put) => worldsAfterPut(trial, seen, { ...put, atMs })),
  ]);
  const raised =
    run.raises !== true
      ? []
      : lowered.flatMap((seen) =>
          raisesOf(trial, seen, atMs).flatMap((put) => worldsAfterPut(trial, seen, { ...put, atMs })),
        );
  return [...lowered, ...raised];
}

function lowersOf({ scenario }: Trial, { counted }: LiveWorld, { lowersTo = [] }: LiveRun): readonly LivePut[] {
  return scenario.users.flatMap((_, user) => {
    const highest = inForceOf(counted[user] ?? []);
    return lowersTo.filter((toCredits) => toCredits < highest).map((toCredits) => ({ user, toCredits }));
  });
}

/** Whom hints name gets all that is free: hints may say anything, so that everybody is named once. */
function raisesOf({ scenario, guards, onGiven }: Trial, world: LiveWorld, atMs: number): readonly LivePut[] {
  const terms = termsOf(scenario, world, atMs);
  const members = scenario.users.map(({ name, known }, user): PoolMember => ({
    userId: name,
    knownCredits: known,
    reportedCredits: known,
    limits: sinceKnown(world.counted[user] ?? [], dayMs),
  }));
  const pools = scenario.pools.map((pool): Pool => ({
    name: pool.name,
    window: { from: '2026-03-01', through: '2026-03-31' },
    amountCredits: pool.amount,
    guarantee: { kind: 'strict' },
    knownCredits: knownOf(scenario, pool.members),
    memberIds: pool.members,
  }));
  const free = pools.map((pool) => guards.free(guards.prove({ pool, members, terms }), terms.bounds));
  return members.flatMap(({ userId, knownCredits, limits }, user): readonly LivePut[] => {
    const own = pools.flatMap(({ memberIds }, pool) => (memberIds.includes(userId) ? [free[pool] ?? 0] : []));
    const most = Math.min(...(guards.allPools ? own : own.slice(0, 1)));
    if (most === 0) {
      return [];
    }
    if (terms.readings.length > 0) {
      onGiven();
    }
    const toCredits = Math.max(knownCredits, inForceOf(limits, atMs)) + most;
    return [{ user, toCredits }];
  });
}

function termsOf({ inFlightCredits, ...scenario }: LiveScenario, world: LiveWorld, atMs: number): ProofTerms {
  return {
    moment: {
      nowMs: atMs,
      knownUntilMs: dayMs,
      heldUntilMs: dayMs + msPerDay,
      platformWindow: { anchorDay: 1 },
    },
    assumptions: { settleDays: 0, enforcementDelayMinutes: delayMinutes, inFlightCredits },
    readings: world.readings,
    bounds: scenario,
    lagMs: lagMinutes * msPerMinute,
  };
}

function inForceOf(limits: LiveWorld['counted'][number], atMs = Infinity): number {
  const inForce = limits.filter(({ untilMs = Infinity }) => untilMs > atMs || untilMs === Infinity);
  return Math.max(0, ...inForce.map(({ limitCredits }) => limitCredits));
}
