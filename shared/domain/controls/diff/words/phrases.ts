import { grouped } from '../../../texts/grouped.ts';

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

/** How many names a sentence holds. */
const namesMax = 3;

/** "a, b and c"; "a, b, c and 4 more". Names that hold spaces stand in quotation marks. */
export function nameList(names: readonly string[]): string {
  return phraseList(names.slice(0, namesMax + 1).map(quoted), names.length);
}

/** The same of names that are in words already. `count` is how many there are, where not all are given. */
export function phraseList(names: readonly string[], count = names.length): string {
  const shown = names.slice(0, namesMax);
  if (count > namesMax) {
    return `${shown.join(', ')} and ${grouped(count - namesMax)} more`;
  }
  const last = shown.at(-1) ?? 'nothing';
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${last}` : last;
}

/** One name as a sentence holds it. */
export function quoted(name: string): string {
  const text = clipped(name);
  return text === '' || text.includes(' ') ? `“${text}”` : text;
}

/** A note on what a verdict rests on and platform-api.md does not say. Takes a clause without a full stop. */
export function assumption(clause: string): string {
  return `Assumed, not documented: ${clause}.`;
}

/** Fills the placeholders of a text, such as `{items}`. Placeholders inside the filled-in words are not filled. */
export function filled(text: string, words: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/gu, (place, name: string) =>
    Object.hasOwn(words, name) ? (words[name] ?? place) : place,
  );
}
