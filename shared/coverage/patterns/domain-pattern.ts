import { emailKey, isEmail } from '../../roster/email.ts';
import type { AddressRange } from './address-range.ts';
import { anything } from './glob.ts';
import { parseHostAddress } from './host-address.ts';

const domain = /^[\p{L}\p{N}\p{M}*_.-]+$/u;

const bareHost =
  /^(?!(?:https?|wss?|ftp|re|regex|glob):)(?:[^/:]+(?::[\d-]*|:\*)?|[0-9a-f:.]*::[0-9a-f:.]*|\[[^\]/]*\](?::[\d-]*|:\*)?)$/iu;

interface Host {
  /** In lower case, without a final dot; may contain `*`. */
  readonly name: string;
  /** `443`, `8000-9000`; absent for every port. */
  readonly port?: string;
  readonly addresses: readonly AddressRange[];
}

/** Reads a host, or the host of a URL; ignores scheme, user, path and case. `.example.com` is `*.example.com`. */
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
 * Returns the pattern of a host and its port, the name reversed, so that names with the same end share a prefix. `*`
 * matches any labels: `*.example.com` is every name under `example.com` but not that name itself. Undefined without a
 * name.
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

function addressText({ family, first, last }: AddressRange): string {
  return family === 4 && first === last
    ? [24n, 16n, 8n, 0n].map((bits) => `${(first >> bits) & 0xffn}`).join('.')
    : `${family}=${first.toString(16)}-${last.toString(16)}`;
}

/** If `*.example.com` replaces `example.com`, or the reverse, the plain name counts as part of the wildcard. */
export function domainAlias(pattern: string): string {
  return pattern.replace(/:(?=[^:]*$)/u, '.:');
}

export function backwards(text: string): string {
  return text.split('').toReversed().join('');
}

/** Returns the pattern of an email, reversed and in lower case. `*` matches any characters. */
export function emailPattern(text: string): string | undefined {
  const email = emailKey(text);
  return email === '*' || isEmail(email) ? backwards(email.replaceAll(/\*+/gu, anything)) : undefined;
}
