import { describePromise, poolName } from '../shared/domain/caps/describe-pool.ts';
import type { SharedPool } from '../shared/domain/caps/divide-shares.ts';
import type { LayerFact } from '../shared/domain/caps/layer-fact.ts';
import { mostUsedOf, promiseOf } from '../shared/domain/caps/pool-promise.ts';
import { grouped } from '../shared/domain/texts/grouped.ts';

/** What there is to say of a budget because several people share it: one's share, and what is promised. */
export function describePoolLayer(
  { pool, share, idleBecause }: LayerFact,
  nameOf: (userId: string) => string,
): readonly string[] {
  if (pool === undefined) {
    return [];
  }
  const members = `${grouped(pool.memberIds.length)} ${pool.memberIds.length === 1 ? 'user' : 'users'}`;
  return [
    `It is a pool that ${members} of ${poolName(pool)} share. ${shareWords(share, idleBecause === undefined)}`,
    `${promiseWords(pool, nameOf)} ${mostWords(pool)}`.trim(),
  ];
}

function shareWords(share: LayerFact['share'], decides: boolean): string {
  if (share === undefined) {
    return 'They have no share of it while no limit may be set for them; what their limit allows is counted.';
  }
  if (!decides) {
    return 'What they may use comes out of it too.';
  }
  const { headroomCredits, targetCredits } = share;
  const later =
    targetCredits > headroomCredits
      ? ` It is to come to ${grouped(targetCredits)}: what limits lowered tonight set free is there once the figures show that it was not used.`
      : '';
  return `Their share of what is left is ${grouped(headroomCredits)} now, and moves every night with what everybody used and may want.${later}`;
}

function promiseWords(pool: SharedPool, nameOf: (userId: string) => string): string {
  const promise = promiseOf(pool);
  const words = describePromise(pool, nameOf);
  switch (promise.kind) {
    case 'kept':
      return 'The guarantee is kept: whatever its users do, it is not overspent.';
    case 'not-yet':
      return `Its guarantee is ${words}: it begins when the figures reach a time in which everybody had one.`;
    case 'too-much-allowed':
      return `Its guarantee is ${words}: it begins when the figures show that this much was not used.`;
    case 'overcommit':
      return `It is not guaranteed, on purpose: ${words} in the worst case.`;
    case 'passed':
      return `It is ${words}: nobody is left anything of it until it turns.`;
  }
}

function mostWords(pool: SharedPool): string {
  const most = mostUsedOf(pool);
  const isSaid = promiseOf(pool).kind === 'overcommit' || most === undefined;
  return isSaid ? '' : `At most ${grouped(most)} of ${grouped(pool.amountCredits)} can have been used by now.`;
}
