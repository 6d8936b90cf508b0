const longestText = 300;

// Control and format characters (zero-width, soft hyphens, everything that turns the writing direction) and line ends.
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Text from outside (names, emails, notes, messages) as it may stand in a mail: on one line, without characters that
 * hide or reorder others, not longer than 300 characters, and without an address that a mail client would open.
 */
export function printable(text: string): string {
  const clean = text.replaceAll(unprintable, ' ').replaceAll(/\s+/gu, ' ').replaceAll('://', ': //').trim();
  const letters = Array.from(clean);
  return letters.length <= longestText ? clean : `${letters.slice(0, longestText - 1).join('')}…`;
}
