import { recentValues } from '../../recent-values.ts';
import type { Span } from './spans.ts';

const textsMin = 2_000;
const charsMax = 1_000;

/**
 * The same search, which looks at a text once and not in each revision of settings: from one revision to the next all
 * but a few texts stay. Some 4,000 texts of at most 1,000 characters are kept, in this process alone.
 */
export function rememberSpans(find: (text: string) => readonly Span[]): (text: string) => readonly Span[] {
  const known = recentValues<readonly Span[]>(textsMin);
  return (text) => {
    const spans = known.get(text) ?? find(text);
    if (text.length <= charsMax) {
      // What is read again and again is set again, and so is never forgotten.
      known.set(text, spans);
    }
    return spans;
  };
}
