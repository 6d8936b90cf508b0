/**
 * Control and format characters (zero-width, soft hyphens, all that turn the writing direction), line ends, and halves of
 * surrogate pairs: they hide or reorder what stands beside them.
 */
const unprintable = String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]`;
const [one, each] = [new RegExp(unprintable, 'u'), new RegExp(unprintable, 'gu')];

/** Whether a text holds a character that hides or reorders others, or that ends its line. */
export function holdsUnprintable(text: string): boolean {
  return one.test(text);
}

/** The text with each such character replaced. */
export function replaceUnprintable(text: string, replacement: (character: string) => string): string {
  return text.replaceAll(each, replacement);
}

/** The number of a character as people write it behind `U+`. */
export function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
