import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { csvHead, csvText } from '../../../shared/exports/csv-text.ts';
import { harmlessCell } from '../../../shared/kernel/texts/csv-cell.ts';

const tricky = fc.constantFrom(
  '=1+1',
  '@a',
  '-',
  "'=1",
  'a,b',
  'say "hi"',
  'two\nlines',
  'a\rb',
  '\\u{202E}',
  'ann@acme.example',
  '',
);

test('a line of CSV is as the library for CSV writes it, of text that is harmless in a spreadsheet', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.oneof(tricky, fc.string({ unit: 'binary-ascii' })), fc.oneof(tricky, fc.string())), {
        maxLength: 5,
      }),
      (pairs) => {
        const rows = pairs.map(([a, b]) => ({ a, b }));
        const theirs = stringify(
          pairs.map((pair) => pair.map((text) => (/^-\d+$/u.test(text) ? text : harmlessCell(text)))),
          { quoted_match: /\r/u },
        );

        expect(csvHead(['a', 'b']) + csvText(rows, ['a', 'b'])).toBe(`a,b\n${theirs}`);
      },
    ),
  );
});

test('a number is itself, also a negative one and one written as a decimal, and nothing is an empty cell', () => {
  expect(csvText([{ a: -5, b: null, c: ['x', 'y'], e: '-0.25' }], ['a', 'b', 'c', 'd', 'e'])).toBe('-5,,x;y,,-0.25\n');
});
