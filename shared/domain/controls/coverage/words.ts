/** A list that is written as words with blanks between them. */
export function words(text: string): readonly string[] {
  return text.trim().split(/\s+/u);
}
