import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { compareCollections, compareElements } from '../../../shared/coverage/compare-elements.ts';
import { flat } from './flat.ts';

const unchanged = { added: [], removed: [], broadened: [], narrowed: [], isWider: false, isNarrower: false };
const cidr = (before: readonly string[], after: readonly string[]) => compareCollections('cidr', before, after);

/** The last four bits of an address: a world of sixteen, in IPv4 or in IPv6. */
const block = fc.record({ value: fc.nat({ max: 15 }), bits: fc.nat({ max: 4 }), isSix: fc.boolean() });
type Block = typeof block extends fc.Arbitrary<infer T> ? T : never;
const blocks = fc.array(block, { maxLength: 6 });

function written({ value, bits, isSix }: Block): string {
  return isSix ? `2001:db8::${value.toString(16)}/${124 + bits}` : `192.0.2.${value}/${28 + bits}`;
}

/** The addresses of a world, counted one by one. */
function counted(world: readonly Block[]): ReadonlySet<string> {
  const size = (bits: number) => 2 ** (4 - bits);
  return new Set(
    world.flatMap(({ value, bits, isSix }) =>
      Array.from({ length: size(bits) }, (_, at) => `${isSix ? 6 : 4}:${value - (value % size(bits)) + at}`),
    ),
  );
}

describe('address ranges', () => {
  test('widen and narrow exactly when addresses come and go', () => {
    fc.assert(
      fc.property(blocks, blocks, (before, after) => {
        const [was, is] = [counted(before), counted(after)];

        const { isWider, isNarrower } = cidr(before.map(written), after.map(written));

        expect([isWider, isNarrower]).toEqual([is.difference(was).size > 0, was.difference(is).size > 0]);
      }),
      { numRuns: 500 },
    );
  });

  test('stand to each other as their addresses do', () => {
    fc.assert(
      fc.property(block, block, (from, to) => {
        const [was, is] = [counted([from]), counted([to])];
        const [holds, isHeld] = [was.isSubsetOf(is), is.isSubsetOf(was)];
        const relation = holds && isHeld ? 'equal' : holds ? 'wider' : isHeld ? 'narrower' : 'apart';

        expect(compareElements('cidr', written(from), written(to))).toBe(relation);
      }),
    );
  });

  test('name what came and went only where addresses did, or an element beside one that covers it', () => {
    fc.assert(
      fc.property(blocks, (world) => {
        const single = [...counted(world)].map((address) => {
          const [family, value] = address.split(':').map(Number);
          return written({ value: value ?? 0, bits: 4, isSix: family === 6 });
        });

        expect(cidr(world.map(written), single)).toEqual(unchanged);
      }),
    );
  });

  test.for([
    [['10.0.0.0/25', '10.0.0.128/25'], ['10.0.0.0/24']],
    [['10.1.2.3/8'], ['10.0.0.0/8']],
    [['10.0.0.0/8'], ['10.0.0.0/255.0.0.0']],
    [['192.0.2.7'], ['192.0.2.7/32']],
    [['::ffff:192.0.2.0/120'], ['192.0.2.0/24']],
    [['2001:DB8::/32'], ['2001:0db8:0:0::0/32']],
    [['0.0.0.0/0'], ['0.0.0.0/1', '128.0.0.0/1']],
    [['192.0.2.4-192.0.2.7'], ['192.0.2.4/30']],
    [['::1.2.3.4'], ['::102:304']],
    [['*'], ['::/0', '0.0.0.0/0']],
  ])('are equal however they are written: %j and %j', ([before = [], after = []]) => {
    expect(cidr(before, after)).toEqual(unchanged);
    expect(cidr(after, before)).toEqual(unchanged);
  });

  test('show which one was broadened and which narrowed', () => {
    const change = cidr(['10.0.0.0/24', '172.16.0.0/12'], ['10.0.0.0/8', '172.16.1.0/24', '172.16.2.0/24']);

    expect(change).toEqual({
      ...unchanged,
      broadened: [{ from: '10.0.0.0/24', to: '10.0.0.0/8' }],
      narrowed: [
        { from: '172.16.0.0/12', to: '172.16.1.0/24' },
        { from: '172.16.0.0/12', to: '172.16.2.0/24' },
      ],
      isWider: true,
      isNarrower: true,
    });
  });

  test('are no wider for one that another covers already', () => {
    expect(cidr(['10.0.0.0/8'], ['10.0.0.0/8', '10.9.0.0/16'])).toEqual({ ...unchanged, added: ['10.9.0.0/16'] });
  });

  test('keep the families apart: all of IPv6 is none of IPv4', () => {
    expect(cidr(['::/0'], ['::/0', '192.0.2.1']).isWider).toBe(true);
  });

  test.for([
    'office',
    '',
    '10.0.0.0/33',
    '010.0.0.1',
    '10.1',
    '1.2.3.4/255.0.255.0',
    'fe80::1%eth0',
    '::/129',
    '__proto__',
    '10.0.0.9-10.0.0.1',
  ])('count what is none as text that may be anything: "%s"', (odd) => {
    expect(cidr(['0.0.0.0/0', '::/0'], ['0.0.0.0/0', '::/0', odd])).toEqual({
      ...unchanged,
      added: [odd],
      isWider: true,
    });
    expect(cidr([odd], [odd])).toEqual(unchanged);
    expect(compareElements('cidr', odd, '0.0.0.0/0')).toBe('overlapping');
  });

  test('are compared in little more than linear time', () => {
    const world = (from: number) =>
      Array.from({ length: 10_000 }, (_, at) => `10.${(from + at) >> 8}.${(from + at) & 255}.0/${24 + (at % 8)}`);

    const change = cidr(world(0), world(5_000));

    expect([change.isWider, change.isNarrower]).toEqual([true, true]);
    expect(flat(change).length).toBeGreaterThan(9_000);
  });
});
