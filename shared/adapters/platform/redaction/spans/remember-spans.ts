import type { Span } from './spans.ts';

/** Texts of a generation; two generations are kept, so that what is read again and again is never all forgotten. */
const textsMax = 2_000;
const charsMax = 1_000;

/**
 * The same search, which looks at a text once and not in each revision of settings: from one revision to the next all
 * but a few texts stay. Some 4,000 texts of at most 1,000 characters are kept, in this process alone.
 */
export function rememberSpans(find: (text: string) => readonly Span[]): (text: string) => readonly Span[] {
  let older = new Map<string, readonly Span[]>();
  let newer = new Map<string, readonly Span[]>();
  return (text) => {
    const known = newer.get(text);
    if (known !== undefined) {
      return known;
    }
    const spans = older.get(text) ?? find(text);
    if (text.length <= charsMax) {
      newer.set(text, spans);
    }
    if (newer.size >= textsMax) {
      older = newer;
      newer = new Map();
    }
    return spans;
  };
}
