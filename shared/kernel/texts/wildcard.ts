/** More stars say nothing that fewer do not; with many, nobody sees what a pattern means. */
const starsMax = 8;

/** What is wrong with a pattern that has too many stars, and what to do; undefined for one that has not. */
export function starProblem(pattern: string): string | undefined {
  const stars = pattern.split('*').length - 1;
  return stars > starsMax
    ? `has ${stars} stars; give at most ${starsMax}, since one * stands for any text already`
    : undefined;
}

/**
 * Whether a text matches a pattern in which `*` stands for any text, also an empty one; all other characters match
 * themselves. Takes each piece of the pattern once, from left to right, and never goes back.
 */
export function matchesWildcard(text: string, pattern: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) {
    return text === pattern;
  }
  if (!text.startsWith(first)) {
    return false;
  }
  let at = first.length;
  for (const piece of others) {
    const found = text.indexOf(piece, at);
    if (found === -1) {
      return false;
    }
    at = found + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
