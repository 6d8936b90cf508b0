import fc from 'fast-check';
import { expect, test } from 'vitest';

import { printable } from '../../../shared/mail/printable.ts';
import { anyText } from '../../support/mail-samples.ts';

test.for([
  ['Ann\r\nBcc: x', 'Ann Bcc: x'],
  ['  a \t b  ', 'a b'],
  ['a\u202Eb\u2066c', 'a b c'],
  ['see https://evil.example', 'see https: //evil.example'],
  ['Zoë O’Neil-Åström 李雷', 'Zoë O’Neil-Åström 李雷'],
] as const)('%j is printed as %j', ([text, expected]) => {
  expect(printable(text)).toBe(expected);
});

test('a long text ends after 300 characters with an ellipsis', () => {
  expect(printable('x'.repeat(300))).toHaveLength(300);
  expect(printable('x'.repeat(301))).toBe(`${'x'.repeat(299)}…`);
});

test('a long text is never cut through a character', () => {
  expect(printable('😀'.repeat(400)).isWellFormed()).toBe(true);
});

test('whatever comes in, one line without hidden characters or links comes out, and stays as it is', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const printed = printable(text);

      expect(printed).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      expect(printed).not.toContain('://');
      expect(Array.from(printed).length).toBeLessThanOrEqual(300);
      expect(printable(printed)).toBe(printed);
    }),
  );
});
