import { capViewOf, type CapView } from '../../domain/explanation/cap-view.ts';
import { findPerson, type Found } from '../../domain/explanation/find-person.ts';
import type { Uncappable } from '../../domain/caps/person.ts';
import type { Day } from '../../domain/time/day.ts';
import { emailKey } from '../../domain/roster/email.ts';
import { formatScope } from '../../domain/budgets/scope.ts';
import { sortedBy } from '../../domain/texts/compare-text.ts';
import { readSnapshot, type SnapshotOrder, type SnapshotPorts } from './read-snapshot.ts';

export interface CapsOrder extends SnapshotOrder {
  /** One user; everybody when absent. */
  readonly email?: string;
}

/** Caps by email. `not-found`: the user who was asked for has none, and why. */
export type CapsOutcome =
  | {
      readonly kind: 'listed';
      readonly caps: readonly CapView[];
      /** The caps as JSON documents show them. */
      readonly document: ReturnType<typeof capDocument>[];
      readonly uncappable: readonly Uncappable[];
      readonly dataThrough: Day | undefined;
    }
  | { readonly kind: 'not-found'; readonly found: Exclude<Found, { kind: 'person' }> };

/** Every cap, or one, as the tables tell it. */
export async function listCaps(ports: SnapshotPorts, { email, ...order }: CapsOrder): Promise<CapsOutcome> {
  const snapshot = await readSnapshot(ports, order);
  const { people, dataThrough } = snapshot;
  if (email === undefined) {
    const views = people.persons.map((person) => capViewOf(person, snapshot));
    const caps = sortedBy(views, (view) => emailKey(view.email));
    return { kind: 'listed', caps, document: caps.map(capDocument), uncappable: people.uncappable, dataThrough };
  }
  const found = findPerson(email, snapshot);
  if (found.kind !== 'person') {
    return { kind: 'not-found', found };
  }
  const cap = capViewOf(found.person, snapshot);
  return { kind: 'listed', caps: [cap], document: [capDocument(cap)], uncappable: [], dataThrough };
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
  };
}
