import { grouped } from '../../kernel/texts/amounts.ts';

const lengthMax = 80;

/** Returns an external name for a sentence: on one line, shortened, without the fingerprints of secrets. */
export function clipped(name: string): string {
  // Cut before it is searched, so that a name of megabytes costs no more than a short one.
  const line = name
    .slice(0, lengthMax * 4)
    .replaceAll(/\[secret:[^[\]]*\]/gu, '[secret]')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  // Cutting may split a surrogate pair at the end, which `toWellFormed` makes printable.
  return line.length > lengthMax ? `${line.slice(0, lengthMax).toWellFormed()}…` : line;
}

const namesMax = 3;

/** "a, b and c"; "a, b, c and 4 more". Names that contain spaces are quoted. */
export function nameList(names: readonly string[]): string {
  return phraseList(names.slice(0, namesMax + 1).map(quoted), names.length);
}

/** The same for names that are already in words. `count` is their number where not all are given. */
export function phraseList(names: readonly string[], count = names.length): string {
  const shown = names.slice(0, namesMax);
  if (count > namesMax) {
    return `${shown.join(', ')} and ${grouped(count - namesMax)} more`;
  }
  const last = shown.at(-1) ?? 'nothing';
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${last}` : last;
}

export function quoted(name: string): string {
  const text = clipped(name);
  return text === '' || text.includes(' ') ? `“${text}”` : text;
}

/** Returns a note on an assumption that is not in platform-api.md. Takes a clause without a full stop. */
export function assumption(clause: string): string {
  return `Assumed, not documented: ${clause}.`;
}

/** Fills a text's placeholders, such as `{items}`. Placeholders inside the inserted words are not filled. */
export function filled(text: string, words: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/gu, (place, name: string) =>
    Object.hasOwn(words, name) ? (words[name] ?? place) : place,
  );
}
