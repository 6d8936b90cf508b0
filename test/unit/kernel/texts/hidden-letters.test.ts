import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  escapeHidden,
  holdsHidden,
  markHidden,
  printableJson,
  unmarkHidden,
} from '../../../../shared/kernel/texts/hidden-letters.ts';

/** Texts with escape sequences, letters that reorder others, and what looks like the mark of one. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\u001B[2J',
        '\u009B',
        '\u202E',
        '\u2066',
        '\u2028',
        '\uFEFF',
        '\u{E0041}',
        '\r',
        '\\u{202E}',
        '\\\\u{1B}',
        '\\u202E',
        '\\',
        '\n',
        '\t',
      ),
      fc.string(),
    ),
    {
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(''));

test('JSON holds no letter that steers a terminal or hides others, and says the same', () => {
  fc.assert(
    fc.property(fc.dictionary(text, text), (document) => {
      const json = printableJson(document);

      expect(holdsHidden(json)).toBe(false);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(document)));
    }),
  );
});

test('a text in which hidden letters are marked holds none, and is read back as it was', () => {
  fc.assert(
    fc.property(text, (written) => {
      const marked = markHidden(written);

      expect(holdsHidden(marked)).toBe(false);
      expect(unmarkHidden(marked)).toBe(written);
    }),
  );
});

test.each([
  ['\u001B[31mred', String.raw`\u{001B}[31mred`],
  ['ann\u202Egpj.exe', String.raw`ann\u{202E}gpj.exe`],
  ['zweite\nZeile\tund نمی‌خواهم 👩‍💻', 'zweite\nZeile\tund نمی‌خواهم 👩‍💻'],
  [String.raw`\u{202E} as it stands`, String.raw`\\u{202E} as it stands`],
  [String.raw`C:\users\u{me}`, String.raw`C:\users\u{me}`],
])('%j is written as %j', (written, marked) => {
  expect(markHidden(written)).toBe(marked);
});

test('what is no mark of a hidden letter is read as it stands', () => {
  const texts = [String.raw`\u{41}`, String.raw`\u{FFFFFF}`, String.raw`\u{}`, 'u{202E}'];

  expect(texts.map(unmarkHidden)).toEqual(texts);
  expect(escapeHidden('plain, “quoted” and äöü')).toBe('plain, “quoted” and äöü');
});
