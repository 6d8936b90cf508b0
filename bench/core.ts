import { randomOf } from '../emulator/state/random.ts';
import type { Demand } from '../shared/pools/demand/demand.ts';
import { fillPools } from '../shared/pools/fill-pools.ts';
import type { HeadroomRequest } from '../shared/pools/headroom-requests.ts';
import { runClaim } from './measure/claim.ts';
import { sumOf } from './measure/figures.ts';
import { measureInterleaved } from './measure/interleaved.ts';
import { ratioOf, spreadText } from './measure/spread.ts';

/*
 * What a plan computes for very many people, over one bare pass of the same figures in typed arrays: for a division,
 * the headroom of each person at one chance, summed.
 */
const peopleOfTeam = 25;
const seed = 29;
/** Of what all would want on a usual day. */
const roomShare = 0.6;

interface Filling {
  readonly what: string;
  readonly ratioMax: number;
  readonly requests: readonly HeadroomRequest[];
  readonly rooms: readonly number[];
}

function demandsOf(users: number): readonly Demand[] {
  const random = randomOf(seed, 'core');
  return Array.from({ length: users }, () => ({
    activeChance: 0.1 + 0.88 * random.float(),
    medianCredits: 7_000 * Math.exp(1.1 * random.normal()),
    spread: 0.45 + 0.3 * random.float(),
  }));
}

/** One pool; and teams of unequal width in it, so that some are full long before it is. */
function fillingsOf(demands: readonly Demand[]): readonly Filling[] {
  const teams = Math.ceil(demands.length / peopleOfTeam);
  const wanted = demands.map(({ activeChance, medianCredits }) => activeChance * medianCredits);
  const organization = Math.floor(roomShare * sumOf(wanted));
  const ofTeams = new Float64Array(teams);
  wanted.forEach((credits, index) => (ofTeams[index % teams] = (ofTeams[index % teams] ?? 0) + credits));
  const teamRooms = Array.from(ofTeams, (credits, team) =>
    Math.floor(roomShare * (0.4 + (1.2 * team) / teams) * credits),
  );
  const requestOf = (demand: Demand, pools: readonly number[]): HeadroomRequest => ({
    demand,
    ceilingCredits: Infinity,
    costs: [{ pools, parts: [{ offsetCredits: 0, leastCredits: 0, mostCredits: Infinity }] }],
  });
  return [
    {
      what: 'one pool',
      ratioMax: 8,
      requests: demands.map((demand) => requestOf(demand, [0])),
      rooms: [organization],
    },
    {
      what: `${(teams + 1).toLocaleString('en')} pools`,
      ratioMax: 30,
      requests: demands.map((demand, index) => requestOf(demand, [0, 1 + (index % teams)])),
      rooms: [organization, ...teamRooms],
    },
  ];
}

function barePass(demands: readonly Demand[]): () => number {
  const active = Float64Array.from(demands, ({ activeChance }) => activeChance);
  const median = Float64Array.from(demands, ({ medianCredits }) => medianCredits);
  const spread = Float64Array.from(demands, (demand) => demand.spread);
  const chance = 0.2;
  return () => {
    let credits = 0;
    for (let user = 0; user < active.length; user += 1) {
      const own = active[user] ?? 0;
      const headroom = chance >= own ? 0 : (median[user] ?? 0) * ((own - chance) / chance) ** (spread[user] ?? 0);
      credits += Math.floor(headroom);
    }
    return credits;
  };
}

await runClaim(import.meta, async ({ number }) => {
  const [users, rounds] = [number('users'), number('rounds')];
  const demands = demandsOf(users);
  const fillings = fillingsOf(demands);
  const bareName = 'one bare pass';
  const [bare, ...ours] = await measureInterleaved(
    [
      { name: bareName, run: barePass(demands) },
      ...fillings.map(({ what, requests, rooms }) => ({ name: what, run: () => fillPools(requests, rooms) })),
    ],
    rounds,
  );
  const ratios = ours.map(({ name, cpuMs }) =>
    ratioOf(
      [`division of ${name} among ${users.toLocaleString('en')} people`, bareName],
      bare?.cpuMs ?? Number.NaN,
      cpuMs,
      {
        unit: 'ms',
        digits: 2,
      },
    ),
  );
  return {
    document: { users, rounds, rows: ratios },
    ratios,
    report: [bare, ...ours].map(
      (timing) => `${timing?.name}: ${timing === undefined ? '' : spreadText(timing.cpuMs, 'ms')}`,
    ),
    hasReachedGoal: ratios.every(({ ratio }, index) => ratio <= (fillings[index]?.ratioMax ?? 0)),
  };
});
