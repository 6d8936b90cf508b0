/** Credits that one member's share gives to another's, in pools of which both are members. Whole credits. */
export interface Move {
  readonly fromId: string;
  readonly toId: string;
  readonly credits: number;
}

interface MovingMember {
  readonly userId: string;
  /** Indexes of the member's pools. */
  readonly pools: readonly number[];
  /** The part of the target that stays with the member. */
  readonly floorCredits: number;
  readonly ceilingCredits: number;
}

/**
 * Returns targets after moves, one after the other: at most what the giver has above the floor and the receiver may
 * hold. The sum and all other targets stay. A move has no effect where it would add to a pool of which the giver is
 * no member.
 */
export function movedTargets(
  targets: readonly number[],
  moves: readonly Move[],
  members: readonly MovingMember[],
): readonly number[] {
  if (moves.length === 0) {
    return targets;
  }
  const moved = [...targets];
  const indexes = new Map(members.map(({ userId }, index) => [userId, index]));
  for (const { fromId, toId, credits } of moves) {
    const [from, to] = [indexes.get(fromId) ?? -1, indexes.get(toId) ?? -1];
    const [giver, receiver] = [members[from], members[to]];
    if (giver !== undefined && receiver !== undefined && isWithin(receiver.pools, giver.pools)) {
      const [has, gets] = [moved[from] ?? 0, moved[to] ?? 0];
      const most = Math.max(0, Math.min(credits, has - giver.floorCredits, receiver.ceilingCredits - gets));
      moved[from] = has - most;
      moved[to] = gets + most;
    }
  }
  return moved;
}

function isWithin(pools: readonly number[], others: readonly number[]): boolean {
  return pools.every((pool) => others.includes(pool));
}
