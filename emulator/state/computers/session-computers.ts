import type { CoreWorld } from '../../api/core-world.ts';
import type { Member } from '../members/member.ts';
import { randomOf } from '../random.ts';
import type { ComputerRecord } from './computer.ts';
import type { FleetRecords } from './fleet-records.ts';
import { fleetComputerIds } from './generated-fleet.ts';

const ownComputerChance = 0.85;
const sharedComputerChance = 0.1;

/** Names the computer that somebody's session with a label runs on: mostly their own, rarely a shared one. */
export function sessionComputers(
  world: CoreWorld,
  fleet: Pick<FleetRecords, 'known' | 'revision'>,
): (owner: Member, label: string) => string | undefined {
  const sharedIds = world.empty ? [] : fleetComputerIds(world.seed);
  let seen: { readonly revision: number; readonly byOwner: ReadonlyMap<string, string> } | undefined;
  return (owner, label) => {
    if (seen?.revision !== fleet.revision()) {
      seen = { revision: fleet.revision(), byOwner: computersByOwner(fleet.known()) };
    }
    const random = randomOf(world.seed, 'session-computer', label);
    const own = seen.byOwner.get(owner.id);
    if (own !== undefined && random.chance(ownComputerChance)) {
      return own;
    }
    return sharedIds.length > 0 && random.chance(sharedComputerChance) ? random.pick(sharedIds) : undefined;
  };
}

/** The last of everybody's computers: a generated one that belongs to somebody by chance comes before their own. */
function computersByOwner(records: readonly ComputerRecord[]): ReadonlyMap<string, string> {
  return new Map(
    records.filter(({ ownerPrincipalKind }) => ownerPrincipalKind === 'user').map(({ ownerId, id }) => [ownerId, id]),
  );
}
