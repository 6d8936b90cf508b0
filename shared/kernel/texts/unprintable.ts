/** Control, format and line end characters, and lone surrogates: they hide or reorder what is next to them. */
const unprintable = String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]`;
const [one, each] = [new RegExp(unprintable, 'u'), new RegExp(unprintable, 'gu')];

/** Whether a text contains a character that hides or reorders others, or ends its line. */
export function holdsUnprintable(text: string): boolean {
  return one.test(text);
}

export function replaceUnprintable(text: string, replacement: (character: string) => string): string {
  return text.replaceAll(each, replacement);
}

export function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
