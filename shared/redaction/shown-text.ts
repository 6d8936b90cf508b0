import { printableText } from '../kernel/texts/printable-text.ts';
import { redactText } from './redact-text.ts';

/** Longer text is cut before processing. */
const workedCharsMax = 4_000;

/** Text that the platform passes on (errors, reasons), fit to store and show: one line, without secrets, cut. */
export function shownText(text: string, charsMax: number): string {
  const redacted = redactText(text.slice(0, workedCharsMax), 'documented', () => 'hidden');
  return printableText(typeof redacted === 'string' ? redacted : '[secret:hidden]', charsMax);
}

/** An address without credentials: no user, password, query or fragment. */
export function shownAddress(address: string, charsMax: number): string {
  if (!URL.canParse(address)) {
    return shownText(address, charsMax);
  }
  const url = new URL(address);
  url.username = '';
  url.password = '';
  url.search = '';
  url.hash = '';
  return printableText(url.href.replace(/\/$/u, ''), charsMax);
}
