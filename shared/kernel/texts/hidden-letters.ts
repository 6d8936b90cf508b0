/**
 * Letters that steer a terminal, or hide and reorder others; a line end and a tab are none, nor the two joiners that
 * words of some languages are written with.
 */
const letter = String.raw`(?![\n\t\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]`;
const mark = String.raw`u\{([0-9A-F]{2,6})\}`;
const hidden = new RegExp(letter, 'gu');
/** What `markHidden` marks, and what looks as if it had been, each with the slashes before it. */
const toMark = new RegExp(String.raw`(\\*)(${letter})|(\\+)(?=${mark})`, 'gu');
const marked = new RegExp(String.raw`(\\+)${mark}`, 'gu');

/** A document as JSON of several lines, the same when it is read and harmless when it is printed. */
export function printableJson(document: unknown): string {
  return `${escapeHidden(JSON.stringify(document, undefined, 2))}\n`;
}

/** The text of a JSON document, or of a YAML scalar in double quotes, with each hidden letter as its number. */
export function escapeHidden(text: string): string {
  return text.replaceAll(hidden, (found) =>
    Array.from({ length: found.length }, (_, index) => `\\u${hexOf(found.charCodeAt(index))}`).join(''),
  );
}

/** Whether a text holds a hidden letter. */
export function holdsHidden(text: string): boolean {
  return text.search(hidden) >= 0;
}

/** A text for people alone: each hidden letter as its number, ⟨U+202E⟩, as in mails and pages. */
export function showHidden(text: string): string {
  return text.replaceAll(hidden, (found) => `⟨U+${codeOf(found)}⟩`);
}

/** A text with each hidden letter as `\u{202E}`, where its format has no way of its own; `unmarkHidden` gives it back. */
export function markHidden(text: string): string {
  return text.replaceAll(toMark, (all, slashes: string | undefined, found: string | undefined) =>
    found === undefined ? all.repeat(2) : `${(slashes ?? '').repeat(2)}\\u{${codeOf(found)}}`,
  );
}

/** The text that `markHidden` was given. */
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
