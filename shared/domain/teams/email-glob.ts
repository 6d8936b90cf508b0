/**
 * Whether an email, in its matching form, matches a glob. `*` matches any text without an `@`, also an empty one;
 * all other characters match themselves. Takes each piece of the glob once, from left to right, and never goes back.
 */
export function matchesEmailGlob(pattern: string, email: string): boolean {
  const [patternParts, emailParts] = [pattern.split('@'), email.split('@')];
  return (
    patternParts.length === emailParts.length &&
    patternParts.every((part, index) => matchesPart(part.split('*'), emailParts[index] ?? ''))
  );
}

/** The domain that every email of a glob's form has; undefined when that is open too. */
export function domainOfGlob(pattern: string): string | undefined {
  const domain = domainOf(pattern);
  return domain.includes('*') ? undefined : domain;
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

/** `pieces` are the parts between the stars: the first begins the text, the last ends it. */
function matchesPart(pieces: readonly string[], text: string): boolean {
  const first = pieces[0] ?? '';
  const last = pieces.at(-1) ?? '';
  if (pieces.length === 1) {
    return text === first;
  }
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) {
    return false;
  }
  let at = first.length;
  const end = text.length - last.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found === -1 || found + piece.length > end) {
      return false;
    }
    at = found + piece.length;
  }
  return true;
}
