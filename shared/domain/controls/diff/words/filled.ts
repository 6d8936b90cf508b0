/** Fills the placeholders of a text, such as `{items}`. Placeholders inside the filled-in words are not filled. */
export function filled(text: string, words: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/gu, (place, name: string) =>
    Object.hasOwn(words, name) ? (words[name] ?? place) : place,
  );
}
