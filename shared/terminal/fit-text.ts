import { stripVTControlCharacters } from 'node:util';

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u;
const without = /\p{M}/u;

/** How many columns of a terminal a text takes; colours take none. */
export function widthOf(text: string): number {
  const plain = stripVTControlCharacters(text);
  if (/^[\x20-\x7e]*$/u.test(plain)) {
    return plain.length;
  }
  return Array.from(plain).reduce((sum, letter) => sum + (wide.test(letter) ? 2 : without.test(letter) ? 0 : 1), 0);
}

/** A text in lines of at most `columns`, parted between its words; a word that is longer is broken. */
export function wrapped(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((each) => pieces(each, columns))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= columns) {
      line = longer;
    } else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** Prose whose lines fit: what is too long goes on below, indented alike. Long words, such as ids, stay whole. */
export function fitProse(text: string, columns: number | undefined): string {
  return columns === undefined
    ? text
    : text
        .split('\n')
        .map((line) => (widthOf(line) <= columns ? line : folded(line, columns)))
        .join('\n');
}

function folded(line: string, columns: number): string {
  const [indent = ''] = /^ *(?:[-!>] )?/u.exec(line) ?? [];
  const further = ' '.repeat(indent.length);
  const [first = '', ...words] = line.slice(indent.length).split(' ');
  let width = widthOf(indent) + widthOf(first);
  let text = `${indent}${first}`;
  for (const word of words) {
    width += 1 + widthOf(word);
    if (width <= columns) {
      text += ` ${word}`;
    } else {
      text += `\n${further}${word}`;
      width = further.length + widthOf(word);
    }
  }
  return text;
}

/** A word in pieces of at most `columns`. */
function pieces(word: string, columns: number): readonly string[] {
  if (widthOf(word) <= columns) {
    return [word];
  }
  const parts: string[] = [];
  let part = '';
  for (const letter of word) {
    if (widthOf(part + letter) > columns) {
      parts.push(part);
      part = '';
    }
    part += letter;
  }
  return [...parts, part];
}
