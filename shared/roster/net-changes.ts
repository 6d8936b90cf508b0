import type { People } from '../caps/person.ts';
import { sortedBy } from '../kernel/texts/compare-text.ts';
import { addDays } from '../kernel/time/day.ts';
import { emailKey } from './email.ts';
import type { KnownUser, RosterEvent } from './person.ts';
import { findTwins } from './twins.ts';

/** A span of roster readings: those after one instant, through another; ISO. */
export interface ReadingSpan {
  readonly after: string;
  readonly through: string;
}

export interface NetChange {
  readonly kind: RosterEvent['kind'];
  readonly user: KnownUser;
  readonly at: string;
  readonly emailBefore?: string;
}

/** Returns what changed on the roster in a span, by kind, then by email, without what was undone in it. */
export function netChanges(users: readonly KnownUser[], { after, through }: ReadingSpan): readonly NetChange[] {
  const changes = users.flatMap((user) => {
    const events = (user.events ?? []).filter(({ at }) => after < at && at <= through);
    const change = netChange(user, events);
    return change === undefined ? [] : [{ ...change, user }];
  });
  return sortedBy(changes, ({ kind, user }) => `${kindOrder[kind]} ${emailKey(user.email ?? '')} ${user.userId}`);
}

const kindOrder: Readonly<Record<NetChange['kind'], number>> = { joined: 1, left: 2, returned: 3, 'email-changed': 4 };

function netChange(user: KnownUser, events: readonly RosterEvent[]): Omit<NetChange, 'user'> | undefined {
  const [first] = events;
  const last = events.at(-1);
  if (first === undefined || last === undefined) {
    return undefined;
  }
  const wasThere = first.kind === 'left' || first.kind === 'email-changed';
  const isThere = last.kind !== 'left';
  if (!wasThere) {
    return isThere ? { kind: first.kind, at: first.at } : undefined;
  }
  if (!isThere) {
    return { kind: 'left', at: last.at };
  }
  const changed = events.find(({ kind }) => kind === 'email-changed');
  const { emailBefore } = changed ?? {};
  const isOther = emailBefore !== undefined && emailKey(emailBefore) !== emailKey(user.email ?? '');
  return changed !== undefined && isOther ? { kind: 'email-changed', at: changed.at, emailBefore } : undefined;
}

const daysLookedBack = 7;

/** Returns the number of people on the roster, and its changes in the seven days before an ISO instant. */
export function rosterCounts(
  { users, people }: { readonly users: readonly KnownUser[]; readonly people: People },
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
