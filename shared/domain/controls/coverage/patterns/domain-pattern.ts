import { emailKey, isEmail } from '../../../roster/email.ts';
import type { AddressRange } from './address-range.ts';
import { anything } from './glob.ts';
import { parseHostAddress } from './host-address.ts';

const domain = /^[\p{L}\p{N}\p{M}*_.-]+$/u;

/** A host with or without a port, which is not a scheme with what follows it. */
const bareHost =
  /^(?!(?:https?|wss?|ftp|re|regex|glob):)(?:[^/:]+(?::[\d-]*|:\*)?|[0-9a-f:.]*::[0-9a-f:.]*|\[[^\]/]*\](?::[\d-]*|:\*)?)$/iu;

/** A host as a list of hosts names it. */
interface Host {
  /** In lower case, without a final dot; `*` may stand in it. */
  readonly name: string;
  /** `443`, `8000-9000`; absent for every port. */
  readonly port?: string;
  /** The addresses that it is, however they are written; none for a name. */
  readonly addresses: readonly AddressRange[];
}

/**
 * Reads a host, or the host of an address: scheme, user, path and letter case mean nothing, and every port is as good as
 * none. `.example.com` is `*.example.com`. None for a text without one.
 */
export function parseHost(text: string): Host | undefined {
  const trimmed = text.trim();
  const own = parseHostAddress(trimmed);
  if (own !== undefined) {
    return { name: trimmed.toLowerCase(), addresses: [own] };
  }
  const [, authority = ''] =
    /^(?:[a-z*][a-z0-9+.*-]*:)?(?:\/\/)?([^/?#]*)/isu.exec(bareHost.test(trimmed) ? `//${trimmed}` : trimmed) ?? [];
  const [, inBrackets, plain = '', ported] =
    /^(?:\[([^\]]*)\]|((?:[0-9a-f]*:){2,}[0-9a-f:.]*|[^:]*))(?::(\d{1,5}(?:-\d{1,5})?|\*)?)?$/isu.exec(authority) ?? [];
  const name = (inBrackets ?? plain)
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/[\u3002\uff61]/gu, '.')
    .replace(/\.$/u, '')
    .replace(/^\.(?=.)/u, '*.');
  const address = parseHostAddress(name);
  const port = ported === undefined || ported === '*' || ported === '' ? {} : { port: ported };
  if (address !== undefined) {
    return { name, addresses: [address], ...port };
  }
  return inBrackets === undefined && domain.test(name) ? { name, addresses: [], ...port } : undefined;
}

/**
 * The pattern of a host and its port, the last character of its name first so that names which end alike start alike.
 * `*` matches any labels: `*.example.com` is every name under `example.com` and not that name itself. An address is the
 * same however it is written. A text without a name is unreadable.
 */
export function domainPattern(text: string): string | undefined {
  const host = parseHost(text);
  if (host === undefined) {
    return undefined;
  }
  const [range] = host.addresses;
  const name = backwards(range === undefined ? host.name.replaceAll(/\*+/gu, anything) : addressText(range));
  return `${name}:${host.port ?? anything}`;
}

/** One IPv4 address with dots, so that `*.*` covers it; any other range by its ends. */
function addressText({ family, first, last }: AddressRange): string {
  return family === 4 && first === last
    ? [24n, 16n, 8n, 0n].map((bits) => `${(first >> bits) & 0xffn}`).join('.')
    : `${family}=${first.toString(16)}-${last.toString(16)}`;
}

/**
 * Where `*.example.com` and `example.com` replace each other, the plain name counts as a part of the wildcard: as this
 * pattern.
 */
export function domainAlias(pattern: string): string {
  return pattern.replace(/:(?=[^:]*$)/u, '.:');
}

export function backwards(text: string): string {
  return text.split('').toReversed().join('');
}

/** The pattern of an email, last character first, without letter case. `*` matches any characters. */
export function emailPattern(text: string): string | undefined {
  const email = emailKey(text);
  return email === '*' || isEmail(email) ? backwards(email.replaceAll(/\*+/gu, anything)) : undefined;
}
