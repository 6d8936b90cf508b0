/** Start inclusive, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** All matches of a global pattern, without copying the pattern per text. */
export function matchesOf(text: string, pattern: RegExp): readonly RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push(match);
    // An empty match would repeat for ever.
    pattern.lastIndex += match[0] === '' ? 1 : 0;
  }
  return found;
}

/** Sorted spans with overlapping ones merged and empty ones dropped. */
export function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = [];
  const ordered = spans.filter(({ start, end }) => start < end).toSorted((a, b) => a.start - b.start || a.end - b.end);
  for (const span of ordered) {
    const last = merged.at(-1);
    if (last === undefined || last.end <= span.start) {
      merged.push(span);
    } else {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    }
  }
  return merged;
}

/** The parts of a text outside merged spans. */
export function outsideOf(spans: readonly Span[], length: number): readonly Span[] {
  const starts = [0, ...spans.map(({ end }) => end)];
  return starts.map((start, index) => ({ start, end: spans[index]?.start ?? length }));
}

/** Replaces each merged span. */
export function replaceSpans(text: string, spans: readonly Span[], replacement: (part: string) => string): string {
  const kept = outsideOf(spans, text.length).map(({ start, end }) => text.slice(start, end));
  const replaced = spans.map(({ start, end }) => replacement(text.slice(start, end)));
  return kept.map((part, index) => part + (replaced[index] ?? '')).join('');
}

const marks = /\[secret:[^\]\s]{0,64}\]/gu;

/** The secrets in a text; marks of an earlier redaction read as names of secrets. */
export function spansBesideMarks(text: string, find: (text: string) => readonly Span[]): readonly Span[] {
  if (!text.includes('[secret:')) {
    return mergeSpans(find(text));
  }
  const marked = matchesOf(text, marks).map(({ 0: mark, index }) => ({ start: index, end: index + mark.length }));
  // After a host it reads as a path.
  const named = replaceSpans(text, marked, (mark) => `\${${'A'.repeat(mark.length - referenceSigns)}}`).replaceAll(
    /(?<=[\p{L}\p{N}])\$\{A/gu,
    '/${',
  );
  const found = mergeSpans(find(named)).filter((span) => /[\p{L}\p{N}]/u.test(besides(text, span, marked)));
  // A mark touched by a secret is part of it.
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
