/** Letters that control a terminal, or hide and reorder others, except line end, tab and the two joiners. */
const letter = String.raw`(?![\n\t\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]`;
const mark = String.raw`u\{([0-9A-F]{2,6})\}`;
const hidden = new RegExp(letter, 'gu');
/** What `markHidden` marks, and text that looks marked, with the backslashes before it. */
const toMark = new RegExp(String.raw`(\\*)(${letter})|(\\+)(?=${mark})`, 'gu');
const marked = new RegExp(String.raw`(\\+)${mark}`, 'gu');

/** Returns a document as indented JSON that parses to the same and is harmless to print. */
export function printableJson(document: unknown): string {
  return `${escapeHidden(JSON.stringify(document, undefined, 2))}\n`;
}

/** Escapes each hidden letter in a JSON document, or in a double-quoted YAML scalar. */
export function escapeHidden(text: string): string {
  return text.replaceAll(hidden, (found) =>
    Array.from({ length: found.length }, (_, index) => `\\u${hexOf(found.charCodeAt(index))}`).join(''),
  );
}

export function holdsHidden(text: string): boolean {
  return text.search(hidden) >= 0;
}

/** Shows each hidden letter as its code, ⟨U+202E⟩, for human readers. */
export function showHidden(text: string): string {
  return text.replaceAll(hidden, (found) => `⟨U+${codeOf(found)}⟩`);
}

/** Writes each hidden letter as `\u{202E}`, for formats without escapes; `unmarkHidden` reverses it. */
export function markHidden(text: string): string {
  return text.replaceAll(toMark, (all, slashes: string | undefined, found: string | undefined) =>
    found === undefined ? all.repeat(2) : `${(slashes ?? '').repeat(2)}\\u{${codeOf(found)}}`,
  );
}

export function unmarkHidden(text: string): string {
  return text.replaceAll(marked, (all, slashes: string, code: string) => {
    const before = slashes.slice(0, Math.floor(slashes.length / 2));
    if (slashes.length % 2 === 0) {
      return `${before}${all.slice(slashes.length)}`;
    }
    const found = letterOf(code);
    return holdsHidden(found) ? `${before}${found}` : all;
  });
}

function letterOf(code: string): string {
  const number = Number.parseInt(code, 16);
  return number <= 0x10_ff_ff ? String.fromCodePoint(number) : '';
}

function codeOf(found: string): string {
  return hexOf(found.codePointAt(0) ?? 0);
}

function hexOf(code: number): string {
  return code.toString(16).toUpperCase().padStart(4, '0');
}
