import type { Span } from './spans.ts';

// Text separators in programs that keep the meaning: `"ab" + "cd"`, `'ab'"cd"`, `ab\⏎cd`, `sk-^ab`.
const joints =
  /\\(?:\r?\n)|(?<=\w)["'`]\s{0,4}(?:\+|\.{1,2}|&|~|,)?\s{0,4}["'`](?=\w)|(?<=[\w-])\^(?=\w)|(?<=["'`])["'`](?=["'`])/gu;
const escapes = /\\x([2-7][0-9a-f])|\\u00([2-7][0-9a-f])|\\u\{0{0,4}([2-7][0-9a-f])\}|&#x([2-7][0-9a-f]);/giu;
const either = new RegExp(`${joints.source}|${escapes.source}`, 'giu');

/** A text as a program reads it, with the original positions of its characters. */
interface JoinedText {
  readonly text: string;
  /** Maps spans back to the original text. */
  placed(spans: readonly Span[]): readonly Span[];
}

/** The text with split strings joined and character codes decoded; undefined when there are none. */
export function joinedText(text: string): JoinedText | undefined {
  const letters: string[] = [];
  const places: Span[] = [];
  const keep = (from: number, to: number): void => {
    for (let at = from; at < to; at += 1) {
      letters.push(text.charAt(at));
      places.push({ start: at, end: at + 1 });
    }
  };
  let from = 0;
  for (const { 0: found, index, ...groups } of text.matchAll(either)) {
    const code = [groups[1], groups[2], groups[3], groups[4]].find((group) => group !== undefined);
    keep(from, index);
    from = index + found.length;
    if (code !== undefined) {
      letters.push(String.fromCodePoint(Number.parseInt(code, 16)));
      places.push({ start: index, end: from });
    }
  }
  if (from === 0) {
    return undefined;
  }
  keep(from, text.length);
  return {
    text: letters.join(''),
    placed: (spans) =>
      spans
        .filter(({ start, end }) => start < end)
        .map(({ start, end }) => ({ start: places[start]?.start ?? 0, end: places[end - 1]?.end ?? text.length })),
  };
}
