import type { AddressRange } from './patterns/address-range.ts';
import { parseAddressRange } from './patterns/address-range.ts';
import { addressSpace, unionOf } from './patterns/address-space.ts';

/** A shorter prefix holds more addresses than a large private network, and is wide. */
const usualPrefixMin = { 4: 8, 6: 16 } as const;
const bitsOf = { 4: 32, 6: 128 } as const;

/** The addresses of the internet, by family: neither private nor reserved. */
const internet: readonly AddressRange[] = [
  '1.0.0.0-9.255.255.255',
  '11.0.0.0-126.255.255.255',
  '128.0.0.0-223.255.255.255',
  '2000::/3',
].flatMap((range) => parseAddressRange(range) ?? []);
/** From this percentage of one family's internet addresses, a list covers everything. */
const everythingPercent = 75n;

/** Returns how much addresses cover together: the two halves of all addresses are everything. */
export function breadthOfAddresses(elements: readonly string[]): 'everything' | 'wide' | 'usual' {
  const union = unionOf(elements.map((element) => addressSpace.parse(element)));
  if (([4, 6] as const).some((family) => isMostOf(family, union))) {
    return 'everything';
  }
  const isWide = union.some(
    ({ family, first, last }) => last - first >= 1n << BigInt(bitsOf[family] - usualPrefixMin[family]),
  );
  return isWide ? 'wide' : 'usual';
}

function isMostOf(family: 4 | 6, union: readonly AddressRange[]): boolean {
  const all = internet.filter((range) => range.family === family);
  const own = union.filter((range) => range.family === family);
  const covered = sum(all.flatMap((range) => own.map((each) => sharedBy(range, each))));
  return covered * 100n >= everythingPercent * sum(all.map(({ first, last }) => last - first + 1n));
}

function sharedBy(a: AddressRange, b: AddressRange): bigint {
  const first = a.first > b.first ? a.first : b.first;
  const last = a.last < b.last ? a.last : b.last;
  return last < first ? 0n : last - first + 1n;
}

function sum(numbers: readonly bigint[]): bigint {
  return numbers.reduce((total, each) => total + each, 0n);
}
