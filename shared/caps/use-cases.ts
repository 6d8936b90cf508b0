import { formatScope } from '../budgets/scope.ts';
import { capViewOf, capViewsOf, type CapView } from '../explanation/cap-view.ts';
import { findPerson, type FoundPerson } from '../explanation/find-person.ts';
import type { CapFilter } from '../explanation/list-filters.ts';
import {
  readCapsSnapshot,
  type SnapshotOrder,
  type SnapshotPorts,
} from '../explanation/use-cases/snapshots/read-snapshot.ts';
import type { Day } from '../kernel/time/day.ts';
import type { Uncappable } from './uncapped.ts';

/** Caps of stopped users first, then by remaining credits. `not-found`: the user has no cap, and why. */
type CapsOutcome =
  | {
      readonly kind: 'listed';
      readonly caps: readonly CapView[];
      readonly document: ReturnType<typeof capDocument>[];
      readonly uncappable: readonly Uncappable[];
      readonly dataThrough: Day | undefined;
    }
  | { readonly kind: 'no-team'; readonly known: readonly string[] }
  | { readonly kind: 'not-found'; readonly found: Exclude<FoundPerson, { kind: 'person' }> };

/** Every cap, or one, from the tables. */
export async function listCaps(
  ports: SnapshotPorts,
  {
    email,
    team,
    status,
    ...order
  }: SnapshotOrder & { readonly email?: string; readonly team?: string; readonly status?: CapFilter },
): Promise<CapsOutcome> {
  const snapshot = await readCapsSnapshot(ports, order);
  const { people, dataThrough, teams } = snapshot;
  if (team !== undefined && !teams.some(({ name }) => name === team)) {
    return { kind: 'no-team', known: teams.map(({ name }) => name) };
  }
  if (email === undefined) {
    const caps = capViewsOf(snapshot).filter(
      (cap) => (team === undefined || cap.team === team) && isWanted(cap, status),
    );
    return { kind: 'listed', caps, document: caps.map(capDocument), uncappable: people.uncappable, dataThrough };
  }
  const found = findPerson(email, snapshot);
  if (found.kind !== 'person') {
    return { kind: 'not-found', found };
  }
  const cap = capViewOf(found.person, snapshot);
  return { kind: 'listed', caps: [cap], document: [capDocument(cap)], uncappable: [], dataThrough };
}

function isWanted(cap: CapView, filter: CapFilter | undefined): boolean {
  return filter === undefined || (filter === 'stopped' ? cap.isStopped : cap.status === filter);
}

function capDocument(cap: CapView) {
  const {
    email,
    userId,
    limitCredits,
    usedCredits,
    headroomCredits,
    exposureCredits,
    binding,
    reservedCredits,
    status,
  } = cap;
  return {
    email,
    userId,
    limit: limitCredits ?? null,
    used: usedCredits,
    headroom: headroomCredits ?? null,
    exposure: exposureCredits ?? null,
    binding: binding === undefined ? null : { scope: formatScope(binding.scope), window: binding.window },
    reserved: reservedCredits ?? 0,
    status,
    team: cap.team ?? null,
    stopped: cap.isStopped,
  };
}
