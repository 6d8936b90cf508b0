import { expect, test } from 'vitest';
import * as z from 'zod';

import { describedObject, maybe, openEnum } from '../../../../../shared/kernel/platform/reading/fields.ts';
import { createFindings } from '../../../../../shared/kernel/platform/reading/findings.ts';
import { countUnknownFields } from '../../../../../shared/kernel/platform/reading/unknown-fields.ts';

const schema = z
  .object({
    name: z.string(),
    tier: maybe(openEnum(['standard', 'thinking'])),
    inner: maybe(z.object({ a: maybe(z.number()) })),
    items: z.array(z.object({ b: z.string() })),
    free: maybe(z.record(z.string(), z.unknown())),
    byName: maybe(z.record(z.string(), z.object({ c: z.number() }))),
    raw: maybe(describedObject(z.object({ d: z.string() }))),
  })
  .transform((value) => value.name);

function countsOf(value: unknown): Record<string, number> {
  const counts: Record<string, number> = {};
  countUnknownFields(schema, value, { path: '', count: (path) => (counts[path] = (counts[path] ?? 0) + 1) });
  return counts;
}

test('a documented value has no unknown field, and free-form maps have none at all', () => {
  const value = { name: 'x', tier: null, inner: { a: 1 }, items: [{ b: 'y' }], free: { anything: 1 }, raw: { d: 'z' } };

  expect(countsOf(value)).toEqual({});
});

test('fields are counted by path at every depth that the schema describes', () => {
  const value = {
    name: 'x',
    colour: 'red',
    inner: { a: 1, z: 2 },
    items: [
      { b: 'y', more: 1 },
      { b: 'y', more: 2 },
    ],
    byName: { one: { c: 1, extra: 0 } },
    raw: { d: 'z', fresh: true },
  };

  expect(countsOf(value)).toEqual({
    colour: 1,
    'inner.z': 1,
    'items[].more': 2,
    'byName{}.extra': 1,
    'raw.fresh': 1,
  });
});

test('a value that the document does not list is counted, and the value itself is not shown', () => {
  expect(countsOf({ name: 'x', tier: 'giant', items: [] })).toEqual({ 'tier (undocumented value)': 1 });
});

test('a name that is no plain field name is not repeated', () => {
  expect(countsOf({ name: 'x', items: [], 'ada@example.com': 1, 'a\r\nb': 1 })).toEqual({ '*': 2 });
});

test('an answer with a new name in every row does not fill the memory with names', () => {
  const findings = createFindings('GET /x', () => {});

  for (let index = 0; index < 1_000; index += 1) {
    findings.countUnknown(`field${index}`);
  }

  const { unknownFields } = findings.close();
  expect(unknownFields.size).toBe(201);
  expect(unknownFields.get('(others)')).toBe(800);
});
