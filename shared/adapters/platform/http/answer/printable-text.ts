// Controls, invisible and bidirectional marks, line and paragraph separators.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Makes one line of text from outside safe to show: control and bidi characters become blanks, length is capped. */
export function printableText(text: string, charsMax = 300): string {
  // Cut first with room to spare, so that a body of megabytes is not worked through for one line.
  const line = text
    .slice(0, charsMax * 4)
    .replaceAll(UNPRINTABLE, ' ')
    .trim();
  return line.length <= charsMax ? line : `${line.slice(0, charsMax - 1)}…`;
}
