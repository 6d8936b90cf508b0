/** Splits a list that is written as words. */
export function words(text: string): readonly string[] {
  return text.trim().split(/\s+/u);
}
