import type { JournalValue } from '../../../domain/journal/journal-entry.ts';
import { grouped } from '../../../domain/texts/grouped.ts';
import { readAmount } from './amount.ts';

/** How a field stands in one text: a cell of CSV, an option of the command line, a line for people. */
export interface TextForm {
  /** The plain value that a text means. What cannot be read stays a text, for the schema of the field to name. */
  read(text: string): unknown;
  /** The text that `read` reads. */
  write(value: JournalValue): string;
  /** The value for people; `write` unless given. */
  show?(value: JournalValue): string;
  /** Numbers stand at the right of a column. */
  readonly isNumber?: true;
  /** What a value of YAML means where it is not written as its type wants; `value` unless given. */
  readTyped?(value: unknown): unknown;
}

const partsOf = (text: string): readonly string[] =>
  text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const written = (value: JournalValue): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
const joined = (value: JournalValue): string => (Array.isArray(value) ? value.map(written).join(';') : written(value));
const numberIn = (text: string): number | string =>
  /^[+-]?\d+(?:\.\d+)?$/u.test(text.trim()) ? Number(text) : text.trim();

/** One word or name; blanks around it mean nothing. */
export const wordForm: TextForm = { read: (text) => text.trim(), write: written };

/** A text that is kept letter for letter. */
export const noteForm: TextForm = { read: (text) => text, write: written };

export const numberForm: TextForm = { read: numberIn, write: written, isNumber: true };

/** Credits, or a word such as `unlimited`. */
export const amountForm: TextForm = {
  read: (text) => readAmount(text) ?? text.trim(),
  write: written,
  isNumber: true,
  show: (value) => (typeof value === 'number' ? grouped(value) : written(value)),
  // Digits in quotes are a text that somebody meant as one; with a unit they can be nothing but an amount.
  readTyped: (value) => (typeof value === 'string' && /[,kKM]/u.test(value) ? (readAmount(value) ?? value) : value),
};

/** Texts, separated by `;`. */
export const listForm: TextForm = {
  read: partsOf,
  write: joined,
  readTyped: (value) => (typeof value === 'string' ? partsOf(value) : value),
};

/** Numbers, separated by `;`. */
export const numbersForm: TextForm = {
  read: (text) => partsOf(text).map(numberIn),
  write: joined,
  readTyped(value) {
    if (typeof value === 'number') {
      return [value];
    }
    return typeof value === 'string' ? partsOf(value).map(numberIn) : value;
  },
};

/** `true` or `false`. */
export const flagForm: TextForm = {
  read: (text) => ({ true: true, false: false })[text.trim().toLowerCase()] ?? text.trim(),
  write: written,
};

/** Lists and maps of several fields stand as JSON in one text. */
export const jsonForm: TextForm = {
  read(text) {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return text.trim();
    }
  },
  write: (value) => JSON.stringify(value),
};
