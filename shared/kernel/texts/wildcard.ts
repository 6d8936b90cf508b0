/** More stars add nothing, and with many the meaning is unclear. */
const starsMax = 8;

/** Returns the problem and remedy of a pattern with too many stars; undefined otherwise. */
export function starProblem(pattern: string): string | undefined {
  const stars = pattern.split('*').length - 1;
  return stars > starsMax
    ? `has ${stars} stars; give at most ${starsMax}, since one * stands for any text already`
    : undefined;
}

/** Whether a text matches a pattern in which `*` stands for any text. Linear, without backtracking. */
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
