/** A shell word: `text` without quotes, and its position, inner quotes included. */
export interface ShellWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const closing: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '“': '”', '‘': '’' };
const ends = /[\s;|&<>()]/u;

/** The words of a command between two positions. Reads each character once. */
export function shellWords(text: string, from: number, to: number): readonly ShellWord[] {
  const words: ShellWord[] = [];
  for (let at = from; at < to; at += 1) {
    if (!ends.test(text.charAt(at))) {
      const word = shellWordAt(text, at, to);
      words.push(word);
      at = Math.max(at, word.end);
    }
  }
  return words;
}

/** The word at a position: quoted and bare parts up to the next blank, `'ab'"cd"ef`. */
export function shellWordAt(text: string, from: number, to: number): ShellWord {
  let at = from + (/^\$["']/u.test(text.slice(from, from + 2)) ? 1 : 0);
  const start = at + (closing[text.charAt(at)] === undefined ? 0 : 1);
  let read = '';
  let end = start;
  while (at < to && !ends.test(text.charAt(at))) {
    const close = closing[text.charAt(at)];
    const until = close === undefined ? -1 : closedAt(text, at + 1, { close, to });
    if (until >= 0) {
      read += text.slice(at + 1, until);
      end = until;
      at = until + 1;
    } else {
      read += close === undefined ? text.charAt(at) : '';
      at += 1;
      end = close === undefined ? at : end;
    }
  }
  return { text: read, start, end: Math.max(end, start) };
}

function closedAt(text: string, from: number, { close, to }: { readonly close: string; readonly to: number }): number {
  const found = text.indexOf(close, from);
  return found >= 0 && found < to ? found : -1;
}
