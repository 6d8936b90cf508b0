import { markHidden, unmarkHidden } from '../../domain/texts/hidden-letters.ts';

// What a spreadsheet reads as the beginning of a formula, blanks before it included.
const formula = String.raw`(?:[\s\uFEFF]*[=+\-@＝＋－＠]|[\t\r\n])`;
const begins = new RegExp(`^'*${formula}`, 'u');
const isQuoted = new RegExp(`^'+${formula}`, 'u');

/**
 * The cell to write for a text: spreadsheets run what begins with = + - @, a tab or a carriage return, so that an
 * apostrophe is put before it, and before what looks as if that had been done already. Letters that steer a terminal or
 * hide others are written as their numbers.
 */
export function harmlessCell(text: string): string {
  const shown = markHidden(text);
  return begins.test(shown) ? `'${shown}` : shown;
}

/** The text that `harmlessCell` made a cell of. */
export function originalCell(cell: string): string {
  return unmarkHidden(isQuoted.test(cell) ? cell.slice(1) : cell);
}
