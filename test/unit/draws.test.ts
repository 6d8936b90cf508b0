import fc from 'fast-check';
import { expect, test } from 'vitest';

test('cases are drawn up to the maximum that a property writes down', () => {
  const texts = fc.sample(fc.string({ maxLength: 500 }), 200);
  const lists = fc.sample(fc.array(fc.nat(), { maxLength: 1_000 }), 200);

  expect(Math.max(...texts.map(({ length }) => length))).toBeGreaterThan(400);
  expect(Math.max(...lists.map(({ length }) => length))).toBeGreaterThan(800);
});
