/** Code as places in it are counted: how it is broken into lines says nothing. */
export function withoutSpaces(code: string): string {
  return code.replace(/\s/gu, '');
}

/**
 * Where a piece of code stands: how many characters that are no spaces are before it. `within`: a larger piece around it,
 * where the piece alone stands in several places. Undefined where that is not one place.
 */
export function placeOf(source: string, was: string, within = was): number | undefined {
  const [piece, around] = [was, within].map((code) => withoutSpaces(code.replace(/…$/u, '')));
  const from = onlyPlace(withoutSpaces(source), around ?? '');
  const offset = onlyPlace(around ?? '', piece ?? '');
  return from === undefined || offset === undefined ? undefined : from + offset;
}

function onlyPlace(code: string, piece: string): number | undefined {
  const at = code.indexOf(piece);
  return at === -1 || code.includes(piece, at + 1) ? undefined : at;
}
