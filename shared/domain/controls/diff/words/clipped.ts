/** The most characters of a name from outside in a sentence. */
const lengthMax = 80;

/** A name from outside as sentences hold it: in one line, shortened, and without the fingerprints of secrets. */
export function clipped(name: string): string {
  // Cut before it is searched, so that a name of megabytes costs no more than a short one.
  const line = name
    .slice(0, lengthMax * 4)
    .replaceAll(/\[secret:[^[\]]*\]/gu, '[secret]')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  // A character of two code units may be cut in half at the end, which `toWellFormed` makes printable.
  return line.length > lengthMax ? `${line.slice(0, lengthMax).toWellFormed()}…` : line;
}
