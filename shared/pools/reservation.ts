import { unknownDemand } from './demand/demand.ts';
import { fillPools, type HeadroomRequest } from './fill-pools.ts';

/** A part of every pool of one user that is theirs before the rest is divided. Whole credits. */
export interface Reservation {
  /** The headroom that is reserved. */
  readonly credits: number;
  /** What of it comes before the reservations of others; at most `credits`. */
  readonly highCredits: number;
}

export type ReservingRequest = HeadroomRequest & { readonly reservation?: Reservation };

/**
 * What of their reservations users get, in the order of the users. Where the rooms do not suffice for all, those of
 * high priority are first; among equals the least is raised first (max-min fair).
 */
export function reservedHeadrooms(users: readonly ReservingRequest[], rooms: readonly number[]): readonly number[] {
  if (users.every(({ reservation }) => reservation === undefined)) {
    return users.map(({ leastCredits = 0 }) => leastCredits);
  }
  const first = raisedTo(users, rooms, ({ highCredits }) => highCredits);
  return raisedTo(first.users, rooms, ({ credits }) => credits).headrooms;
}

interface Raised {
  /** With what they have as the least of what they get. */
  readonly users: readonly ReservingRequest[];
  readonly headrooms: readonly number[];
}

function raisedTo(
  users: readonly ReservingRequest[],
  rooms: readonly number[],
  creditsOf: (reservation: Reservation) => number,
): Raised {
  const wanted = users.map(({ reservation, ceilingCredits, leastCredits = 0 }) =>
    Math.max(leastCredits, Math.min(ceilingCredits, reservation === undefined ? 0 : creditsOf(reservation))),
  );
  const isMore = users.some(({ leastCredits = 0 }, index) => (wanted[index] ?? 0) > leastCredits);
  // Everybody's limit costs something, so that those without a reservation are counted too.
  const asked = users.map((user, index) => ({ ...user, demand: unknownDemand, ceilingCredits: wanted[index] ?? 0 }));
  const headrooms = isMore ? fillPools(asked, rooms) : wanted;
  return { users: users.map((user, index) => ({ ...user, leastCredits: headrooms[index] ?? 0 })), headrooms };
}
