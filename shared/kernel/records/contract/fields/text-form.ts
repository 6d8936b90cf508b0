import type { JournalValue } from '../../../../journal/journal-entry.ts';
import { creditsText } from '../../../texts/credits.ts';
import { readAmount } from './amount.ts';

/** A field as one text: a CSV cell, a command option, a line for people. */
export interface TextForm {
  /** Parses a text. Unreadable text stays, for the field's schema to report. */
  read(text: string): unknown;
  write(value: JournalValue): string;
  /** For people; default: `write`. */
  show?(value: JournalValue): string;
  readonly isNumber?: true;
  /** Interprets a YAML value of another type; default: unchanged. */
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

/** One word or name; surrounding blanks are ignored. */
export const wordForm: TextForm = { read: (text) => text.trim(), write: written };

export const noteForm: TextForm = { read: (text) => text, write: written };

export const numberForm: TextForm = { read: numberIn, write: written, isNumber: true };

/** Credits, or a word such as `unlimited`. */
export const amountForm: TextForm = {
  read: (text) => readAmount(text) ?? text.trim(),
  write: written,
  isNumber: true,
  show: (value) => (typeof value === 'number' ? creditsText(value) : written(value)),
  // Quoted digits are deliberately text; with a unit they are an amount.
  readTyped: (value) => (typeof value === 'string' && /[,kKM]/u.test(value) ? (readAmount(value) ?? value) : value),
};

export const listForm: TextForm = {
  read: partsOf,
  write: joined,
  readTyped: (value) => (typeof value === 'string' ? partsOf(value) : value),
};

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

export const flagForm: TextForm = {
  read: (text) => ({ true: true, false: false })[text.trim().toLowerCase()] ?? text.trim(),
  write: written,
};

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
