import { randomOf, type Random } from '../../emulator/state/random.ts';
import type { Demand } from '../../shared/pools/demand/demand.ts';
import type { HeadroomRequest } from '../../shared/pools/fill-pools.ts';
import type { DivisionCase } from './linear-program.ts';

const peopleOfTeam = 25;
const seed = 29;
/** Of what all would want on a usual day. */
const roomShare = 0.6;

/**
 * The same people in one pool; in teams under an organization, as budgets of Curfew are; and in two sets of pools that
 * cross, which no budgets of Curfew make: a person has one team at most.
 */
export function divisionCases(users: number): readonly DivisionCase[] {
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
  const costIn = (_pool: number, headroomCredits: number): number => headroomCredits;
  return { demand, ceilingCredits: Infinity, costs: { pools, costIn } };
}
