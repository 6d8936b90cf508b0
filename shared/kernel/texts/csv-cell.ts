import { formulaStart } from './formula-start.ts';
import { markHidden, unmarkHidden } from './hidden-letters.ts';

const begins = new RegExp(`^'*${formulaStart}`, 'u');
const isQuoted = new RegExp(`^'+${formulaStart}`, 'u');

/**
 * Escapes a cell: spreadsheets execute text that begins with = + - @, a tab or a carriage return, so it gets an
 * apostrophe, and so does text that looks escaped. Control and invisible characters are written as their numbers.
 */
export function harmlessCell(text: string): string {
  const shown = markHidden(text);
  return begins.test(shown) ? `'${shown}` : shown;
}

/** The inverse of `harmlessCell`. */
export function originalCell(cell: string): string {
  return unmarkHidden(isQuoted.test(cell) ? cell.slice(1) : cell);
}
