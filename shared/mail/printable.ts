import { markLookAlikes } from '../kernel/texts/look-alike.ts';
import { replaceUnprintable } from '../kernel/texts/unprintable.ts';

const longestText = 300;

/** Makes external text safe for a mail: one line, no hiding characters or links, at most 300 characters. */
export function printable(text: string): string {
  const clean = replaceUnprintable(text, () => ' ')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll('://', ': //')
    .trim();
  // A letter is one or two units: most texts are not taken apart.
  if (clean.length <= longestText) {
    return clean;
  }
  const letters = Array.from(clean);
  return letters.length <= longestText ? clean : `${letters.slice(0, longestText - 1).join('')}…`;
}

/** The same in what people read: addresses that imitate others are marked. */
export function readable(text: string): string {
  return markLookAlikes(printable(text));
}

/** Makes every text in a value printable: mails are made from the result. */
export function printableTexts<T>(value: T, print: (text: string) => string = readable): T {
  return withPrintable(value, print) as T;
}

function withPrintable(value: unknown, print: (text: string) => string): unknown {
  if (typeof value === 'string') {
    return print(value);
  }
  if (Array.isArray(value)) {
    return value.map((inner) => withPrintable(inner, print));
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withPrintable(inner, print)]))
    : value;
}
