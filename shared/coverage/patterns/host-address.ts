import { parseAddressRange, type AddressRange } from './address-range.ts';

/**
 * Returns a host's addresses: a range, or one address in any notation that clients accept, such as `2852039166`,
 * `0xa9fea9fe`, `0251.0376.0251.0376` and `169.254.43518`. Undefined for a name.
 */
export function parseHostAddress(host: string): AddressRange | undefined {
  const text = host.replace(/\.$/u, '');
  return parseAddressRange(text) ?? loosely(text);
}

const part = /^(?:0x[0-9a-f]{0,8}|0[0-7]{0,11}|[1-9]\d{0,9})$/iu;

function loosely(text: string): AddressRange | undefined {
  const parts = text.split('.');
  if (parts.length > 4 || !parts.every((each) => part.test(each))) {
    return undefined;
  }
  const numbers = parts.map((each) =>
    BigInt(/^0\d/u.test(each) ? `0o${each.slice(1)}` : each.length === 2 && /^0x$/iu.test(each) ? '0' : each),
  );
  const last = numbers.at(-1) ?? 0n;
  const start = numbers.slice(0, -1);
  if (start.some((each) => each > 0xffn) || last >= 1n << BigInt(8 * (4 - start.length))) {
    return undefined;
  }
  const first = start.reduce((value, each, at) => value | (each << BigInt(24 - 8 * at)), last);
  return { family: 4, first, last: first };
}

const carriers: readonly (readonly [prefix: bigint, prefixBits: number, bitsAfter: number])[] = [
  [0n, 96, 0],
  [0xffffn, 96, 0],
  [0xffff_0000n, 96, 0],
  [0x64_ff9b_0000_0000_0000_0000n, 96, 0],
  [0x2002n, 16, 80],
];

/** The IPv4 address that an IPv6 address leads to: mapped, compatible, translated or tunnelled. */
export function carriedAddress({ family, first, last }: AddressRange): AddressRange | undefined {
  const carrier = carriers.find(
    ([prefix, bits]) => family === 6 && first === last && first >> BigInt(128 - bits) === prefix,
  );
  if (carrier === undefined) {
    return undefined;
  }
  const value = (first >> BigInt(carrier[2])) & 0xffff_ffffn;
  return { family: 4, first: value, last: value };
}
