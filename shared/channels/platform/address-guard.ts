import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';

import ipaddr from 'ipaddr.js';

/** An address that no channel may have. The message names the rule, and no part of the address. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError';
  readonly code = 'CURFEW_REFUSED_ADDRESS';
}

const privateRanges: ReadonlySet<string> = new Set(['private', 'uniqueLocal', 'loopback']);

const problems = {
  private:
    'is in a private network; the setting privateChannels allows that, for receivers that only this machine reaches',
  special: 'is no address of a receiver: a link-local, multicast or reserved one',
} as const;

/** Whether an IP address is refused, and why. Link-local ones, where clouds keep credentials, always are. */
function problemOf(address: string, allowsPrivate: boolean): string | undefined {
  const range = ipaddr.process(address).range();
  if (range === 'unicast') {
    return undefined;
  }
  return privateRanges.has(range) ? (allowsPrivate ? undefined : problems.private) : problems.special;
}

/** Throws RefusedAddressError for an address that says itself that it is refused. */
export function refuseLiteral({ hostname }: URL, allowsPrivate: boolean): void {
  const host = hostname.replaceAll(/^\[|\]$/gu, '');
  const problem = ipaddr.isValid(host) ? problemOf(host, allowsPrivate) : undefined;
  if (problem !== undefined) {
    throw new RefusedAddressError(problem);
  }
}

/** Resolves names for a connection to these very addresses: one private address refuses all, against rebinding. */
export function guardedLookup(allowsPrivate: boolean): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, found: readonly LookupAddress[]) => {
      const refused = error === null ? found.flatMap(({ address }) => problemOf(address, allowsPrivate) ?? []) : [];
      const [first] = found ?? [];
      if (error !== null || first === undefined || refused.length > 0) {
        done(error ?? new RefusedAddressError(refused[0] ?? 'has a name that leads nowhere'), '', 0);
      } else if (options.all === true) {
        done(null, [...found]);
      } else {
        done(null, first.address, first.family);
      }
    });
  };
}
