import { describe, expect, test } from 'vitest';

import {
  credits,
  day,
  emailAddress,
  identifier,
  maybe,
  openEnum,
} from '../../../../../shared/kernel/platform/reading/fields.ts';

describe('credits', () => {
  test.each([0, 1, Number.MAX_SAFE_INTEGER])('are a whole number such as %d', (value) => {
    expect(credits.safeParse(value).success).toBe(true);
  });

  test.each([-1, 0.5, 2 ** 53, 1e300, '12', Number.NaN, Number.POSITIVE_INFINITY, null, undefined, true])(
    'are never %j',
    (value) => {
      expect(credits.safeParse(value).success).toBe(false);
    },
  );
});

test.each([
  ['2026-02-28', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-3-1', false],
  ['2026-03-01T00:00:00Z', false],
])('%s is a day: %s', (text, valid) => {
  expect(day.safeParse(text).success).toBe(valid);
});

test.each([
  ['ada@example.com', true],
  ["o'brien+x@sub.example.com", true],
  ['jürgen@example.com', true],
  ['ada', false],
  ['ada@@example.com', false],
  ['ada @example.com', false],
  ['ada@example.com\r\nBcc: x@example.com', false],
  ['ada\u0000@example.com', false],
  ['ada\u202E@example.com', false],
  ['gr\uFFFDn@example.com', false],
  [`${'a'.repeat(65)}@example.com`, false],
  ['', false],
])('%j is an email address: %s', (text, valid) => {
  expect(emailAddress.safeParse(text).success).toBe(valid);
});

test.each(['', 'a\nb', 'a\uFFFDb', 'x'.repeat(513), 7])('%j is no identifier', (value) => {
  expect(identifier.safeParse(value).success).toBe(false);
});

test('an optional field reads the same absent and null', () => {
  expect(maybe(identifier).parse(null)).toBeUndefined();
  expect(maybe(identifier).parse(undefined)).toBeUndefined();
  expect(maybe(identifier).parse('x')).toBe('x');
  expect(maybe(identifier).safeParse(7).success).toBe(false);
});

test('a value that an enum does not list reads as other', () => {
  const status = openEnum(['idle', 'running']);

  expect(status.parse('running')).toBe('running');
  expect(status.parse('paused')).toBe('other');
  expect(status.safeParse(7).success).toBe(false);
});
