import type { LimitRecord } from '../limits/limit-record.ts';
import { addressOf, type Account } from '../promise/facts.ts';
import type { KnownUser } from '../roster/person.ts';

/** An address that its user always had. */
export const ever: Omit<Account['held'][number], 'address'> = {
  fromMs: -Infinity,
  sureFromMs: -Infinity,
  sureUntilMs: Infinity,
  untilMs: Infinity,
};

/**
 * Returns a user's addresses, from readings of the roster. Between the last reading that showed one address and the
 * first that showed the next, the time of the change is unknown. `takenMs`: by address, when a reading showed a user on
 * the roster with it; a former user has it no longer. Limits in the user's record were sent to them.
 */
export function heldAddresses(
  user: KnownUser,
  { takenMs, record }: { readonly takenMs: ReadonlyMap<string, number>; readonly record?: LimitRecord | undefined },
): Account['held'] {
  const { email, events = [], goneSince } = user;
  const joined = events.find(({ kind }) => kind === 'joined');
  const changes = events.filter(({ kind }) => kind === 'email-changed');
  const addresses = [...changes.map(({ emailBefore }) => emailBefore), email];
  const shown = addresses.flatMap((address, index): Account['held'] => {
    const [before, after] = [changes[index - 1], changes[index]];
    const beganAt = before ?? joined;
    return address === undefined
      ? []
      : [
          {
            address: addressOf(address),
            fromMs: before === undefined ? ever.fromMs : lastMs(before),
            sureFromMs: beganAt === undefined ? ever.sureFromMs : Date.parse(beganAt.at),
            sureUntilMs: after === undefined ? ever.sureUntilMs : lastMs(after),
            untilMs: after === undefined ? ever.untilMs : Date.parse(after.at),
          },
        ];
  });
  const held = [...sentTo(record, shown), ...shown];
  const last = held.at(-1);
  const taken = goneSince === undefined || last === undefined ? undefined : takenMs.get(last.address);
  return taken === undefined || last === undefined ? held : [...held.slice(0, -1), { ...last, untilMs: taken }];
}

/** A record's addresses that no reading shows. Each was the user's when a limit was sent to it. */
function sentTo(record: LimitRecord | undefined, shown: Account['held']): Account['held'] {
  if (record === undefined) {
    return [];
  }
  const { email, confirmed, unsettled, replaced = [] } = record;
  const known = new Set(shown.map(({ address }) => address));
  const lastMs = new Map<string, number>();
  const add = (to: string | undefined, instant: string): void => {
    const address = addressOf(to ?? email);
    if (!known.has(address)) {
      lastMs.set(address, Math.max(Date.parse(instant), lastMs.get(address) ?? -Infinity));
    }
  };
  replaced.forEach(({ to, until }) => add(to, until));
  [...(confirmed === undefined ? [] : [confirmed]), ...unsettled].forEach(({ to, at, answeredAt }) =>
    add(to, answeredAt ?? at),
  );
  return [...lastMs].map(([address, sureUntilMs]) => {
    const isLast = shown.length === 0 && address === addressOf(email);
    return isLast ? { ...ever, address } : { ...ever, address, sureUntilMs, untilMs: sureUntilMs + 1 };
  });
}

/** The last reading that certainly showed the state before; `-Infinity` if unknown. */
function lastMs({ lastAt }: { readonly lastAt?: string }): number {
  return lastAt === undefined ? -Infinity : Date.parse(lastAt);
}

/** When a reading showed each address with its current user; `-Infinity` if unknown. */
export function takenAddresses(users: readonly KnownUser[]): ReadonlyMap<string, number> {
  const taken = new Map<string, number>();
  for (const { email, goneSince, events = [] } of users) {
    if (email !== undefined && goneSince === undefined) {
      const came = events.findLast(({ kind }) => kind === 'joined' || kind === 'email-changed' || kind === 'returned');
      taken.set(addressOf(email), came === undefined ? -Infinity : Date.parse(came.at));
    }
  }
  return taken;
}
