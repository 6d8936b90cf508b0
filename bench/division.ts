import { type Random, randomOf } from '../emulator/state/random.ts';
import { type Demand, stopChance } from '../shared/pools/demand/demand.ts';
import { fillPools } from '../shared/pools/fill-pools.ts';
import type { HeadroomRequest } from '../shared/pools/headroom-requests.ts';
import {
  type DivisionCase,
  expectedUse,
  loadSolver,
  pieceUse,
  poolsOf,
  solveDivision,
} from './division/linear-program.ts';
import { runClaim } from './measure/claim.ts';
import { percent, tableText, versionsOf, versionsText } from './measure/figures.ts';
import { measureInterleaved } from './measure/interleaved.ts';
import { ratioOf, spreadText } from './measure/spread.ts';

const peopleOfTeam = 25;
const seed = 29;
/** Of what all would want on a usual day. */
const roomShare = 0.6;

/**
 * The same people in one pool; in teams under an organization, as budgets of Curfew are; and in two sets of pools that
 * cross, which no budgets of Curfew make: a person has one team at most.
 */
function divisionCases(users: number): readonly DivisionCase[] {
  const random = randomOf(seed, 'division');
  const demands = Array.from({ length: users }, () => aDemand(random));
  const teams = Math.max(2, Math.round(users / peopleOfTeam));
  const teamOf = (index: number): number => index % teams;
  // Of unequal width, so that some are full long before the organization is.
  const teamRooms = Array.from({ length: teams }, (_, team) =>
    roomFor(
      demands.filter((_demand, index) => teamOf(index) === team),
      roomShare * (0.4 + (1.2 * team) / teams),
    ),
  );
  const projects = teams + 1;
  const projectOf = (index: number): number => teams + ((7 * index) % projects);
  const projectRooms = Array.from({ length: projects }, (_, project) =>
    roomFor(
      demands.filter((_demand, index) => projectOf(index) === teams + project),
      roomShare * (0.6 + (0.8 * project) / projects),
    ),
  );
  const organization = roomFor(demands, roomShare);
  return [
    { name: 'one pool', requests: demands.map((demand) => requestOf(demand, [0])), rooms: [organization] },
    {
      name: 'teams under an organization',
      requests: demands.map((demand, index) => requestOf(demand, [teamOf(index), teams])),
      rooms: [...teamRooms, organization],
    },
    {
      name: 'pools that cross',
      requests: demands.map((demand, index) => requestOf(demand, [teamOf(index), projectOf(index)])),
      rooms: [...teamRooms, ...projectRooms],
    },
  ];
}

function aDemand(random: Random): Demand {
  return {
    activeChance: 0.1 + 0.88 * random.float(),
    medianCredits: 7_000 * Math.exp(1.1 * random.normal()),
    spread: 0.45 + 0.3 * random.float(),
  };
}

function roomFor(demands: readonly Demand[], share: number): number {
  return Math.floor(
    share * demands.reduce((sum, { activeChance, medianCredits }) => sum + activeChance * medianCredits, 0),
  );
}

function requestOf(demand: Demand, pools: readonly number[]): HeadroomRequest {
  const parts = [{ offsetCredits: 0, leastCredits: 0, mostCredits: Infinity }];
  return { demand, ceilingCredits: Infinity, costs: [{ pools, parts }] };
}

/*
 * What remains of pools divided among people of known habits: our rule of equal chances beside the optimum of a linear
 * program, a loop in small steps, and an equal split. The goal: ours is over no pool, and not under 99.5 % of the optimum
 * where pools lie within each other, as budgets of Curfew do.
 */
export const ownName = 'ours: equal chance';
const optimumName = 'linear program';
const worthMin = 0.995;

export async function measureDivision({
  users,
  rounds,
  pieces,
}: {
  readonly users: number;
  readonly rounds: number;
  /** Pieces per person's curve in the linear program. */
  readonly pieces: number;
}) {
  const highs = await loadSolver();
  const ways: Readonly<Record<string, (division: DivisionCase) => readonly number[]>> = {
    [optimumName]: (division) => solveDivision(highs, division, pieces).headrooms,
    'naive loop': divideNaively,
    'equal split': divideEqually,
    [ownName]: ({ requests, rooms }) => fillPools(requests, rooms),
  };
  const rows = [];
  for (const division of divisionCases(users)) {
    const optimum = solveDivision(highs, division, pieces);
    const contestants = Object.entries(ways).map(([name, divide]) => ({ name, run: () => divide(division) }));
    for (const { name, cpuMs, wallMs } of await measureInterleaved(contestants, rounds)) {
      const headrooms = name === optimumName ? optimum.headrooms : (ways[name]?.(division) ?? []);
      // Of what the linear program reaches on its own lines of straight pieces.
      const worthOfOptimum = worthOf(division, headrooms, pieces) / optimum.worthCredits;
      rows.push({ ...describeDivided(division, headrooms), way: name, worthOfOptimum, cpuMs, wallMs });
    }
  }
  return { versions: versionsOf(['highs']), rounds, users, pieces, rows };
}

function worthOf({ requests }: DivisionCase, headrooms: readonly number[], pieces: number): number {
  return requests.reduce((sum, { demand }, index) => sum + pieceUse(demand, headrooms[index] ?? 0, pieces), 0);
}

/** Expected use is by the true, curved chances. */
function describeDivided({ name, requests, rooms }: DivisionCase, headrooms: readonly number[]) {
  const chances = requests.map(({ demand }, index) => stopChance(demand, headrooms[index] ?? 0));
  const spent = rooms.map((room, pool) =>
    requests.reduce(
      (sum, request, index) => sum + (poolsOf(request).includes(pool) ? (headrooms[index] ?? 0) : 0),
      -room,
    ),
  );
  return {
    pools: name,
    expectedCredits: requests.reduce((sum, { demand }, index) => sum + expectedUse(demand, headrooms[index] ?? 0), 0),
    stopChanceMin: Math.min(...chances),
    stopChanceMax: Math.max(...chances),
    overCredits: Math.max(0, ...spent),
  };
}

/** Fewer credits a step would take for ever. */
const stepCredits = 250;

/** The loop that comes to mind first: the next credits go to the person most likely to be stopped. */
function divideNaively({ requests, rooms }: DivisionCase): readonly number[] {
  const left = [...rooms];
  const headrooms = requests.map(() => 0);
  for (;;) {
    let [best, bestChance] = [-1, 0];
    for (const [index, request] of requests.entries()) {
      const chance = stopChance(request.demand, headrooms[index] ?? 0);
      if (chance > bestChance && poolsOf(request).every((pool) => (left[pool] ?? 0) >= stepCredits)) {
        [best, bestChance] = [index, chance];
      }
    }
    const chosen = requests[best];
    if (chosen === undefined) {
      return headrooms;
    }
    headrooms[best] = (headrooms[best] ?? 0) + stepCredits;
    poolsOf(chosen).forEach((pool) => (left[pool] = (left[pool] ?? 0) - stepCredits));
  }
}

/** The same for each person in a pool, and the least where there are several. */
function divideEqually({ requests, rooms }: DivisionCase): readonly number[] {
  const members = rooms.map((_, pool) => requests.filter((request) => poolsOf(request).includes(pool)).length);
  return requests.map((request) =>
    Math.floor(Math.min(...poolsOf(request).map((pool) => (rooms[pool] ?? 0) / Math.max(1, members[pool] ?? 1)))),
  );
}

await runClaim(import.meta, async ({ number }) => {
  const document = await measureDivision({
    users: number('users'),
    rounds: number('rounds'),
    pieces: number('pieces'),
  });
  const { rows, users, rounds, pieces, versions } = document;
  const own = rows.filter(({ way }) => way === ownName);
  const titles = ['pools', 'way', 'of the optimum', 'expected use', 'chance of being stopped', 'over the room', 'CPU'];
  const cells = rows.map((row) => [
    row.pools,
    row.way,
    percent(row.worthOfOptimum),
    creditsText(row.expectedCredits),
    `${percent(row.stopChanceMin)}–${percent(row.stopChanceMax)}`,
    Math.round(row.overCredits),
    spreadText(row.cpuMs, 'ms', 1),
  ]);
  return {
    document,
    ratios: own.flatMap((ours) =>
      rows
        .filter(({ pools, way }) => pools === ours.pools && way !== ownName)
        .flatMap((peer) => [
          {
            what: `expected use, ${users} people, ${peer.pools}; most likely stopped ${percent(ours.stopChanceMax)}, by the peer ${percent(peer.stopChanceMax)}`,
            peer: peer.way,
            peerFigure: creditsText(peer.expectedCredits),
            ourFigure: creditsText(ours.expectedCredits),
            ratio: ours.expectedCredits / peer.expectedCredits,
          },
          {
            ...ratioOf(['CPU of it', peer.way], peer.cpuMs, ours.cpuMs, { unit: 'ms', digits: 1 }),
            isBetter: 'lower',
          },
        ]),
    ),
    report: [
      tableText(titles, cells),
      `\n${users} people, ${pieces} pieces each; ${rounds} rounds in turns: median (least–most). ${versionsText(versions)}.`,
    ],
    versions,
    hasReachedGoal: own.every(
      ({ pools, worthOfOptimum, overCredits }) =>
        overCredits <= 0 && (pools === 'pools that cross' || worthOfOptimum >= worthMin),
    ),
  };
});

function creditsText(credits: number): string {
  return Math.round(credits).toLocaleString('en');
}
