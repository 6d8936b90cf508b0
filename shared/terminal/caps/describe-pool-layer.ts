import { missingFrom, poolName, shortPromise } from '../../domain/explanation/describe-pool.ts';
import type { SharedPool } from '../../domain/caps/shares/divide-shares.ts';
import type { LayerFact } from '../../domain/explanation/layer-fact.ts';
import { mostUsedOf, promiseOf } from '../../domain/caps/shares/pool-promise.ts';
import { grouped } from '../../domain/texts/grouped.ts';

/** What there is to say of a budget because several people share it: one's share, and what is promised. */
export function describePoolLayer(
  { outlook, share, idleBecause }: LayerFact,
  nameOf: (userId: string) => string,
): readonly string[] {
  if (outlook === undefined) {
    return [];
  }
  const { pool } = outlook;
  const members = `${grouped(pool.memberIds.length)} ${pool.memberIds.length === 1 ? 'user' : 'users'}`;
  return [
    `It is a pool that ${members} of ${poolName(pool)} share. ${shareWords(share, idleBecause === undefined)}`,
    ...reservedWords(pool, share),
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

/** What of the pool is theirs before the rest is divided, and what is others'. */
function reservedWords({ reserved }: SharedPool, share: LayerFact['share']): readonly string[] {
  const { askedCredits = 0, heldCredits = 0 } = share?.reserved ?? {};
  const forOthers = reserved.heldCredits - heldCredits;
  const short = heldCredits < askedCredits ? ` of ${grouped(askedCredits)}, for no more fits in` : '';
  return [
    ...(askedCredits > 0 ? [`Reserved for them beyond their use: ${grouped(heldCredits)}${short}.`] : []),
    ...(forOthers > 0 ? [`${grouped(forOthers)} of it is reserved for others.`] : []),
  ];
}

function promiseWords(pool: SharedPool, nameOf: (userId: string) => string): string {
  const promise = promiseOf(pool);
  switch (promise.kind) {
    case 'kept':
      return 'The guarantee is kept: whatever its users do, it is not overspent.';
    case 'not-yet':
      return `Nothing is guaranteed of it yet, because of ${missingWords(pool, nameOf)}. ${beginning} everybody had one.`;
    case 'too-much-allowed':
      return `Nothing is guaranteed of it yet: the limits in force allow ${grouped(promise.mostCredits)}. ${beginning} they allowed less.`;
    case 'overcommit':
      return `It is not guaranteed, on purpose: ${shortPromise(pool)} in the worst case.`;
    case 'passed':
      return `It is ${shortPromise(pool)}: nobody is left anything of it until it turns.`;
  }
}

const beginning = 'The guarantee begins with the figures of a time in which';

function missingWords(pool: SharedPool, nameOf: (userId: string) => string): string {
  const { length } = pool.unboundedIds;
  const users = `${grouped(length)} ${length === 1 ? 'user' : 'users'} without a limit since the figures end`;
  const who = missingFrom(pool, nameOf);
  return who === undefined ? users : `${users} (${who})`;
}

function mostWords(pool: SharedPool): string {
  const most = mostUsedOf(pool);
  const isSaid = promiseOf(pool).kind === 'overcommit' || most === undefined;
  return isSaid ? '' : `At most ${grouped(most)} of ${grouped(pool.amountCredits)} can have been used by now.`;
}
