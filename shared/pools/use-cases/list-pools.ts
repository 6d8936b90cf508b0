import { formatScope } from '../../budgets/scope.ts';
import type { Person } from '../../caps/person.ts';
import type { SharedPool } from '../../caps/shares/divide-shares.ts';
import { capViewOf } from '../../explanation/cap-view.ts';
import type { Snapshot } from '../../explanation/snapshot.ts';
import {
  readSnapshot,
  type SnapshotOrder,
  type SnapshotPorts,
} from '../../explanation/use-cases/snapshots/read-snapshot.ts';
import { currentPools } from '../../status/use-cases/status-document.ts';
import type { PoolDocumentOf } from './pool-document.ts';

/** Pools in their current windows; with people when one scope was requested. */
type ListedPool = PoolDocumentOf & { readonly people?: readonly ReturnType<typeof poolPerson>[] };

/** The state of every pool, or of one scope's pools with their users, the largest first. */
export async function listPools(
  ports: SnapshotPorts,
  { scope, ...order }: SnapshotOrder & { readonly scope?: string },
): Promise<{ readonly pools: readonly ListedPool[]; readonly scopes: readonly string[] }> {
  const snapshot = await readSnapshot(ports, order);
  const pools = currentPools(snapshot);
  const scopes = [...new Set(pools.map((pool) => pool.scope))];
  if (scope === undefined) {
    return { pools, scopes };
  }
  const persons = new Map(snapshot.people.persons.map((person) => [person.userId, person]));
  const wanted = pools.filter((pool) => pool.scope === scope);
  return {
    scopes,
    pools: wanted.map((pool) => ({ ...pool, people: peopleOf(poolBehind(pool, snapshot), persons, snapshot) })),
  };
}

function poolBehind({ scope, window }: PoolDocumentOf, { shares }: Snapshot): SharedPool | undefined {
  return shares.pools.find((pool) => !pool.isNext && formatScope(pool.scope) === scope && pool.window.kind === window);
}

function peopleOf(pool: SharedPool | undefined, persons: ReadonlyMap<string, Person>, snapshot: Snapshot) {
  const members = (pool?.memberIds ?? []).flatMap((userId) => persons.get(userId) ?? []);
  const unbounded = new Set(pool?.unboundedIds);
  return members
    .map((person) => poolPerson(person, { snapshot, unbounded, window: pool?.window.kind ?? 'platform' }))
    .toSorted((a, b) => b.used - a.used || Number(a.email > b.email) - Number(a.email < b.email));
}

function poolPerson(
  person: Person,
  {
    snapshot,
    unbounded,
    window,
  }: {
    readonly snapshot: Snapshot;
    readonly unbounded: ReadonlySet<string>;
    readonly window: SharedPool['window']['kind'];
  },
) {
  const { userId, email, credits } = person;
  const { limitCredits, status, isStopped } = capViewOf(person, snapshot);
  const share = snapshot.shares.byUser.get(userId);
  return {
    email,
    userId,
    used: credits[window] ?? 0,
    /** The present share, and its size once lowered limits have freed credits; null without a share. */
    share: share?.headroomCredits ?? null,
    target: share?.targetCredits ?? null,
    limit: limitCredits ?? null,
    status,
    stopped: isStopped,
    unbounded: unbounded.has(userId),
  };
}
