import fc from 'fast-check';
import { expect, test } from 'vitest';

import { canonicalJson, type Json } from '../../../shared/controls/json.ts';

test('keys are sorted by code unit at every depth, and lists keep their order', () => {
  expect(canonicalJson({ b: [{ z: 1, a: null }, 2], a: true, B: 'x' })).toBe(
    '{"B":"x","a":true,"b":[{"a":null,"z":1},2]}',
  );
});

test('numbers that are equal as JSON are written alike', () => {
  expect(canonicalJson([-0, 1, 1e2])).toBe('[0,1,100]');
});

test('a key named like a part of every object is a key like any other', () => {
  const value = JSON.parse('{"__proto__":{"constructor":1},"a":2}') as Json;

  expect(canonicalJson(value)).toBe('{"__proto__":{"constructor":1},"a":2}');
});

test('a depth that ends JSON.stringify is written nevertheless', () => {
  const depth = 200_000;
  let value: Json = [];
  for (let level = 1; level < depth; level += 1) {
    value = [value];
  }

  expect(canonicalJson(value)).toBe('['.repeat(depth) + ']'.repeat(depth));
});

test('a list of half a million elements is written', () => {
  const list = Array.from({ length: 500_000 }, (_, at) => at);

  expect(canonicalJson(list)).toBe(JSON.stringify(list));
});

test('what is written reads back as the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      expect(JSON.parse(canonicalJson(value as Json))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('the order in which keys were written is not reported', () => {
  const keyed = fc.dictionary(fc.string(), fc.jsonValue());

  fc.assert(
    fc.property(keyed, (object) => {
      const turned = Object.fromEntries(Object.entries(object).toReversed());

      expect(canonicalJson(turned as Json)).toBe(canonicalJson(object as Json));
    }),
  );
});
