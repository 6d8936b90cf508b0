import { expect, test } from 'vitest';

import { pageText } from '../../../console/parts/lists/list-page.ts';

const rows = Array.from({ length: 50 });

test('a page of a list says which rows it has and how many there are', () => {
  const place = { before: 50, total: 1_234, previous: null };

  expect(pageText({ rows, next: 'x', place })).toBe('51 to 100 of 1,234 rows');
  expect(pageText({ rows: [1], next: null, place: { before: 0, total: 1, previous: null } })).toBe('1 row');
  expect(pageText({ rows, next: null })).toBe('50 rows');
  expect(pageText({ rows: [], next: null })).toBe('');
});
