import { formatScope } from '../budgets/scope.ts';
import { grouped } from '../texts/grouped.ts';
import type { SharedPool } from '../caps/shares/divide-shares.ts';
import { promiseOf } from '../caps/shares/pool-promise.ts';

/** So many people are named in one sentence. */
const namedMax = 5;

/** The first members without a limit; undefined where every member has one, or none has. */
export function missingFrom(pool: SharedPool, nameOf: (userId: string) => string): string | undefined {
  const promise = promiseOf(pool);
  const isOfSome = promise.kind === 'not-yet' && promise.unboundedIds.length < pool.memberIds.length;
  return isOfSome ? someNames(promise.unboundedIds.map(nameOf)) : undefined;
}

/** The guarantee of a pool, without names. */
export function shortPromise(pool: SharedPool): string {
  const promise = promiseOf(pool);
  switch (promise.kind) {
    case 'kept':
      return 'kept';
    case 'not-yet':
      return promise.unboundedIds.length === pool.memberIds.length
        ? `not yet: nobody had a limit`
        : `not yet: ${countOf(promise.unboundedIds)} without a limit`;
    case 'too-much-allowed':
      return `not yet: the limits in force allow ${grouped(promise.mostCredits)}`;
    case 'overcommit':
      return `overcommit ${promise.factor}: at most ${promise.mostCredits === undefined ? 'no end yet' : grouped(promise.mostCredits)}`;
    case 'passed':
      return `passed by ${grouped(promise.overCredits)}`;
  }
}

/** What of a pool is reserved, and for more than it holds how much was asked; nothing where nothing is. */
export function shortReserved({ reserved: { heldCredits, askedCredits } }: SharedPool): readonly string[] {
  if (askedCredits === 0) {
    return [];
  }
  const asked = heldCredits < askedCredits ? ` of ${grouped(askedCredits)}` : '';
  return [`${grouped(heldCredits)}${asked} reserved`];
}

/** A pool as people call it: `team web`, `the organization`. */
export function poolName({ scope }: Pick<SharedPool, 'scope'>): string {
  return scope.kind === 'org' ? 'the organization' : scope.kind === 'team' ? `team ${scope.name}` : formatScope(scope);
}

/** The first of some names, and how many more there are. */
export function someNames(names: readonly string[]): string {
  const more = names.length - namedMax;
  return more > 0 ? `${names.slice(0, namedMax).join(', ')} and ${grouped(more)} more` : names.join(', ');
}

function countOf({ length }: readonly string[]): string {
  return `${grouped(length)} ${length === 1 ? 'user' : 'users'}`;
}
