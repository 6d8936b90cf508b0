import { matchesOf, mergeSpans, replaceSpans, type Span } from './spans.ts';

const marks = /\[secret:[^\]\s]{0,64}\]/gu;

/** The secrets in a text; marks of an earlier redaction are read as what they stand for: a name of a secret. */
export function spansBesideMarks(text: string, find: (text: string) => readonly Span[]): readonly Span[] {
  if (!text.includes('[secret:')) {
    return mergeSpans(find(text));
  }
  const marked = matchesOf(text, marks).map(({ 0: mark, index }) => ({ start: index, end: index + mark.length }));
  // Behind a host it reads as a path.
  const named = replaceSpans(text, marked, (mark) => `\${${'A'.repeat(mark.length - referenceSigns)}}`).replaceAll(
    /(?<=[\p{L}\p{N}])\$\{A/gu,
    '/${',
  );
  const found = mergeSpans(find(named)).filter((span) => /[\p{L}\p{N}]/u.test(besides(text, span, marked)));
  // A mark that a secret touches is a part of it.
  const touched = marked.filter((mark) => found.some((span) => span.start < mark.end && mark.start < span.end));
  return mergeSpans([...found, ...touched]);
}

const referenceSigns = '${}'.length;

function besides(text: string, span: Span, marked: readonly Span[]): string {
  const inside = marked
    .filter((mark) => span.start < mark.end && mark.start < span.end)
    .map(({ start, end }) => ({ start: Math.max(0, start - span.start), end: end - span.start }));
  return replaceSpans(text.slice(span.start, span.end), inside, () => '');
}
