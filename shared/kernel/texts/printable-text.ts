// Control, invisible and bidirectional characters, line and paragraph separators.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Makes outside text safe to show on one line: control and bidi characters become blanks, length is capped. */
export function printableText(text: string, charsMax = 300): string {
  // Cut before processing, so that a body of megabytes is not scanned for one line.
  const line = text
    .slice(0, charsMax * 4)
    .replaceAll(UNPRINTABLE, ' ')
    .trim();
  return line.length <= charsMax ? line : `${line.slice(0, charsMax - 1)}…`;
}
