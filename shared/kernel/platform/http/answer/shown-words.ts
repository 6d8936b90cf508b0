import { redactText } from '../../../../redaction/redact-text.ts';
import { printableText } from '../../../texts/printable-text.ts';

const charsMax = 4_096;

/** The platform's words as they may be logged, stored and mailed: printable, without likely secrets. */
export function shownWords(words: string): string {
  const shown = redactText(words.slice(0, charsMax), 'id', () => 'not shown');
  return printableText(typeof shown === 'string' ? shown : '[secret:not shown]');
}
