import { expect, test } from 'vitest';

import { alertHandle, shortKey } from '../../../shared/notifications/short-key.ts';

test('a text of up to 200 characters is its own key', () => {
  expect(shortKey('a'.repeat(200))).toBe('a'.repeat(200));
});

test('longer texts have a key of limited length, another one for each text', () => {
  const keys = ['b', 'c'].map((end) => shortKey(`${'a'.repeat(1_000)}${end}`));

  expect(new Set(keys).size).toBe(2);
  expect(keys.every((key) => key.length <= 200 && key.startsWith('a'.repeat(100)))).toBe(true);
});

test('the handle of an alert is short, and another one for each alert', () => {
  const handles = ['matter/uncappable/u-bob', 'matter/uncappable/u-bo'].map(alertHandle);

  expect(new Set(handles).size).toBe(2);
  expect(handles.every((handle) => /^[0-9a-f]{12}$/u.test(handle))).toBe(true);
});
