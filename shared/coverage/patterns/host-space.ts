import type { CoverIndex, ElementSpace } from '../element.ts';
import { addressSpace, type AddressElement } from './address-space.ts';
import { domainAlias, domainPattern, parseHost } from './domain-pattern.ts';
import { patternSpace, type PatternElement } from './pattern-space.ts';

type HostElement = PatternElement & AddressElement & { readonly isOfEveryPort: boolean };

const patterns = patternSpace({ patternOf: domainPattern, aliasOf: domainAlias });

export const hostSpace: ElementSpace<HostElement> = {
  parse(spelling) {
    const host = parseHost(spelling);
    return { ...patterns.parse(spelling), ranges: host?.addresses ?? [], isOfEveryPort: host?.port === undefined };
  },
  isOdd: (element) => patterns.isOdd(element),
  canRegroup: false,
  index(elements): CoverIndex<HostElement> {
    const [byPattern, byAddress] = [
      patterns.index(elements),
      addressSpace.index(elements.filter((each) => isAddress(each) && each.isOfEveryPort)),
    ];
    return {
      covers: (element) => byPattern.covers(element) || (isAddress(element) && byAddress.covers(element)),
      coverOf: (element) =>
        (byPattern.coverOf(element) ?? (isAddress(element) ? byAddress.coverOf(element) : undefined)) as
          | HostElement
          | undefined,
      touches: (element) => byPattern.touches(element) || byAddress.touches(element),
    };
  },
};

function isAddress({ ranges }: HostElement): boolean {
  return ranges.length > 0;
}
