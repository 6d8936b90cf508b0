import fc from 'fast-check';
import { expect, test } from 'vitest';

import { harmlessCell, originalCell } from '../../../../shared/kernel/texts/csv-cell.ts';

/** Texts that like to begin with what makes a formula. */
const text = fc
  .tuple(
    fc.array(
      fc.constantFrom("'", ' ', '\uFEFF', '\t', '\r', '\n', '=', '+', '-', '@', '＝', '\u001B', '\u202E', '\\u{3D}'),
      {
        maxLength: 4,
      },
    ),
    fc.string(),
  )
  .map(([start, rest]) => `${start.join('')}${rest}`);

test('no cell begins with what a spreadsheet runs, blanks before it or not', () => {
  fc.assert(
    fc.property(text, (written) => {
      expect(harmlessCell(written)).not.toMatch(/^(?:[\s\uFEFF]*[=+\-@＝＋－＠]|[\t\r\n])/u);
    }),
  );
});

test.each(['=1', '+1', '-1', '@A1', '＝1', '＋1', '－1', '＠A1', ' =1'])('%j is escaped', (start) => {
  expect(harmlessCell(start)).toBe(`'${start}`);
});

test('every text is read back as it was', () => {
  fc.assert(
    fc.property(text, (written) => {
      expect(originalCell(harmlessCell(written))).toBe(written);
    }),
  );
});
