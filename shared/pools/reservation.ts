import { unknownDemand } from './demand/demand.ts';
import { fillPools } from './fill-pools.ts';
import type { HeadroomRequest } from './headroom-requests.ts';

/** One user's part of each of their pools, reserved before the rest is divided. Whole credits. */
export interface Reservation {
  readonly credits: number;
  /** The part that comes before other reservations; at most `credits`. */
  readonly highCredits: number;
}

export type ReservingRequest = HeadroomRequest & { readonly reservation?: Reservation };

/** Returns what users get of their reservations: high priority first, among equals max-min fair. */
export function reservedHeadrooms(users: readonly ReservingRequest[], rooms: readonly number[]): readonly number[] {
  if (users.every(({ reservation }) => reservation === undefined)) {
    return users.map(({ leastCredits = 0 }) => leastCredits);
  }
  const first = raisedTo(users, rooms, ({ highCredits }) => highCredits);
  return raisedTo(first.users, rooms, ({ credits }) => credits).headrooms;
}

function raisedTo(
  users: readonly ReservingRequest[],
  rooms: readonly number[],
  creditsOf: (reservation: Reservation) => number,
): { readonly users: readonly ReservingRequest[]; readonly headrooms: readonly number[] } {
  const wanted = users.map(({ reservation, ceilingCredits, leastCredits = 0 }) =>
    Math.max(leastCredits, Math.min(ceilingCredits, reservation === undefined ? 0 : creditsOf(reservation))),
  );
  const isMore = users.some(({ leastCredits = 0 }, index) => (wanted[index] ?? 0) > leastCredits);
  // Every limit costs something, so users without a reservation are counted too.
  const asked = users.map((user, index) => ({ ...user, demand: unknownDemand, ceilingCredits: wanted[index] ?? 0 }));
  const headrooms = isMore ? fillPools(asked, rooms) : wanted;
  return { users: users.map((user, index) => ({ ...user, leastCredits: headrooms[index] ?? 0 })), headrooms };
}
