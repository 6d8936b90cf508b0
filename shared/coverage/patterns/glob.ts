/** Patterns are texts with three wildcard symbols from the private use area: a text that contains one is no pattern. */
export const anything = '\uE000';
export const withinPart = '\uE001';
export const oneCharacter = '\uE002';

const symbols = /[\uE000-\uE002]/u;

/** Longer texts are compared as plain texts. */
export const patternLengthMax = 1024;

export function hasSymbol(text: string): boolean {
  return symbols.test(text);
}

export function literalPrefix(pattern: string): string {
  const at = pattern.search(symbols);
  return at === -1 ? pattern : pattern.slice(0, at);
}

export function literalsOf(pattern: string): readonly string[] {
  return pattern.split(symbols).filter((literal) => literal !== '');
}

/** A fast necessary condition for `globCovers`: whether a text contains a pattern's literals in order. */
export function hasInOrder(text: string, literals: readonly string[]): boolean {
  let from = 0;
  for (const literal of literals) {
    const at = text.indexOf(literal, from);
    if (at === -1) {
      return false;
    }
    from = at + literal.length;
  }
  return true;
}

/**
 * Whether `pattern` matches every text that `other` matches. A symbol of `other` counts as a character that `pattern`
 * does not contain, so `true` is always right. Takes `pattern` × `other` steps.
 */
export function globCovers(pattern: string, other: string, separators = ''): boolean {
  // reached[n]: the part of the pattern seen so far matches the first n characters of the other.
  let reached = new Uint8Array(other.length + 1);
  reached[0] = 1;
  for (const symbol of pattern) {
    reached = afterSymbol(symbol, { reached, other, separators });
  }
  return reached[other.length] === 1;
}

function afterSymbol(
  symbol: string,
  {
    reached,
    other,
    separators,
  }: { readonly reached: Uint8Array<ArrayBuffer>; readonly other: string; readonly separators: string },
): Uint8Array<ArrayBuffer> {
  const isOpenEnded = symbol === anything || symbol === withinPart;
  const next = new Uint8Array(reached.length);
  if (isOpenEnded) {
    next[0] = reached[0] ?? 0;
  }
  for (let at = 1; at < reached.length; at += 1) {
    const from = isOpenEnded ? next[at - 1] : reached[at - 1];
    const isReached = from === 1 && stands(symbol, other.charAt(at - 1), separators);
    next[at] = isReached || (isOpenEnded && reached[at] === 1) ? 1 : 0;
  }
  return next;
}

function stands(symbol: string, character: string, separators: string): boolean {
  switch (symbol) {
    case anything:
      return true;
    case withinPart:
      return character !== anything && !separators.includes(character);
    case oneCharacter:
      return character !== anything && character !== withinPart && !separators.includes(character);
    default:
      return symbol === character;
  }
}
