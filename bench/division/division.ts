import { stopChance } from '../../shared/pools/demand/demand.ts';
import { fillPools } from '../../shared/pools/fill-pools.ts';
import { measureInterleaved } from '../measure/interleaved.ts';
import { versionsOf } from '../measure/peer-versions.ts';
import type { Spread } from '../measure/spread.ts';
import { divisionCases, type DivisionCase } from './division-cases.ts';
import { expectedUse, piecesOf, pieceUse } from './expected-use.ts';
import { loadSolver, solveDivision } from './linear-program.ts';
import { optimumName, ownName } from './way-names.ts';

/** What one way of dividing came to. */
export interface DividedRow {
  readonly pools: string;
  readonly way: string;
  /** Of what the linear program reaches on its own lines of straight pieces. */
  readonly worthOfOptimum: number;
  /** Expected use by the true, curved chances, in credits. */
  readonly expectedCredits: number;
  /** The chance of being stopped, of whom it is the least and the largest. */
  readonly stopChanceMin: number;
  readonly stopChanceMax: number;
  /** The most by which a pool is over its room. */
  readonly overCredits: number;
  readonly cpuMs: Spread;
  readonly wallMs: Spread;
}

interface DivisionDocument {
  readonly versions: Readonly<Record<string, string>>;
  readonly rounds: number;
  readonly users: number;
  readonly pieces: number;
  readonly rows: readonly DividedRow[];
}

interface DivisionOrder {
  readonly users: number;
  readonly rounds: number;
  /** Into how many straight pieces the linear program cuts each person's curve. */
  readonly pieces: number;
}

/** Divides the same pools in every way, in turns. */
export async function measureDivision({ users, rounds, pieces }: DivisionOrder): Promise<DivisionDocument> {
  const highs = await loadSolver();
  const ways: Readonly<Record<string, (division: DivisionCase) => readonly number[]>> = {
    [optimumName]: (division) => solveDivision(highs, division, pieces).headrooms,
    'naive loop': divideNaively,
    'equal split': divideEqually,
    [ownName]: ({ requests, rooms }) => fillPools(requests, rooms),
  };
  const rows: DividedRow[] = [];
  for (const division of divisionCases(users)) {
    const optimum = solveDivision(highs, division, pieces);
    const contestants = Object.entries(ways).map(([name, divide]) => ({ name, run: () => divide(division) }));
    for (const { name, cpuMs, wallMs } of await measureInterleaved(contestants, rounds)) {
      const headrooms = name === optimumName ? optimum.headrooms : (ways[name]?.(division) ?? []);
      const worth = worthOf(division, headrooms, pieces) / optimum.worthCredits;
      rows.push({ ...describeDivided(division, headrooms), way: name, worthOfOptimum: worth, cpuMs, wallMs });
    }
  }
  return { versions: versionsOf(['highs']), rounds, users, pieces, rows };
}

function worthOf({ requests }: DivisionCase, headrooms: readonly number[], pieces: number): number {
  return requests.reduce(
    (sum, { demand }, index) => sum + pieceUse(piecesOf(demand, pieces), headrooms[index] ?? 0),
    0,
  );
}

function describeDivided({ name, requests, rooms }: DivisionCase, headrooms: readonly number[]) {
  const chances = requests.map(({ demand }, index) => stopChance(demand, headrooms[index] ?? 0));
  const spent = rooms.map((room, pool) =>
    requests.reduce((sum, { costs }, index) => sum + (costs.pools.includes(pool) ? (headrooms[index] ?? 0) : 0), -room),
  );
  return {
    pools: name,
    expectedCredits: requests.reduce((sum, { demand }, index) => sum + expectedUse(demand, headrooms[index] ?? 0), 0),
    stopChanceMin: Math.min(...chances),
    stopChanceMax: Math.max(...chances),
    overCredits: Math.max(0, ...spent),
  };
}

/** How many credits change hands at once: fewer would take for ever. */
const stepCredits = 250;

/** The loop that comes to mind first: the next credits go to whoever is the likeliest to be stopped, and all are looked at. */
function divideNaively({ requests, rooms }: DivisionCase): readonly number[] {
  const left = [...rooms];
  const headrooms = requests.map(() => 0);
  for (;;) {
    let [best, bestChance] = [-1, 0];
    for (const [index, { demand, costs }] of requests.entries()) {
      const chance = stopChance(demand, headrooms[index] ?? 0);
      if (chance > bestChance && costs.pools.every((pool) => (left[pool] ?? 0) >= stepCredits)) {
        [best, bestChance] = [index, chance];
      }
    }
    const chosen = requests[best];
    if (chosen === undefined) {
      return headrooms;
    }
    headrooms[best] = (headrooms[best] ?? 0) + stepCredits;
    chosen.costs.pools.forEach((pool) => (left[pool] = (left[pool] ?? 0) - stepCredits));
  }
}

/** The same for everybody in a pool, and the least where there are several. */
function divideEqually({ requests, rooms }: DivisionCase): readonly number[] {
  const members = rooms.map((_, pool) => requests.filter(({ costs }) => costs.pools.includes(pool)).length);
  return requests.map(({ costs }) =>
    Math.floor(Math.min(...costs.pools.map((pool) => (rooms[pool] ?? 0) / Math.max(1, members[pool] ?? 1)))),
  );
}
