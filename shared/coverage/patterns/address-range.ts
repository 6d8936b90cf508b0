import ipaddr from 'ipaddr.js';

/** Consecutive addresses of one family, both ends included. */
export interface AddressRange {
  readonly family: 4 | 6;
  readonly first: bigint;
  readonly last: bigint;
}

const bitsOf = { 4: 32, 6: 128 } as const;

const mappedFirst = 0xffff_0000_0000n;
const mappedLast = 0xffff_ffff_ffffn;

export const everyAddress: readonly AddressRange[] = [4, 6].map((family) =>
  family === 4 ? { family: 4, first: 0n, last: lastOf(4) } : { family: 6, first: 0n, last: lastOf(6) },
);

/**
 * Reads `10.0.0.0/8`, `10/8`, `10.*`, `10.0.0.0/255.0.0.0`, `10.0.0.1`, `10.0.0.1-10.0.0.9`, and the same in IPv6. Bits
 * after the prefix are ignored. Mapped IPv4 (`::ffff:10.0.0.0/104`) is returned as IPv4; a wider IPv6 range such as
 * `::/0` stays IPv6. Undefined for anything else, octal-looking parts included.
 */
export function parseAddressRange(text: string): AddressRange | undefined {
  const trimmed = inFull(text.trim());
  const range = /^([^-/]+)-([^-/]+)$/u.exec(trimmed);
  if (range !== null) {
    return between(parseAddress(range[1]?.trim() ?? ''), parseAddress(range[2]?.trim() ?? ''));
  }
  const [, base = '', suffix] = /^([^/]+)(?:\/([^/]+))?$/u.exec(trimmed) ?? [];
  const address = parseAddress(base);
  const prefix = address === undefined ? undefined : prefixOf(suffix, address);
  return address === undefined || prefix === undefined ? undefined : unmapped(block(address, prefix));
}

function inFull(text: string): string {
  const [, short = '', prefix] = /^(\d{1,3}(?:\.\d{1,3}){0,2})\/(\d{1,2})$/u.exec(text) ?? [];
  const [, open] = /^(\d{1,3}(?:\.\d{1,3}){0,2})(?:\.\*)+$/u.exec(text) ?? [];
  const named = (open ?? short).split('.');
  const isShort = open !== undefined || prefix !== undefined;
  return isShort ? `${[...named, '0', '0', '0'].slice(0, 4).join('.')}/${prefix ?? named.length * 8}` : text;
}

interface Address {
  readonly family: 4 | 6;
  readonly value: bigint;
}

const fourParts = /^\d{1,3}(?:\.\d{1,3}){3}$/u;

function parseAddress(text: string): Address | undefined {
  // The library throws on invalid addresses, which is slow in a list of thousands of names.
  if (fourParts.test(text) && ipaddr.IPv4.isValidFourPartDecimal(text)) {
    return { family: 4, value: valueOf(ipaddr.IPv4.parse(text)) };
  }
  const plain = withoutDots(text);
  // A zone (`fe80::1%eth0`) names a local interface, which an organization's list cannot mean.
  return plain?.includes(':') !== true || plain.includes('%') ? undefined : parseIPv6(plain);
}

function parseIPv6(text: string): Address | undefined {
  try {
    return { family: 6, value: valueOf(ipaddr.IPv6.parse(text)) };
  } catch {
    return undefined;
  }
}

/** The library reads `::1.2.3.4` as `::ffff:1.2.3.4`, another address, so a dotted end is converted to hexadecimal. */
function withoutDots(text: string): string | undefined {
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/u.exec(text);
  if (dotted === null) {
    return text.includes('.') ? undefined : text;
  }
  const [, start = '', end = ''] = dotted;
  if (!ipaddr.IPv4.isValidFourPartDecimal(end)) {
    return undefined;
  }
  const value = valueOf(ipaddr.IPv4.parse(end));
  return `${start}${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`;
}

function valueOf(address: ipaddr.IPv4 | ipaddr.IPv6): bigint {
  const hex = address.toByteArray().map((byte) => byte.toString(16).padStart(2, '0'));
  return BigInt(`0x${hex.join('')}`);
}

function prefixOf(suffix: string | undefined, { family }: Address): number | undefined {
  if (suffix === undefined) {
    return bitsOf[family];
  }
  if (/^\d{1,3}$/u.test(suffix)) {
    return Number(suffix) <= bitsOf[family] ? Number(suffix) : undefined;
  }
  const isMask = family === 4 && ipaddr.IPv4.isValidFourPartDecimal(suffix);
  return isMask ? (ipaddr.IPv4.parse(suffix).prefixLengthFromSubnetMask() ?? undefined) : undefined;
}

function block({ family, value }: Address, prefix: number): AddressRange {
  const hostMask = (1n << BigInt(bitsOf[family] - prefix)) - 1n;
  return { family, first: value & ~hostMask, last: value | hostMask };
}

function between(first: Address | undefined, last: Address | undefined): AddressRange | undefined {
  const isRange =
    first !== undefined && last !== undefined && first.family === last.family && first.value <= last.value;
  return isRange ? unmapped({ family: first.family, first: first.value, last: last.value }) : undefined;
}

function unmapped(range: AddressRange): AddressRange {
  const isMapped = range.family === 6 && range.first >= mappedFirst && range.last <= mappedLast;
  return isMapped ? { family: 4, first: range.first - mappedFirst, last: range.last - mappedFirst } : range;
}

function lastOf(family: 4 | 6): bigint {
  return (1n << BigInt(bitsOf[family])) - 1n;
}
