/** Signs that neither bash nor zsh gives a meaning anywhere in a word. A `~` or `=` in front would have one. */
const plainWord = /^(?![=~])[\p{L}\p{N}@%+=:,./_~-]+$/u;

/** Writes a value so that a shell takes it as one word as it stands: in single quotes where it must be. */
export function shellWord(value: string): string {
  return plainWord.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}
