/** Puts words in the places that a text keeps for them, as `{items}`. What is put in is not looked through again. */
export function filled(text: string, words: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/gu, (place, name: string) =>
    Object.hasOwn(words, name) ? (words[name] ?? place) : place,
  );
}
