import fastStringWidth from 'fast-string-width';

/** How many columns of a terminal a text takes; colours take none. */
export function widthOf(text: string): number {
  return fastStringWidth(text);
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
