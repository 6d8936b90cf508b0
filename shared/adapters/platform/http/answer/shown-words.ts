import { redactText } from '../../redaction/redact-text.ts';
import { printableText } from './printable-text.ts';

const charsMax = 4_096;

/**
 * Words of the platform as they may be logged, kept and mailed: what looks like a secret is left out, whosever it is,
 * and the rest made printable.
 */
export function shownWords(words: string): string {
  const shown = redactText(words.slice(0, charsMax), 'id', () => 'not shown');
  return printableText(typeof shown === 'string' ? shown : '[secret:not shown]');
}
