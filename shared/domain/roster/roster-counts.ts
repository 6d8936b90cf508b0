import type { People } from '../caps/person.ts';
import { addDays } from '../time/day.ts';
import { netChanges } from './net-changes.ts';
import type { KnownUser } from './person.ts';
import { findTwins } from './twins.ts';

const daysLookedBack = 7;

/** How many people are on the roster, and what became of it in the last seven days before an ISO instant. */
export function rosterCounts(
  { users, people }: { readonly users: readonly KnownUser[]; readonly people: Pick<People, 'uncappable'> },
  at: string,
) {
  const after = `${addDays(at.slice(0, 10), -daysLookedBack)}${at.slice(10)}`;
  const changes = Map.groupBy(netChanges(users, { after, through: at }), ({ kind }) => kind);
  return {
    people: users.filter(({ goneSince }) => goneSince === undefined).length,
    joined: changes.get('joined')?.length ?? 0,
    left: changes.get('left')?.length ?? 0,
    returned: changes.get('returned')?.length ?? 0,
    emailChanged: changes.get('email-changed')?.length ?? 0,
    twins: findTwins(users).length,
    uncappable: people.uncappable.length,
  };
}
