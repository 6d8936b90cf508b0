import { printableText } from '../http/answer/printable-text.ts';
import { redactText } from './redact-text.ts';

/** A longer text is not worked through for what is shown of it. */
const workedCharsMax = 4_000;

/** A text that the platform passes on from elsewhere (errors, reasons), as it may be kept and shown: one line, without secrets, cut. */
export function shownText(text: string, charsMax: number): string {
  const redacted = redactText(text.slice(0, workedCharsMax), 'documented', () => 'hidden');
  return printableText(typeof redacted === 'string' ? redacted : '[secret:hidden]', charsMax);
}

/** An address without what may let somebody in: user, password, query and fragment. */
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
