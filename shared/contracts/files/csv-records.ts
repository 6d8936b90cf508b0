import { CsvError, parse } from 'csv-parse/sync';

import { markHidden, unmarkHidden } from '../../domain/texts/hidden-letters.ts';
import type { FileNote } from './file-rows.ts';

/** One row of a CSV text, and the line on which it begins. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

const recordBytesMax = 100_000;

/**
 * Reads the rows of a CSV text one by one, the first line included; rows of empty cells are passed over. Gives what
 * makes the text no CSV, with the rows before it already given; undefined when there is nothing of the kind.
 */
export function readCsvRecords(text: string, onRecord: (record: CsvRecord) => void): FileNote | undefined {
  const bytes = Buffer.from(text);
  const lines = lineFinder(bytes);
  try {
    parse(bytes, {
      // A row of another length is named as such by the reader, and the rows after it are still looked at.
      relax_column_count: true,
      delimiter: delimiterOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
      max_record_size: recordBytesMax,
      on_record: (cells, info) => {
        const line = lines.lineOfRecord(info.bytes);
        // Spreadsheets leave rows of empty cells behind.
        if (cells.some((cell) => cell.trim() !== '')) {
          onRecord({ line, cells });
        }
        return null;
      },
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof CsvError)) {
      throw error;
    }
    return { at: `line ${lines.nextLine()}`, text: describeBroken(error.code) };
  }
}

/** The separator of the cells is the one that stands most often in the first line, which names the columns. */
function delimiterOf(text: string): string {
  const header = /[^\r\n]+/u.exec(text)?.[0] ?? '';
  const [most = ','] = [',', ';', '\t'].toSorted((a, b) => header.split(b).length - header.split(a).length);
  return most;
}

/**
 * Tells the line on which each record begins. The parser's own count takes a line end of two characters inside quotes
 * for two.
 */
function lineFinder(bytes: Buffer): { lineOfRecord(endByte: number): number; nextLine(): number } {
  let startByte = 0;
  let line = 1;
  return {
    lineOfRecord(endByte) {
      const text = bytes.toString('utf8', startByte, endByte);
      const blankLines = lineEndsIn(/^[\r\n]*/.exec(text)?.[0] ?? '');
      const first = line + blankLines;
      line += lineEndsIn(text);
      startByte = endByte;
      return first;
    },
    nextLine: () => line + lineEndsIn(/^[\r\n]*/.exec(bytes.toString('utf8', startByte))?.[0] ?? ''),
  };
}

function lineEndsIn(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}

function describeBroken(code: string): string {
  return code === 'CSV_MAX_RECORD_SIZE'
    ? `a row is longer than ${recordBytesMax} bytes; look for a quote that is never closed`
    : 'the quotes do not match; write a cell with commas, quotes or line ends as "…", and a quote in it as ""';
}

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
